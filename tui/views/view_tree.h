/* Functions of the Tree view for the commands. */
#ifndef HEDDLE_TUI_VIEWS_VIEW_TREE_H
#define HEDDLE_TUI_VIEWS_VIEW_TREE_H

#include "tui/terminal/debug.h"

/* Returns the node under the cursor; for an open choice, its node. */
node_id view_tree_cursor(struct debug *d);
enum fold_how { FOLD_TOGGLE, FOLD_SHOW, FOLD_HIDE };
/* Shows or hides the children of n. */
void view_tree_fold(struct debug *d, node_id n, enum fold_how how);

#endif
