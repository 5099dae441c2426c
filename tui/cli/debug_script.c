/* Reads the command line that a debugger script contains, and combines it with the given options.
 * See debug_script.h. */
#include "tui/cli/debug_script.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "tui/cli/cli.h"

bool debug_script_is_alone(const struct cli *c) {
  struct stat st;
  return c->batch && !c->argc && !c->trace && !c->resume_session && !stat(c->batch, &st) &&
         S_ISREG(st.st_mode); /* a pipe can be read only once, by the session that runs it */
}

/* Makes each path of `list`, separated by colons, absolute. Caller frees. */
static char *from_anywhere(const char *list, const char *here) {
  struct text t = {0};
  text_puts(&t, "");
  for (;;) {
    size_t n = strcspn(list, ":");
    if (*list == '/' || !strcmp(list, "-"))
      text_add(&t, list, n);
    else
      text_printf(&t, "%s/%.*s", here, (int)n, list);
    if (!list[n]) return t.s;
    text_puts(&t, ":");
    list += n + 1;
  }
}

static void push_own(const struct cli *c, struct debug_session *s, const char *here) {
  int i;
  for (i = 1; i < c->all_argc; i++) {
    const char *w = c->all_argv[i], *value = strchr(w, '=');
    bool path = cli_option_is_path(w);
    if (path && value)
      *vec_push(&s->words) = mem_printf("%.*s", (int)(value - w), w), value++;
    else
      *vec_push(&s->words) = mem_strdup(w), value = NULL;
    if (!path && cli_option_words(w) == 2 && i + 1 < c->all_argc)
      *vec_push(&s->words) = mem_strdup(c->all_argv[++i]);
    else if (path && (value || i + 1 < c->all_argc))
      *vec_push(&s->words) = from_anywhere(value ? value : c->all_argv[++i], here);
  }
}

/* Returns the number of words before the script's program. With --env, options may follow the
 * class, so all words count. */
static size_t options_of(char *const *words, size_t n) {
  size_t i = 0, at;
  for (at = 0; at < n; at++)
    if (!strcmp(words[at], "--env") || !strncmp(words[at], "--env=", 6)) return n;
  while (i < n && cli_option_words(words[i])) i += cli_option_words(words[i]);
  return i < n ? i : n;
}

static void push_words(const struct cli *c, struct debug_session *s, char **words, size_t n,
                       const char *here) {
  size_t i, options = options_of(words, n);
  *vec_push(&s->words) = mem_strdup("debug");
  for (i = 0; i < options; i++) *vec_push(&s->words) = mem_strdup(words[i]);
  push_own(c, s, here);
  for (; i < n; i++) *vec_push(&s->words) = mem_strdup(words[i]);
}

int debug_script_find(const struct cli *c, struct debug_session *out, struct error *err) {
  char **words, *here;
  size_t n = 0, i;
  memset(out, 0, sizeof *out);
  if (journal_read(c->batch, &out->text, err)) return err->code;
  if (!out->text.command) return 0;
  words = debug_session_words(&out->text, &n);
  here = getcwd(NULL, 0);
  push_words(c, out, words, n, here ? here : ".");
  for (i = 0; i < n; i++) free(words[i]);
  free(words);
  free(here);
  if (out->text.folder && !access(out->text.folder, X_OK) && chdir(out->text.folder))
    return error_set(err, ERR_INPUT, "cannot go to %s, where the script was saved: %m",
                     out->text.folder);
  return 0;
}
