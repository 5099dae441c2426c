/* What the commands need to know of the Help view. */
#ifndef HEDDLE_TUI_VIEWS_VIEW_HELP_H
#define HEDDLE_TUI_VIEWS_VIEW_HELP_H

#include "tui/terminal/debug.h"

/* Puts the cursor on a command; false when there is none of that name. */
bool view_help_show(struct debug *d, const char *command);

#endif
