/* Functions of the Explain view for the commands. */
#ifndef HEDDLE_TUI_VIEWS_VIEW_EXPLAIN_H
#define HEDDLE_TUI_VIEWS_VIEW_EXPLAIN_H

#include "tui/terminal/debug.h"

/* Returns the explained node. *is_error: the node has an error. */
node_id view_explain_node(struct debug *d, bool *is_error);
/* Returns the number of the repair under the cursor, from 1; 0: none. */
uint32_t view_explain_repair(struct debug *d);
/* Returns the result of a repair of the error at node n. Caller frees. */
char *repair_said(struct debug *d, node_id n, const struct repair_info *r, enum style *style);

#endif
