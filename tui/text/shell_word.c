/* See shell_word.h. */
#include "tui/text/shell_word.h"

#include <string.h>

void shell_word_add(struct text *t, const char *word) {
  static const char plain[] =
      "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-./:=,+@%";
  const char *s;
  if (*word && strspn(word, plain) == strlen(word)) {
    text_puts(t, word);
    return;
  }
  text_puts(t, "'");
  for (s = word; *s; s++)
    if (*s == '\'')
      text_puts(t, "'\\''");
    else
      text_add(t, s, 1);
  text_puts(t, "'");
}
