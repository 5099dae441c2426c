/* The commands last and access for a local variable, implemented in last_local.c and called by
 * last.c. */
#ifndef HEDDLE_TUI_COMMANDS_LAST_LOCAL_H
#define HEDDLE_TUI_COMMANDS_LAST_LOCAL_H

#include "tui/terminal/command.h"

bool command_is_local(const char *expr); /* "T1.i" */
/* Goes to the state after the last step that changed the local. If that is the current state, goes
 * to the change before it. */
int command_last_local(struct debug *d, const char *expr);
/* Goes to the state after the next step that changes the local, along the path that was walked
 * back. */
int command_next_local(struct debug *d, const char *expr);

#endif
