/* Functions of the view Tree that commands and other views use. */
#ifndef HEDDLE_TUI_VIEWS_VIEW_TREE_H
#define HEDDLE_TUI_VIEWS_VIEW_TREE_H

#include "tui/terminal/debug.h"

/* Returns the node under the cursor. In the row of an open choice, that is the node where the
 * choice is enabled. */
node_id view_tree_cursor(struct debug *d);
enum fold_how { FOLD_TOGGLE, FOLD_SHOW, FOLD_HIDE };
/* Shows or hides the children of n. */
void view_tree_fold(struct debug *d, node_id n, enum fold_how how);

#endif
