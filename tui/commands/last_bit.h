/* The command last for a bit of h: last_bit.c for last.c. */
#ifndef HEDDLE_TUI_COMMANDS_LAST_BIT_H
#define HEDDLE_TUI_COMMANDS_LAST_BIT_H

#include "tui/terminal/command.h"

/* Is a bit meant: `h ROW COLUMN`, or nothing in the matrix of the view h? */
bool command_is_bit(struct debug *d, const struct args *a);
int command_last_bit(struct debug *d, const struct args *a);

#endif
