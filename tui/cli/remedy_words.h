/* Rebuilds the command line of heddle check from a session's options, because a counterexample does
 * not store its command. */
#ifndef HEDDLE_TUI_CLI_REMEDY_WORDS_H
#define HEDDLE_TUI_CLI_REMEDY_WORDS_H

#include "engine/engine.h"
#include "tui/cli/command_words.h"

/* Returns false if the input bytes do not come from a file, because no option can name them. */
bool remedy_words(struct command_words *out, const struct engine_options *o);

#endif
