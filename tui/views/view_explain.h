/* Functions of the view Explain that commands and other views use. */
#ifndef HEDDLE_TUI_VIEWS_VIEW_EXPLAIN_H
#define HEDDLE_TUI_VIEWS_VIEW_EXPLAIN_H

#include "tui/terminal/debug.h"

/* Returns the node that the view explains. Sets *is_error if that node has an error. */
node_id view_explain_node(struct debug *d, bool *is_error);
/* Returns the number of the repair under the cursor, from 1; 0: none. */
uint32_t view_explain_repair(struct debug *d);
/* Returns a text about the trial of a repair of the error at node n, and sets *style to its style.
 * Caller frees. */
char *repair_said(struct debug *d, node_id n, const struct repair_info *r, enum style *style);

#endif
