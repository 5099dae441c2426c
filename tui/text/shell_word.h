/* Words of a command line as a shell reads them: in quotes where it needs them. */
#ifndef HEDDLE_TUI_TEXT_SHELL_WORD_H
#define HEDDLE_TUI_TEXT_SHELL_WORD_H

#include "engine/base/mem.h"

void shell_word_add(struct text *t, const char *word);
/* The words of a text that shell_word_add made: *count of them, each malloc'd, as is the array. */
char **shell_words(const char *text, size_t *count);

#endif
