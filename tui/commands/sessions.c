/* The commands on scripts and sessions: save, play, try, load, reload, quit. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "tui/commands/commands.h"
#include "tui/text/shell_word.h"

int do_save(struct debug *d, const struct args *a) {
  struct text file = {0};
  FILE *out;
  char *here;
  size_t i;
  bool bad;
  if (!a->argc) return command_usage(d, "save FILE");
  out = fopen(a->rest, "w");
  if (!out) return debug_fail_text(d, ERR_INPUT, "cannot write %s: %m", a->rest);
  shell_word_add(&file, a->rest);
  fprintf(out, "# heddle debug --batch %s %s\n", file.s, d->command);
  text_release(&file);
  here = getcwd(NULL, 0);
  if (here) fprintf(out, "# folder %s\n", here);
  free(here);
  for (i = 0; i < d->script.len; i++) fprintf(out, "%s\n", d->script.data[i]);
  bad = ferror(out);
  if (fclose(out) || bad) return debug_fail_text(d, ERR_INPUT, "cannot write %s: %m", a->rest);
  debug_log(d, LOG_GOOD, "%zu commands written to %s", d->script.len, a->rest);
  d->saved = d->script.len;
  return 0;
}

int do_play(struct debug *d, const struct args *a) {
  FILE *in;
  char *line = NULL;
  size_t cap = 0;
  int r = 0;
  if (!a->argc) return command_usage(d, "play FILE");
  if (d->playing == 8) return command_usage(d, "scripts run each other without end");
  in = fopen(a->rest, "r");
  if (!in) return debug_fail_text(d, ERR_INPUT, "cannot read %s: %m", a->rest);
  d->playing++;
  while (!r && !d->quit && getline(&line, &cap, in) >= 0) {
    bool interactive = d->interactive;
    d->interactive = false; /* each search or check ends before the script's next line */
    r = command_run(d, line);
    d->interactive = interactive;
  }
  d->playing--;
  free(line);
  fclose(in);
  return r;
}

int do_try(struct debug *d, const struct args *a) {
  if (!a->argc) return command_usage(d, "try COMMAND");
  if (d->playing == 8) return command_usage(d, "commands try each other without end");
  d->playing++;
  command_run(d, a->rest);
  d->playing--;
  return 0;
}

int do_load(struct debug *d, const struct args *a) {
  struct journal_text t;
  struct error err = {0};
  int r;
  if (!a->argc) return command_usage(d, "load FILE");
  if (d->playing) return command_usage(d, "load: not within a script");
  if (journal_read(a->rest, &t, &err)) return debug_fail(d, &err);
  r = session_load(d, &t, &err);
  if (r)
    r = debug_fail(d, &err);
  else
    debug_log(d, LOG_GOOD, "loaded %s: %zu command%s, step %u", a->rest, t.lines.len,
              PLURAL(t.lines.len), debug_here(d).depth);
  d->saved = d->script.len;
  journal_text_release(&t);
  return r;
}

int do_reload(struct debug *d, const struct args *a) {
  struct error err = {0};
  (void)a;
  if (d->playing) return command_usage(d, "reload: not within a script");
  return session_reload(d, &err) ? debug_fail(d, &err) : 0;
}

/* In a terminal, asks for confirmation once if there is unsaved work: the first `quit` only
 * warns. */
int do_quit(struct debug *d, const struct args *a) {
  size_t n = session_unsaved(d);
  bool again = d->asked && d->asked + 1 == d->runs;
  (void)a;
  if (d->interactive && n && !again) {
    d->asked = d->runs;
    debug_log(d, LOG_WARN, "q again leaves: %zu unsaved command%s (:save%s)", n, n == 1 ? "" : "s",
              d->journal ? "; heddle debug --resume" : "");
    return 0;
  }
  d->quit = true;
  return 0;
}
