/* A command as it was given, with other values of some options: what is tried next, and what can be
 * typed to repeat it. */
#ifndef HEDDLE_TUI_CLI_COMMAND_WORDS_H
#define HEDDLE_TUI_CLI_COMMAND_WORDS_H

#include "engine/base/mem.h"

struct option_change {
  const char *option, *value; /* "": an option without a value; NULL: the option is left out */
};
struct command_words {
  VEC(char *) all; /* owned; the command's name first */
};

/* `given` begins with the command's name. Changed options stand in the place where they were given,
 * new ones in front; an option that only another search takes goes with --search. What follows the
 * first operand is the program's. */
void command_words_change(struct command_words *out, char *const *given, size_t count,
                          const struct option_change *changes, size_t n);
/* " --search pct": as shell words, each behind a blank. malloc'd. */
char *command_words_text(const struct command_words *w, size_t from);
/* The command that makes the search which a command of this name made: "check", or "env". */
const char *command_words_search(const char *name);
void command_words_release(struct command_words *w);

#endif
