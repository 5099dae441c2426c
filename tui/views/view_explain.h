/* What the commands need to know of the Explain view. */
#ifndef HEDDLE_TUI_VIEWS_VIEW_EXPLAIN_H
#define HEDDLE_TUI_VIEWS_VIEW_EXPLAIN_H

#include "tui/terminal/debug.h"

/* The node that it explains; *is_error: it shows an error. */
node_id view_explain_node(struct debug *d, bool *is_error);
/* The number of the repair under the cursor, from 1; 0: there is none. */
uint32_t view_explain_repair(struct debug *d);
/* What came of a repair of the error at node n. Caller frees. */
char *repair_said(struct debug *d, node_id n, const struct repair_info *r, enum style *style);

#endif
