/* Functions of the view Checks that other views and commands use. */
#ifndef HEDDLE_TUI_VIEWS_VIEW_CHECKS_H
#define HEDDLE_TUI_VIEWS_VIEW_CHECKS_H

#include "tui/terminal/debug.h"

extern const struct pane_ops view_checks_list; /* the list of checks, also shown beside the tree */
/* Returns the number of the check under the cursor; 0: none. */
uint32_t view_checks_cursor(struct debug *d);
/* Adds a text such as "c2 ERROR" in the style of the verdict. */
void view_checks_pin(const struct check_info *c, struct line *out);

#endif
