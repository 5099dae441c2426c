/* What the commands need to know of the Tree view. */
#ifndef HEDDLE_TUI_VIEWS_VIEW_TREE_H
#define HEDDLE_TUI_VIEWS_VIEW_TREE_H

#include "tui/terminal/debug.h"

/* The node under the cursor (an open choice: the node that has it). */
node_id view_tree_cursor(struct debug *d);
/* how: 0 toggle, 1 open, 2 close. */
void view_tree_fold(struct debug *d, node_id n, int how);

#endif
