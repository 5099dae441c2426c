/* The words of a check with given options: of a counterexample, which keeps no command. */
#ifndef HEDDLE_TUI_CLI_REMEDY_WORDS_H
#define HEDDLE_TUI_CLI_REMEDY_WORDS_H

#include "engine/engine.h"
#include "tui/cli/command_words.h"

/* False: it has an input of bytes that no option names. */
bool remedy_words(struct command_words *out, const struct engine_options *o);

#endif
