/* The commands last and access for a local variable. See last_local.c. */
#ifndef HEDDLE_TUI_COMMANDS_LAST_LOCAL_H
#define HEDDLE_TUI_COMMANDS_LAST_LOCAL_H

#include "tui/terminal/command.h"

bool command_is_local(const char *expr); /* true for a text such as "T1.i" */
/* Goes to the state after the last step that changed the variable. If that step led to the current
 * state, goes to the change before it. */
int command_last_local(struct debug *d, const char *expr);
/* Goes to the state after the next step that changes the variable, along the path on which the user
 * has gone back. */
int command_next_local(struct debug *d, const char *expr);

#endif
