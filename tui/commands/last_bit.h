/* The commands last and access for a bit of h, and the names of bits for the commands watch and
 * break. See last_bit.c. */
#ifndef HEDDLE_TUI_COMMANDS_LAST_BIT_H
#define HEDDLE_TUI_COMMANDS_LAST_BIT_H

#include "tui/terminal/command.h"

/* Returns true if the arguments name a bit: `h ROW COLUMN`, or no arguments while the matrix of the
 * view h has the focus. */
bool command_is_bit(struct debug *d, const struct args *a);
/* Go back to the step that last changed the bit, or forward to the next step that changes it.
 * `text` comes from command_bit_text; NULL: there is no bit, which is an error. */
int command_last_bit(struct debug *d, const char *text);
int command_next_bit(struct debug *d, const char *text);
/* Returns the bit that the arguments name, in the form of bits.h. For `h ROW COLUMN`, uses the full
 * names if h has the bit here, else the arguments as they are. For `h` or no arguments, takes the
 * bit under the cursor. Caller frees. NULL: the arguments name no bit. */
char *command_bit_text(struct debug *d, const struct args *a);
bool command_names_bit(const struct args *a); /* true if they begin with `h` */

#endif
