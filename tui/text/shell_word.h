/* Quotes words for a shell's command line, and splits such a line into words. */
#ifndef HEDDLE_TUI_TEXT_SHELL_WORD_H
#define HEDDLE_TUI_TEXT_SHELL_WORD_H

#include "engine/base/mem.h"

/* Appends a word, in single quotes if necessary. The caller adds the blanks between words. */
void shell_word_add(struct text *t, const char *word);
/* Splits a text made by shell_word_add into words. Sets *count. The caller frees each word and the
 * array. */
char **shell_words(const char *text, size_t *count);

#endif
