/* The commands last and access for a local variable: last_local.c for last.c. */
#ifndef HEDDLE_TUI_COMMANDS_LAST_LOCAL_H
#define HEDDLE_TUI_COMMANDS_LAST_LOCAL_H

#include "tui/terminal/command.h"

bool command_is_local(const char *expr); /* "T1.i" */
/* To the state behind the last step that changed it; where that is the step to here, the one
 * before.
 */
int command_last_local(struct debug *d, const char *expr);
/* To the state behind the next step that changes it, along the path that was walked back. */
int command_next_local(struct debug *d, const char *expr);

#endif
