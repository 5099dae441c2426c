/* Splits a campaign file into statements and words (the syntax is in words.h). */
#include "trace/campaign/words.h"

#include <stdlib.h>
#include <string.h>

void words_init(struct words *w, const char *text) {
  memset(w, 0, sizeof *w);
  w->at = text;
  w->next_line = 1;
}

static void words_clear(struct words *w) {
  size_t i;
  for (i = 0; i < w->word.len; i++) free(w->word.data[i]);
  w->word.len = 0;
}

void words_release(struct words *w) {
  words_clear(w);
  vec_free(&w->word);
}

static int quoted(struct words *w, struct error *err) {
  struct text t = {0};
  const char *p = w->at + 1;
  for (; *p && *p != '"' && *p != '\n'; p++) {
    if (*p == '\\' && (p[1] == '"' || p[1] == '\\')) p++;
    text_add(&t, p, 1);
  }
  if (*p != '"') {
    text_release(&t);
    return error_set(err, ERR_INPUT, "the quotation mark has no end on its line");
  }
  w->at = p + 1;
  *vec_push(&w->word) = t.s ? t.s : mem_strdup("");
  return 0;
}

static void plain(struct words *w) {
  size_t n = strcspn(w->at, " \t\r\n;");
  *vec_push(&w->word) = mem_printf("%.*s", (int)n, w->at);
  w->at += n;
}

/* Skips blanks and a comment. Returns true if a statement ends here, and skips its end. */
static bool ends(struct words *w) {
  w->at += strspn(w->at, " \t\r");
  if (*w->at == '#') w->at += strcspn(w->at, "\n");
  if (!*w->at) return true;
  if (*w->at != '\n' && *w->at != ';') return false;
  w->next_line += *w->at == '\n';
  w->at++;
  return true;
}

int words_next(struct words *w, struct error *err) {
  words_clear(w);
  while (*w->at || w->word.len) {
    w->line = w->next_line;
    if (ends(w)) {
      if (w->word.len) return 1;
    } else if (*w->at == '"') {
      if (quoted(w, err)) return err->code;
    } else {
      plain(w);
    }
  }
  return 0;
}
