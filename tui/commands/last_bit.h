/* Commands about a bit of h: last_bit.c for last.c, watch and break. */
#ifndef HEDDLE_TUI_COMMANDS_LAST_BIT_H
#define HEDDLE_TUI_COMMANDS_LAST_BIT_H

#include "tui/terminal/command.h"

/* Is a bit meant: `h ROW COLUMN`, or nothing in the matrix of the view h? */
bool command_is_bit(struct debug *d, const struct args *a);
/* Back to the step that made it as it is, forward to the next one that changes it. The text is that
 * of command_bit_text; NULL: there is no bit. */
int command_last_bit(struct debug *d, const char *text);
int command_next_bit(struct debug *d, const char *text);
/* The bit that arguments `h ROW COLUMN` name, or `h` or none the one under the cursor, as bits.h
 * has it: by whole names where h has it here, else as it is given. NULL: neither. Caller frees. */
char *command_bit_text(struct debug *d, const struct args *a);
bool command_names_bit(const struct args *a); /* it begins with `h` */

#endif
