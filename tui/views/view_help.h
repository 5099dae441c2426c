/* Functions of the view Help that commands use. */
#ifndef HEDDLE_TUI_VIEWS_VIEW_HELP_H
#define HEDDLE_TUI_VIEWS_VIEW_HELP_H

#include "tui/terminal/debug.h"

/* Puts the cursor on a command. Returns false if there is no such command. */
bool view_help_show(struct debug *d, const char *command);

#endif
