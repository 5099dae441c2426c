/* What the commands need to know of the Explain view. */
#ifndef HEDDLE_TUI_VIEWS_VIEW_EXPLAIN_H
#define HEDDLE_TUI_VIEWS_VIEW_EXPLAIN_H

#include "tui/terminal/debug.h"

/* The node that it explains; *is_error: it shows an error. */
node_id view_explain_node(struct debug *d, bool *is_error);

#endif
