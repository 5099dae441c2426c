/* What other views and the commands need to know of the Checks view. */
#ifndef HEDDLE_TUI_VIEWS_VIEW_CHECKS_H
#define HEDDLE_TUI_VIEWS_VIEW_CHECKS_H

#include "tui/terminal/debug.h"

extern const struct pane_ops view_checks_list; /* the checks, also at the side of the tree */
/* The check under the cursor, 0 when there is none. */
uint32_t view_checks_cursor(struct debug *d);
/* "c2 ERROR", with its style. */
void view_checks_pin(const struct check_info *c, struct line *out);

#endif
