/* Keeps a session's journal, resumes sessions and plays scripts (see debug.h and journal.h). */
#include <stdlib.h>
#include <string.h>

#include "tui/terminal/command.h"
#include "tui/text/shell_word.h"

/* ---- the journal ---- */

/* Leaves out the line of a running search and everything after it, because debug_search_pause will
 * still change that line. */
void session_sync(struct debug *d) {
  size_t n = d->script.len;
  if (!d->journal) return;
  if (d->running && d->run_line < n) n = d->run_line;
  journal_sync(d->journal, d->script.data, n, !d->resume.lines.len);
}

static bool is_work(const struct debug *d, const char *line) {
  char *name = mem_printf("%.*s", (int)strcspn(line, " "), line);
  const struct command_row *c = command_find(d->commands, name);
  free(name);
  return c && !(c->flags & (COMMAND_CURSOR | COMMAND_VIEW | COMMAND_SILENT | COMMAND_TELLS));
}

static size_t count_work(const struct debug *d, size_t from) {
  size_t i, n = 0;
  for (i = from; i < d->script.len; i++) n += is_work(d, d->script.data[i]);
  return n;
}

size_t session_unsaved(const struct debug *d) { return count_work(d, d->saved); }

void session_close(struct debug *d) {
  session_sync(d);
  journal_close(d->journal, d->resume.lines.len || count_work(d, 0));
  d->journal = NULL;
  journal_text_release(&d->resume);
}

/* ---- running a script ---- */

/* Runs the lines of a script. Each search or check ends before the next line runs. Returns the
 * number of lines that succeeded before the first failure. */
static size_t session_play(struct debug *d, const struct journal_text *t, void (*tick)(void *self),
                           void *self) {
  bool interactive = d->interactive;
  size_t i;
  int r = 0;
  d->interactive = false;
  for (i = 0; i < t->lines.len && !d->quit && !(d->stop && *d->stop); i++) {
    r = command_run(d, t->lines.data[i]);
    d->print = false;
    if (tick) tick(self);
    if (r) break;
  }
  d->interactive = interactive;
  return i;
}

void session_resume(struct debug *d, void (*tick)(void *self), void *self) {
  size_t n = d->resume.lines.len, done;
  if (!n) return;
  done = session_play(d, &d->resume, tick, self);
  d->teach.replays = false;
  if (done == n) {
    journal_text_release(&d->resume);
    debug_log(d, LOG_GOOD, "resumed: %zu command%s, step %u", n, PLURAL(n), debug_here(d).depth);
  } else {
    bool kept = d->journal && journal_set_aside(d->journal);
    debug_log(d, LOG_WARN, "resumed only up to command %zu of %zu, which fails now: %s%s", done + 1,
              n, d->resume.lines.data[done], kept ? " (the whole session is kept beside it)" : "");
    journal_text_release(&d->resume);
  }
  d->saved = d->script.len;
  session_sync(d);
}

/* ---- starting over ---- */

static void forget_script(struct debug *d) {
  while (d->script.len) free(d->script.data[--d->script.len]);
  d->saved = 0;
}

int session_begin_anew(struct debug *d, struct error *err) {
  struct engine *fresh = NULL;
  if (!d->reopen.open)
    return error_set(err, ERR_USAGE, "the program of this session cannot be opened again");
  if (d->reopen.open(d->reopen.self, &fresh, err)) return err->code;
  debug_search_pause(d);
  source_cache_forget(d->sources);
  debug_replace_engine(d, fresh);
  while (d->watches.len) free(d->watches.data[--d->watches.len]);
  while (d->breaks.v.len) breaks_remove(d, d->breaks.v.data[0].id);
  d->breaks.last_id = 0;
  forget_script(d);
  return 0;
}

/* Removes "--batch FILE", which begins the command line in a file written by :save. */
static char *without_batch(const char *command) {
  struct text t = {0};
  size_t n, i;
  char **words = shell_words(command, &n);
  text_puts(&t, "");
  for (i = 0; i < n; i++) {
    if (i > 1 || strcmp(words[0], "--batch") != 0) {
      if (t.len) text_puts(&t, " ");
      shell_word_add(&t, words[i]);
    }
  }
  for (i = 0; i < n; i++) free(words[i]);
  free(words);
  return t.s;
}

int session_load(struct debug *d, const struct journal_text *t, struct error *err) {
  char *command = t->command ? without_batch(t->command) : NULL;
  size_t done;
  int r = 0;
  if (command && strcmp(command, d->command) != 0)
    r = error_set(err, ERR_INPUT,
                  "it is a session of another program or of other options: heddle "
                  "debug --resume FILE opens it");
  free(command);
  if (r || (r = session_begin_anew(d, err))) return r;
  done = session_play(d, t, NULL, NULL);
  if (done == t->lines.len) return 0;
  return error_set(err, ERR_INPUT, "it ends at its command %zu of %zu: %s", done + 1, t->lines.len,
                   t->lines.data[done]);
}
