/* Commands on a bit of h, implemented in last_bit.c and used by last, access, watch and break. */
#ifndef HEDDLE_TUI_COMMANDS_LAST_BIT_H
#define HEDDLE_TUI_COMMANDS_LAST_BIT_H

#include "tui/terminal/command.h"

/* Returns true if the arguments mean a bit: `h ROW COLUMN`, or none in the matrix of view h. */
bool command_is_bit(struct debug *d, const struct args *a);
/* Go back to the step that last changed the bit, or forward to the next step that changes it. The
 * text is from command_bit_text; NULL: there is no bit. */
int command_last_bit(struct debug *d, const char *text);
int command_next_bit(struct debug *d, const char *text);
/* Returns the bit that the arguments mean, in the form of bits.h: `h ROW COLUMN`, or for `h` or no
 * arguments the bit under the cursor. Uses the full names if h has the bit here, else the arguments
 * as given. NULL: neither. Caller frees. */
char *command_bit_text(struct debug *d, const struct args *a);
bool command_names_bit(const struct args *a); /* the arguments begin with `h` */

#endif
