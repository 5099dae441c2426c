/* Runs sessions and lessons without a screen (see terminal.h): echoes each command with its output
 * and prints views as text. */
#include <stdlib.h>
#include <string.h>

#include "tui/terminal/command.h"
#include "tui/terminal/terminal.h"

static void print_log(struct debug *d, size_t from, FILE *out, bool echo) {
  for (; from < d->log.len; from++) {
    const struct log_entry *e = &d->log.data[from];
    if (e->kind == LOG_COMMAND && !echo) continue;
    fprintf(out, "%s%s\n", e->kind == LOG_COMMAND ? ":" : "  ", e->text);
  }
}

int batch_run(struct debug *d, FILE *in, FILE *out, bool prompt) {
  char *line = NULL;
  size_t cap = 0;
  int r = 0;
  size_t before = d->log.len;
  session_resume(d, NULL, NULL);
  print_log(d, before, out, true);
  while (!d->quit) {
    before = d->log.len;
    if (prompt) fputs(":", out), fflush(out);
    if (getline(&line, &cap, in) < 0) break;
    line[strcspn(line, "\n")] = 0;
    r = command_run(d, line);
    print_log(d, before, out, !prompt);
    if (d->print) view_print_twin(d, d->view, out);
    d->print = false;
    fflush(out);
    if (d->quit || (r && !prompt) || (d->stop && *d->stop)) break;
  }
  free(line);
  return prompt ? 0 : r;
}

/* Ignores the lesson's stops and reveals each question's answer at once. */
int batch_lesson(struct debug *d, FILE *out) {
  struct teach *t = &d->teach;
  size_t i, before;
  int r = 0;
  t->acts = true;
  for (i = 0; !r && i < t->lines.len && !(d->stop && *d->stop); i++) {
    bool says = !strncmp(t->lines.data[i], "say ", 4);
    before = d->log.len;
    r = command_run(d, t->lines.data[i]);
    if (!r && teach_open(d)) r = command_run(d, "continue");
    print_log(d, before, out, !says);
    if (d->print) view_print_twin(d, d->view, out);
    d->print = false;
  }
  t->acts = false;
  return r;
}
