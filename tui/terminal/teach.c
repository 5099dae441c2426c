/* See teach.h. */
#include "tui/terminal/teach.h"

#include <stdlib.h>
#include <string.h>

#include "tui/terminal/command.h"

/* ---- questions ---- */

size_t question_option(struct question *q, const char *text) {
  size_t i;
  for (i = 0; i < q->count; i++)
    if (!strcmp(q->option[i], text)) return i;
  if (i < QUESTION_OPTIONS) q->option[q->count++] = mem_strdup(text);
  return i;
}

static void question_release(struct question *q) {
  size_t i;
  free(q->text);
  free(q->reason);
  for (i = 0; i < q->count; i++) free(q->option[i]);
  memset(q, 0, sizeof *q);
}

const char *teach_kind(size_t i) { return question_kind_at(i) ? question_kind_at(i)->name : NULL; }

static void report_question(struct debug *d, const struct question *q) {
  size_t i;
  debug_log(d, LOG_WARN, "%s", q->text);
  for (i = 0; i < q->count; i++) debug_log(d, LOG_INFO, "  %c  %s", 'a' + (int)i, q->option[i]);
}

int teach_ask(struct debug *d, const char *kind, const char *arg, struct error *err) {
  const struct question_kind *k = NULL;
  struct question q = {0};
  size_t i;
  for (i = 0; question_kind_at(i); i++)
    if (!strcmp(question_kind_at(i)->name, kind)) k = question_kind_at(i);
  if (!k) return error_set(err, ERR_USAGE, "no question '%s' (:help ask)", kind);
  if (k->ask(d, arg, &q, err) || q.count < 2) {
    question_release(&q);
    return err->code ? err->code : error_set(err, ERR_INPUT, "there is only one answer");
  }
  q.of = d->generation;
  question_release(&d->teach.q);
  d->teach.q = q;
  report_question(d, &d->teach.q);
  return 0;
}

bool teach_open(const struct debug *d) { return d->teach.q.text && !d->teach.q.revealed; }

bool teach_answered(const struct debug *d, int key) {
  const struct question *q = &d->teach.q;
  return q->text && q->revealed && q->of == d->generation && key >= 'a' &&
         key < 'a' + (int)q->count;
}

bool teach_over(const struct debug *d) {
  return d->teach.lines.len && d->teach.at == d->teach.lines.len;
}

bool teach_vote(struct debug *d, size_t option) {
  struct question *q = &d->teach.q;
  if (!teach_open(d) || option >= q->count) return false;
  q->votes[option]++;
  return true;
}

bool teach_reveal(struct debug *d) {
  struct question *q = &d->teach.q;
  uint32_t all = 0;
  size_t i;
  if (!teach_open(d)) return false;
  q->revealed = true;
  for (i = 0; i < q->count; i++) all += q->votes[i];
  debug_log(d, LOG_GOOD, "%c  %s", 'a' + (int)q->right, q->option[q->right]);
  debug_log(d, LOG_GOOD, "because: %s", q->reason);
  if (all) {
    d->teach.asked++;
    d->teach.votes += all;
    d->teach.right += q->votes[q->right];
    debug_log(d, LOG_INFO, "%u of %u vote%s right", q->votes[q->right], all, PLURAL(all));
  }
  return true;
}

bool teach_hides(const struct debug *d) {
  const struct question *q = &d->teach.q;
  if (q->text && q->effect && q->of == d->generation) return !q->revealed;
  return d->teach.predict || (teach_open(d) && q->of == d->generation);
}

bool teach_hides_state(const struct debug *d) {
  return teach_open(d) && d->teach.q.state && d->teach.q.of == d->generation;
}

void teach_predict(struct debug *d) {
  struct error ignored = {0};
  if (!d->teach.predict || d->teach.lines.len || d->running) return;
  if (d->teach.q.text && d->teach.q.of == d->generation) return;
  question_release(&d->teach.q);
  debug_choices(d);
  if (d->choices.len) teach_ask(d, "effect", "", &ignored);
}

/* ---- lessons ---- */

void teach_say(struct debug *d, const char *text) {
  *vec_push(&d->teach.said) = mem_strdup(text);
  debug_log(d, LOG_INFO, "%s", text);
}

static void forget_said(struct debug *d) {
  while (d->teach.said.len) free(d->teach.said.data[--d->teach.said.len]);
}

/* To behind its next stop. */
static void pass_by(struct teach *t) {
  const char *line = "";
  while (t->at < t->lines.len && strncmp(line, "ask ", 4) != 0 && strcmp(line, "stop") != 0)
    line = t->lines.data[t->at++];
}

int teach_go_on(struct debug *d) {
  struct teach *t = &d->teach;
  bool interactive = d->interactive;
  int r = 0;
  if (!teach_open(d) && t->at < t->lines.len) {
    forget_said(d);
    question_release(&t->q);
  }
  t->waits = false;
  if (t->replays) return pass_by(t), 0;
  d->interactive = false; /* its searches and checks end before its next line */
  while (!r && t->at < t->lines.len && !t->waits && !(d->stop && *d->stop))
    r = command_run(d, t->lines.data[t->at++]);
  d->interactive = interactive;
  d->print = false;
  if (r) t->at = t->lines.len;
  return r;
}

void teach_release(struct debug *d) {
  struct teach *t = &d->teach;
  forget_said(d);
  vec_free(&t->said);
  question_release(&t->q);
  while (t->lines.len) free(t->lines.data[--t->lines.len]);
  vec_free(&t->lines);
}
