/* Changes the options of a command line, word by word. See command_words.h. */
#include "tui/cli/command_words.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/engine.h"
#include "tui/cli/cli.h"
#include "tui/text/shell_word.h"

struct making {
  struct command_words *out;
  const struct option_change *changes;
  size_t count;
  bool *done; /* per change: whether it was written */
};

static void push(struct command_words *w, const char *word) {
  *vec_push(&w->all) = mem_strdup(word);
}

static void push_change(struct making *m, size_t i) {
  const struct option_change *c = &m->changes[i];
  if (m->done[i] || !c->value) return;
  m->done[i] = true;
  push(m->out, c->option);
  if (*c->value) push(m->out, c->value);
}

/* Does the word give the option, possibly with its value, as in "--depth=5"? */
static bool names(const char *word, const char *option) {
  size_t n = strlen(option);
  return !strncmp(word, option, n) && (!word[n] || word[n] == '=');
}

static size_t change_of(const struct making *m, const char *word) {
  size_t i;
  for (i = 0; i < m->count && !names(word, m->changes[i].option);) i++;
  return i;
}

/* Returns true for an option that the new search does not take (misplaced.h). */
static bool goes_with_another(const struct making *m, const char *word) {
  char *option = mem_printf("%.*s", (int)strcspn(word, "="), word),
       *with = engine_searches_with(option);
  bool goes = false;
  for (size_t i = 0; i < m->count && with; i++)
    goes |= !strcmp(m->changes[i].option, "--search") &&
            !engine_search_takes(m->changes[i].value, option);
  free(with);
  free(option);
  return goes;
}

void command_words_change(struct command_words *out, char *const *given, size_t count,
                          const struct option_change *changes, size_t n) {
  struct making m = {out, changes, n, mem_alloc((n + 1) * sizeof(bool))};
  size_t i, k, words, options = 1;
  while (options < count && (words = cli_option_words(given[options]))) options += words;
  if (options > count) options = count;
  push(out, given[0]);
  for (i = 0; i < n; i++) {
    bool stands = false;
    for (k = 1; k < options; k += cli_option_words(given[k]))
      stands |= names(given[k], changes[i].option);
    if (!stands) push_change(&m, i);
  }
  for (i = 1; i < options; i += words) {
    words = cli_option_words(given[i]);
    k = change_of(&m, given[i]);
    if (k < n)
      push_change(&m, k);
    else if (!goes_with_another(&m, given[i]))
      for (k = i; k < i + words && k < count; k++) push(out, given[k]);
  }
  for (; i < count; i++) push(out, given[i]);
  free(m.done);
}

char *command_words_text(const struct command_words *w, size_t from) {
  struct text t = {0};
  text_puts(&t, "");
  for (size_t i = from; i < w->all.len; i++) {
    text_puts(&t, " ");
    shell_word_add(&t, w->all.data[i]);
  }
  return t.s;
}

const char *command_words_search(const char *name) {
  return strcmp(name, "env") != 0 ? "check" : "env";
}

void command_words_release(struct command_words *w) {
  for (size_t i = 0; i < w->all.len; i++) free(w->all.data[i]);
  vec_free(&w->all);
}
