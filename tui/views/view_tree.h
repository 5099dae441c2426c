/* What the commands need to know of the Tree view. */
#ifndef HEDDLE_TUI_VIEWS_VIEW_TREE_H
#define HEDDLE_TUI_VIEWS_VIEW_TREE_H

#include "tui/terminal/debug.h"

/* The node under the cursor (an open choice: the node that has it). */
node_id view_tree_cursor(struct debug *d);
enum fold_how { FOLD_TOGGLE, FOLD_SHOW, FOLD_HIDE };
/* Shows or hides the children of n. */
void view_tree_fold(struct debug *d, node_id n, enum fold_how how);

#endif
