/* Words of a shell's command line (see shell_word.h). */
#include "tui/text/shell_word.h"

#include <stdbool.h>
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

/* Reads one word and returns a pointer to the text after it. */
static const char *shell_word_read(const char *s, struct text *out) {
  bool quoted = false;
  text_puts(out, "");
  for (; *s && (quoted || *s != ' '); s++) {
    if (*s == '\'')
      quoted = !quoted;
    else if (*s == '\\' && !quoted && s[1])
      text_add(out, ++s, 1);
    else
      text_add(out, s, 1);
  }
  return s;
}

char **shell_words(const char *text, size_t *count) {
  VEC(char *) all = {0};
  while (*(text += strspn(text, " "))) {
    struct text word = {0};
    text = shell_word_read(text, &word);
    *vec_push(&all) = word.s;
  }
  *count = all.len;
  return all.data;
}
