/* Asks and answers questions, and runs lessons. */
#include "tui/terminal/teach.h"

#include <stdlib.h>
#include <string.h>

#include "engine/base/check.h"
#include "tui/terminal/command.h"
#include "tui/terminal/debug.h"

/* ---- panel of a lesson ---- */

/* The panel shows a lesson's texts and the open question over the lowest rows of the view. */

struct panel {
  struct grid *g;
  int row, end;
  bool draw; /* false: only count the rows */
};

static void panel_text(struct panel *p, enum style style, const char *text) {
  struct line l = {0};
  int from = 0, to, in = 1, cols = p->g->cols - 2;
  line_puts(&l, style, text);
  do {
    to = utf8_wrap(text, from, cols - in);
    if (p->draw && p->row < p->end) {
      grid_fill(p->g, (struct rect){p->row, 0, 1, p->g->cols}, ' ', ST_NORMAL);
      grid_part(p->g, p->row, in, p->g->cols - in, ST_NORMAL, &l, from, to);
    }
    p->row++;
    from = to;
    in = 1 + LINE_CONTINUED;
  } while (to < line_width(&l));
  line_release(&l);
}

static void panel_question(struct panel *p, const struct question *q) {
  size_t i;
  panel_text(p, ST_WARN, q->text);
  for (i = 0; i < q->count; i++) {
    bool right = q->revealed && question_right(q, i);
    char *votes = q->votes[i] ? mem_printf("   %u vote%s", q->votes[i], PLURAL(q->votes[i]))
                              : mem_strdup(""),
         *s = mem_printf("%c %c  %s%s", right ? '>' : ' ', 'a' + (int)i, q->option[i], votes);
    panel_text(p, right ? ST_GOOD : q->revealed ? ST_DIM : ST_NORMAL, s);
    free(s);
    free(votes);
  }
  if (!q->revealed) return;
  {
    char *s = mem_printf("because: %s", q->reason);
    panel_text(p, ST_GOOD, s);
    free(s);
  }
}

/* Returns the line that says which keys work now. Caller frees. */
static char *panel_hint(struct debug *d) {
  node_id away = teach_away(d);
  if (teach_open(d))
    return mem_printf("a %s %c vote, Space reveals", d->teach.q.count == 2 ? "and" : "to",
                      'a' + (int)d->teach.q.count - 1);
  if (away != NODE_NONE)
    return mem_printf(teach_asks_elsewhere(d)
                          ? "the question is at step %u: Space goes back to it"
                          : "the lesson is at step %u: Space goes on from there",
                      debug_step(d, away));
  return mem_strdup(d->teach.at < d->teach.lines.len
                        ? "Space goes on"
                        : "the end of the lesson (q leaves; heddle lesson lists them all)");
}

/* A lesson's texts are shown only at its current node, because they describe that state. */
static void panel_all(struct panel *p, struct debug *d) {
  const struct question *q = &d->teach.q;
  bool away = teach_away(d) != NODE_NONE;
  size_t i;
  for (i = 0; !away && i < d->teach.said.len; i++) panel_text(p, ST_TITLE, d->teach.said.data[i]);
  if (q->text && q->at == engine_here(d->engine)) panel_question(p, q);
  if (teach_open(d) || d->teach.lines.len) {
    char *hint = panel_hint(d);
    panel_text(p, ST_KEY, hint);
    free(hint);
  }
}

/* Takes at most two thirds of the rows above `below`. */
void teach_panel(struct debug *d, struct grid *g, int below) {
  struct panel p = {.g = g};
  int most = below * 2 / 3, rows;
  if (!d->teach.said.len && !d->teach.q.text) return;
  panel_all(&p, d);
  if (!p.row) return;
  rows = p.row < most ? p.row : most;
  p = (struct panel){.g = g, .row = below - rows, .end = below, .draw = true};
  grid_fill(g, (struct rect){p.row - 1, 0, 1, g->cols}, GLYPH_H, ST_FOCUS);
  panel_all(&p, d);
}

/* ---- questions ---- */

size_t question_option(struct question *q, const char *text) {
  size_t i;
  for (i = 0; i < q->count; i++)
    if (!strcmp(q->option[i], text)) return i;
  if (i < QUESTION_OPTIONS) q->option[q->count++] = mem_strdup(text);
  return i;
}

bool question_right(const struct question *q, size_t option) {
  return option == q->right || q->also >> option & 1;
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

/* Returns true if the current command comes from the lesson. When a script replays the lesson, the
 * commands after each `continue` come from the lesson, until `due` reaches `at`. */
static bool lesson_acts(const struct teach *t) { return t->acts || t->due < t->at; }

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
  CHECK(q.count <= QUESTION_OPTIONS && q.right < q.count,
        "the right answer is one of the options: %zu of %zu, %s", (size_t)q.right, (size_t)q.count,
        kind);
  q.at = engine_here(d->engine);
  q.by = lesson_acts(&d->teach) ? ASKED_BY_LESSON : ASKED_BY_USER;
  question_release(&d->teach.q);
  d->teach.q = q;
  report_question(d, &d->teach.q);
  return 0;
}

static bool is_here(const struct debug *d, const struct question *q) {
  return q->text && q->at == engine_here(d->engine);
}

bool teach_open(const struct debug *d) { return is_here(d, &d->teach.q) && !d->teach.q.revealed; }

bool teach_answered(const struct debug *d, int key) {
  const struct question *q = &d->teach.q;
  return is_here(d, q) && q->revealed && key >= 'a' && key < 'a' + (int)q->count;
}

bool teach_over(const struct debug *d) {
  return d->teach.lines.len && d->teach.at == d->teach.lines.len;
}

bool teach_goes(const struct debug *d) { return d->teach.lines.len && !teach_over(d); }

bool teach_asks_elsewhere(const struct debug *d) {
  const struct question *q = &d->teach.q;
  return q->text && !q->revealed && q->by == ASKED_BY_LESSON && !is_here(d, q);
}

node_id teach_away(const struct debug *d) {
  const struct teach *t = &d->teach;
  if (!t->at || t->due < t->at || t->left == engine_here(d->engine)) return NODE_NONE;
  return teach_goes(d) || teach_asks_elsewhere(d) ? t->left : NODE_NONE;
}

bool teach_vote(struct debug *d, size_t option) {
  struct question *q = &d->teach.q;
  if (!teach_open(d) || option >= q->count) return false;
  q->votes[option]++;
  return true;
}

static void report_right(struct debug *d, const struct question *q) {
  size_t i;
  CHECK(q->right < q->count, "a question that is answered has its answer: %zu of %zu",
        (size_t)q->right, (size_t)q->count);
  debug_log(d, LOG_GOOD, "%c  %s", 'a' + (int)q->right, q->option[q->right]);
  for (i = 0; i < q->count; i++)
    if (i != q->right && question_right(q, i))
      debug_log(d, LOG_GOOD, "%c  %s: right as well", 'a' + (int)i, q->option[i]);
}

bool teach_reveal(struct debug *d) {
  struct question *q = &d->teach.q;
  uint32_t all = 0, right = 0;
  size_t i;
  if (!teach_open(d)) return false;
  q->revealed = true;
  for (i = 0; i < q->count; i++) {
    all += q->votes[i];
    if (question_right(q, i)) right += q->votes[i];
  }
  report_right(d, q);
  debug_log(d, LOG_GOOD, "because: %s", q->reason);
  if (all) {
    d->teach.asked++;
    d->teach.votes += all;
    d->teach.right += right;
    debug_log(d, LOG_INFO, "%u of %u vote%s right", right, all, PLURAL(all));
  }
  return true;
}

bool teach_hides(const struct debug *d) {
  const struct question *q = &d->teach.q;
  if (is_here(d, q) && q->effect) return !q->revealed;
  return d->teach.predict || teach_open(d);
}

bool teach_hides_state(const struct debug *d) { return teach_open(d) && d->teach.q.state; }

bool teach_hides_tree(const struct debug *d) { return teach_open(d) && !d->teach.q.effect; }

void teach_predict(struct debug *d) {
  struct error ignored = {0};
  if (!d->teach.predict || teach_goes(d) || d->running) return;
  if (is_here(d, &d->teach.q)) return;
  question_release(&d->teach.q);
  debug_choices(d);
  if (d->choices.len && !teach_ask(d, "effect", "", &ignored)) d->teach.q.by = ASKED_BY_PREDICT;
}

void teach_predict_off(struct debug *d) {
  if (d->teach.q.by == ASKED_BY_PREDICT) question_release(&d->teach.q);
}

/* Closes a question whose node the session has left: the question is no longer visible, so votes
 * would not count, and its answer is about another state. A lesson's question stays open until the
 * user returns. */
static void leave_question(struct debug *d) {
  struct question *q = &d->teach.q;
  if (!q->text || q->by == ASKED_BY_LESSON || is_here(d, q) || d->running) return;
  if (!q->revealed)
    debug_log(d, LOG_INFO, "the question at step %u is closed", debug_step(d, q->at));
  question_release(q);
  debug_stale(d);
}

/* ---- lessons ---- */

void teach_say(struct debug *d, const char *text) {
  *vec_push(&d->teach.said) = mem_strdup(text);
  debug_log(d, LOG_INFO, "%s", text);
}

static void forget_said(struct debug *d) {
  while (d->teach.said.len) free(d->teach.said.data[--d->teach.said.len]);
}

/* Moves `at` past the lesson's next question or stop. */
static void pass_by(struct teach *t) {
  const char *line = "";
  while (t->at < t->lines.len && strncmp(line, "ask ", 4) != 0 && strcmp(line, "stop") != 0)
    line = t->lines.data[t->at++];
}

/* Moves `due` past the executed line if that is one of the lesson's pending lines. Ignores any
 * other line, because a command of the lesson may add lines to the script. */
static void follow_lesson(struct debug *d, const char *line) {
  struct teach *t = &d->teach;
  size_t i = t->due;
  if (!t->replays || t->due == t->at) return;
  CHECK(t->due < t->at && t->at <= t->lines.len, "a lesson's lines are in order: %zu, %zu of %zu",
        (size_t)t->due, (size_t)t->at, t->lines.len);
  if (!strncmp(line, "try ", 4)) line += 4;
  while (i < t->at && strcmp(t->lines.data[i], line) != 0) i++;
  if (i < t->at) t->due = i + 1;
  t->left = engine_here(d->engine);
}

void teach_ran(struct debug *d, const char *line) {
  follow_lesson(d, line);
  leave_question(d);
}

void teach_forget_nodes(struct debug *d) {
  question_release(&d->teach.q);
  d->teach.left = NODE_NONE;
}

int teach_back(struct debug *d) {
  struct error err = {0};
  node_id to = teach_away(d), before = engine_here(d->engine);
  if (to == NODE_NONE) return 0;
  debug_search_pause(d);
  if (engine_go(d->engine, to, &err)) return debug_fail(d, &err);
  debug_moved(d, before);
  debug_log(d, LOG_INFO, "back to the lesson's place, step %u", debug_here(d).depth);
  return 0;
}

int teach_go_on(struct debug *d) {
  struct teach *t = &d->teach;
  bool interactive = d->interactive;
  int r = teach_back(d);
  if (r) return r;
  if (t->at < t->lines.len) {
    forget_said(d);
    question_release(&t->q);
  }
  t->waits = false;
  t->due = t->at;
  if (t->replays) return pass_by(t), 0;
  d->interactive = false; /* each search or check ends before the lesson's next line */
  t->acts = true;
  while (!r && t->at < t->lines.len && !t->waits && !(d->stop && *d->stop))
    r = command_run(d, t->lines.data[t->at++]);
  t->acts = false;
  d->interactive = interactive;
  d->print = false;
  t->left = engine_here(d->engine);
  t->due = t->at;
  if (r) t->due = t->at = t->lines.len;
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
