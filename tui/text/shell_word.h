/* Words of a command line as a shell reads them: in quotes where it needs them. */
#ifndef HEDDLE_TUI_TEXT_SHELL_WORD_H
#define HEDDLE_TUI_TEXT_SHELL_WORD_H

#include "engine/base/mem.h"

void shell_word_add(struct text *t, const char *word);

#endif
