/* Finds, lists and creates the session files of heddle debug. See debug_session.h. */
#include "tui/cli/debug_session.h"

#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "engine/base/folders.h"
#include "tui/cli/cli.h"
#include "tui/text/shell_word.h"

enum { SESSIONS_KEPT = 50 };
static const char suffix[] = ".session";

char *debug_session_folder(void) {
  const char *own = getenv("HEDDLE_SESSIONS"), *state = getenv("XDG_STATE_HOME"),
             *home = getenv("HOME");
  if (own) return *own ? mem_strdup(own) : NULL;
  if (state && *state) return mem_printf("%s/heddle", state);
  return home && *home ? mem_printf("%s/.local/state/heddle", home) : NULL;
}

/* ---- existing sessions ---- */

struct entry {
  char *name; /* without the suffix */
  struct timespec at;
};

static int newest_first(const void *a, const void *b) {
  const struct entry *x = a, *y = b;
  if (x->at.tv_sec != y->at.tv_sec) return x->at.tv_sec < y->at.tv_sec ? 1 : -1;
  if (x->at.tv_nsec != y->at.tv_nsec) return x->at.tv_nsec < y->at.tv_nsec ? 1 : -1;
  return strcmp(x->name, y->name);
}

static char *session_path(const char *folder, const char *name) {
  return mem_printf("%s/%s%s", folder, name, suffix);
}

typedef VEC(struct entry) entries;

static void entries_read(const char *folder, entries *out) {
  DIR *dir = opendir(folder);
  struct dirent *e;
  while (dir && (e = readdir(dir))) {
    size_t n = strlen(e->d_name), m = sizeof suffix - 1;
    char *path = mem_printf("%s/%s", folder, e->d_name);
    struct stat st;
    if (n > m && !strcmp(e->d_name + n - m, suffix) && !stat(path, &st))
      *vec_push(out) = (struct entry){mem_printf("%.*s", (int)(n - m), e->d_name), st.st_mtim};
    free(path);
  }
  if (dir) closedir(dir);
  if (out->len) qsort(out->data, out->len, sizeof *out->data, newest_first);
}

static void entries_release(entries *all) {
  size_t i;
  for (i = 0; i < all->len; i++) free(all->data[i].name);
  vec_free(all);
}

/* Returns the latest session that is not running: of `main_class`, or of any class if it is NULL.
 */
static char *latest(const char *folder, const char *main_class) {
  entries all = {0};
  char *found = NULL;
  size_t i, n = main_class ? strlen(main_class) : 0;
  entries_read(folder, &all);
  for (i = 0; i < all.len && !found; i++) {
    char *path = session_path(folder, all.data[i].name);
    bool is = !n || (!strncmp(all.data[i].name, main_class, n) && all.data[i].name[n] == '-');
    if (is && !journal_in_use(path))
      found = path;
    else
      free(path);
  }
  entries_release(&all);
  return found;
}

static void forget_old(const char *folder) {
  entries all = {0};
  size_t i;
  entries_read(folder, &all);
  for (i = SESSIONS_KEPT; i < all.len; i++) {
    char *path = session_path(folder, all.data[i].name);
    if (!journal_in_use(path)) unlink(path);
    free(path);
  }
  entries_release(&all);
}

/* ---- the selected session ---- */

static bool is_readable(const char *path) { return !access(path, R_OK); }

static char *session_named(const char *folder, const char *name, bool *own) {
  char *path;
  *own = folder && !strchr(name, '/');
  if (*own) {
    path = session_path(folder, name);
    if (is_readable(path)) return path;
    free(path);
    path = latest(folder, name);
    if (path) return path;
  }
  *own = false;
  return is_readable(name) ? realpath(name, NULL) : NULL;
}

static int find(const char *name, struct debug_session *s, struct error *err) {
  char *folder = debug_session_folder();
  s->own = true;
  s->path = name ? session_named(folder, name, &s->own) : folder ? latest(folder, NULL) : NULL;
  if (!s->path && name)
    error_set(err, ERR_INPUT, "there is no session '%s'%s%s", name, folder ? " in " : "",
              folder ? folder : "");
  else if (!s->path)
    error_set(err, ERR_INPUT, "there is no session%s%s", folder ? " in " : "",
              folder ? folder : "");
  free(folder);
  return err->code;
}

static void push_word(struct debug_session *s, const char *word) {
  *vec_push(&s->words) = mem_strdup(word);
}

char **debug_session_words(const struct journal_text *t, size_t *n) {
  char **all = shell_words(t->command, n);
  if (*n < 2 || strcmp(all[0], "--batch") != 0) return all;
  free(all[0]); /* a saved script names itself */
  free(all[1]);
  *n -= 2;
  memmove(all, all + 2, *n * sizeof *all);
  return all;
}

/* Makes the command line: this command's --batch and --width, then the session's words. */
static int make_words(const struct cli *c, struct debug_session *s, struct error *err) {
  char **all;
  size_t i, n;
  push_word(s, "debug");
  if (c->batch) {
    char *path = strcmp(c->batch, "-") ? realpath(c->batch, NULL) : NULL;
    push_word(s, "--batch"), push_word(s, path ? path : c->batch);
    free(path);
  }
  if (c->width) {
    char *width = mem_printf("%u", c->width);
    push_word(s, "--width"), push_word(s, width);
    free(width);
  }
  if (!s->text.command)
    return error_set(err, ERR_INPUT, "%s is not a session: it names no program", s->path);
  all = debug_session_words(&s->text, &n);
  for (i = 0; i < n; i++) *vec_push(&s->words) = all[i];
  free(all);
  return 0;
}

/* Rejects options that cannot be combined with --resume. */
static int other_option(const struct cli *c, struct error *err) {
  const char *o;
  int i = 0;
  while ((o = cli_next_given(c, &i)))
    if (strcmp(o, "--resume") && strcmp(o, "--batch") && strcmp(o, "--width"))
      return error_set(err, ERR_USAGE,
                       "%s cannot be combined with --resume: the session has its own options", o);
  return 0;
}

int debug_session_find(const struct cli *c, struct debug_session *out, struct error *err) {
  memset(out, 0, sizeof *out);
  if (other_option(c, err)) return err->code;
  if (c->argc > 1) return error_set(err, ERR_USAGE, "--resume takes one session");
  if (find(c->argc ? c->argv[0] : NULL, out, err) || journal_read(out->path, &out->text, err) ||
      make_words(c, out, err))
    return err->code;
  if (out->text.folder && chdir(out->text.folder))
    return error_set(err, ERR_INPUT, "cannot go to %s, where the session was: %m",
                     out->text.folder);
  return 0;
}

/* ---- the journal ---- */

static char *new_name(const char *main_class) {
  time_t now = time(NULL);
  struct tm tm;
  char at[32];
  localtime_r(&now, &tm);
  strftime(at, sizeof at, "%Y%m%d-%H%M%S", &tm);
  return mem_printf("%s-%s", main_class, at);
}

int debug_session_journal(const struct debug_session *s, const char *main_class,
                          const char *command, struct journal **out, struct error *err) {
  char *folder, *name, *here;
  int i, r = ERR_INPUT;
  *out = NULL;
  if (s && s->own) return journal_again(s->path, &s->text, out, err);
  folder = debug_session_folder();
  here = getcwd(NULL, 0);
  if (!folder || !here) return free(folder), free(here), 0;
  name = new_name(main_class);
  for (i = 1; r && i < 100; i++) { /* several sessions in one second */
    char *number = i > 1 ? mem_printf("%s.%d", name, i) : mem_strdup(name),
         *path = session_path(folder, number);
    folders_make(path, 0700);
    error_clear(err);
    r = journal_new(path, command, here, out, err);
    if (r && errno != EEXIST) i = 100;
    free(number);
    free(path);
  }
  if (!r) forget_old(folder);
  free(name);
  free(folder);
  free(here);
  return r;
}

void debug_session_release(struct debug_session *s) {
  size_t i;
  for (i = 0; i < s->words.len; i++) free(s->words.data[i]);
  vec_free(&s->words);
  journal_text_release(&s->text);
  free(s->path);
}
