/* A given command with changed options: the next command to try, or one that the user can type to
 * repeat a result. */
#ifndef HEDDLE_TUI_CLI_COMMAND_WORDS_H
#define HEDDLE_TUI_CLI_COMMAND_WORDS_H

#include "engine/base/mem.h"

struct option_change {
  const char *option, *value; /* "": an option without a value; NULL: removes the option */
};
struct command_words {
  VEC(char *) all; /* owned; the command's name first */
};

/* Makes the words of a changed command. `given` begins with the command's name. A changed option
 * stays in its place; new options come first. With a new --search, options that only other searches
 * take are removed. The words after the first operand belong to the program. */
void command_words_change(struct command_words *out, char *const *given, size_t count,
                          const struct option_change *changes, size_t n);
/* Returns the words from `from` on as shell words, each after a blank: " --search pct".
 * malloc'd. */
char *command_words_text(const struct command_words *w, size_t from);
/* Returns the command that makes the same search as a command of this name: "check" or "env". */
const char *command_words_search(const char *name);
void command_words_release(struct command_words *w);

#endif
