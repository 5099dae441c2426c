#include "tests/tools/weak/weave.h"

#include "tests/tools/weak/readable.h"

#include <string.h>

/* ---- the steps of threads ---- */

enum step_kind {
  STEP_ACCESS,
  STEP_NEW_BOX,  /* the write of the constructor */
  STEP_BOX_READ, /* of the box that the thread has just found */
  STEP_FENCE,
  STEP_LOCK,
  STEP_UNLOCK,
  STEP_TEST, /* goes to `to` if the register differs; only the thread itself sees it */
};

/* `joined`: follows the step before it at once. This loses no outcome: a box has one write besides
 * its default, which is made before others can find the box, and the read of a box only has to
 * follow the read of the reference. */
struct step {
  enum step_kind kind;
  bool joined;
  const struct action *action;
  int to, box;
};

enum { STEPS_OF_THREAD = 3 * ACTIONS_MAX };

struct steps {
  int count;
  struct step at[STEPS_OF_THREAD];
};

struct thread {
  int pc, found; /* the number of the box that it has found; 0: null */
  int reg[REGISTERS_MAX];
};

struct weaver {
  const struct program *p;
  struct steps steps[THREADS_MAX];
  struct thread thread[THREADS_MAX];
  int owner[MONITORS]; /* MAIN: none */
  struct sequence done;
  struct lines *to;
  bool newest, failed;
  int boxes;
  long left;
};

static void weave_add_step(struct steps *to, enum step_kind kind, const struct action *a) {
  to->at[to->count++] = (struct step){.kind = kind, .action = a};
}

static void add_simple_steps(struct weaver *w, struct steps *to, const struct action *a) {
  if (a->kind == A_PUBLISH) {
    weave_add_step(to, STEP_NEW_BOX, a);
    to->at[to->count - 1].box = ++w->boxes;
  }
  weave_add_step(to, a->kind == A_FENCE ? STEP_FENCE : STEP_ACCESS, a);
  to->at[to->count - 1].joined = a->kind == A_PUBLISH;
  to->at[to->count - 1].box = w->boxes;
  if (a->kind != A_READ_BOX) return;
  weave_add_step(to, STEP_BOX_READ, a);
  to->at[to->count - 1].joined = true;
}

static void add_steps(struct weaver *w, struct steps *to, const struct body *b, int from, int end) {
  for (int i = from; i < end; i += 1 + b->at[i].span) {
    const struct action *a = &b->at[i];
    int first = to->count;
    if (a->kind == A_SYNC)
      weave_add_step(to, STEP_LOCK, a);
    else if (a->kind == A_IF)
      weave_add_step(to, STEP_TEST, a);
    else
      add_simple_steps(w, to, a);
    add_steps(w, to, b, i + 1, i + 1 + a->span);
    if (a->kind == A_SYNC) weave_add_step(to, STEP_UNLOCK, a);
    if (a->kind == A_IF) to->at[first].to = to->count;
  }
}

/* ---- the end ---- */

static void weave_end_line(struct weaver *w) {
  char line[LINE_SIZE] = "";
  int n = 0;
  for (int turn = 1; turn <= w->p->threads; turn++) {
    int t = turn % w->p->threads; /* the registers of main are the last */
    for (int r = 0; r < w->p->body[t].regs; r++)
      n += snprintf(line + n, sizeof line - (size_t)n, "%s%d", n ? " " : "", w->thread[t].reg[r]);
  }
  lines_add(w->to, line);
}

/* ---- one step ---- */

static void weave_go_on(struct weaver *w, int t);

static void weave_append(struct weaver *w, int t, const struct done *d) {
  if (w->done.count == DONE_MAX) {
    w->failed = true;
    return;
  }
  w->done.at[w->done.count++] = *d;
  w->thread[t].pc++;
  weave_go_on(w, t);
  w->thread[t].pc--;
  w->done.count--;
}

static void weave_sync(struct weaver *w, int t, const struct step *s) {
  enum done_kind kind = s->kind == STEP_FENCE  ? DONE_FENCE
                        : s->kind == STEP_LOCK ? DONE_LOCK
                                               : DONE_UNLOCK;
  struct done d = before_next(&w->done, t, kind, s->action->c, NO_MODE, NO_MODE);
  int monitor = s->action->c, owner = kind == DONE_FENCE ? 0 : w->owner[monitor];
  if (kind != DONE_FENCE) w->owner[monitor] = kind == DONE_LOCK ? t : MAIN;
  weave_append(w, t, &d);
  if (kind != DONE_FENCE) w->owner[monitor] = owner;
}

static void weave_write(struct weaver *w, int t, int place, enum mode mode, int value) {
  struct done d = before_next(&w->done, t, DONE_ACCESS, place, NO_MODE, mode);
  d.value = value;
  weave_append(w, t, &d);
}

/* Reads in each possible way, and stores the result in *result. */
static void weave_read(struct weaver *w, int t, int place, enum mode mode, int *result) {
  struct done r = before_next(&w->done, t, DONE_ACCESS, place, mode, NO_MODE);
  int old = *result, newest = readable_newest(&w->done, place);
  for (int i = w->newest ? newest : 0; i <= newest; i++) {
    struct done d = r;
    if (!readable_returns(&w->done, &r, i)) continue;
    before_returns(&w->done, &d, i);
    *result = w->done.at[i].value;
    weave_append(w, t, &d);
  }
  *result = old;
}

/* A read-modify-write reads the newest write. If a comparison fails, it is only a read. */
static void weave_update(struct weaver *w, int t, const struct action *a) {
  int newest = readable_newest(&w->done, a->loc), value = w->done.at[newest].value;
  bool writes = a->kind == A_ADD || value == a->c;
  struct done d =
      before_next(&w->done, t, DONE_ACCESS, a->loc, a->read, writes ? a->write : NO_MODE);
  int *result = &w->thread[t].reg[a->reg], old = *result;
  before_returns(&w->done, &d, newest);
  d.updates = true;
  d.value = a->kind == A_ADD ? value + a->c : a->d;
  *result = a->kind == A_CAS ? writes : value;
  weave_append(w, t, &d);
  *result = old;
}

static void weave_access(struct weaver *w, int t, const struct step *s) {
  const struct action *a = s->action;
  struct thread *me = &w->thread[t];
  switch (a->kind) {
    case A_READ: weave_read(w, t, a->loc, a->read, &me->reg[a->reg]); break;
    case A_READ_BOX: weave_read(w, t, a->loc, a->read, &me->found); break;
    case A_WRITE: weave_write(w, t, a->loc, a->write, a->c); break;
    case A_PUBLISH: weave_write(w, t, a->loc, a->write, s->box); break;
    default: weave_update(w, t, a); break;
  }
}

static void weave_box_read(struct weaver *w, int t, const struct action *a) {
  struct thread *me = &w->thread[t];
  int old = me->reg[a->reg];
  if (me->found) {
    weave_read(w, t, LOCS + me->found - 1, PLAIN, &me->reg[a->reg]);
    return;
  }
  me->reg[a->reg] = -1;
  me->pc++;
  weave_go_on(w, t);
  me->pc--;
  me->reg[a->reg] = old;
}

static void weave_step(struct weaver *w, int t) {
  const struct step *s = &w->steps[t].at[w->thread[t].pc];
  if (w->left-- <= 0) w->failed = true;
  if (w->failed) return;
  switch (s->kind) {
    case STEP_ACCESS: weave_access(w, t, s); break;
    case STEP_NEW_BOX: weave_write(w, t, LOCS + s->box - 1, PLAIN, s->action->c); break;
    case STEP_BOX_READ: weave_box_read(w, t, s->action); break;
    default: weave_sync(w, t, s); break;
  }
}

/* ---- all sequences ---- */

static const struct step *next_step(const struct weaver *w, int t) {
  return w->thread[t].pc < w->steps[t].count ? &w->steps[t].at[w->thread[t].pc] : NULL;
}

static bool has_to_wait(const struct weaver *w, const struct step *s) {
  return s->kind == STEP_LOCK && w->owner[s->action->c] != MAIN;
}

/* Main starts all threads before any of them acts, and acts again when all have ended. Other orders
 * of starts and joins give the same outcomes, because main does nothing else in between. */
static void weave_threads(struct weaver *w) {
  bool ended = true, any = false;
  for (int t = 1; t < w->p->threads; t++) {
    const struct step *s = next_step(w, t);
    if (!s) continue;
    ended = false;
    if (has_to_wait(w, s)) continue;
    any = true;
    weave_step(w, t);
  }
  if (ended && next_step(w, MAIN))
    weave_step(w, MAIN);
  else if (ended)
    weave_end_line(w);
  else if (!any)
    w->failed = true;
}

static void pass_tests(struct weaver *w, int t) {
  const struct step *s;
  while ((s = next_step(w, t)) && s->kind == STEP_TEST)
    w->thread[t].pc =
        w->thread[t].reg[s->action->reg] == s->action->c ? w->thread[t].pc + 1 : s->to;
}

static void weave_go_on(struct weaver *w, int t) {
  int pc = w->thread[t].pc;
  const struct step *s;
  pass_tests(w, t);
  s = next_step(w, t);
  if (s && s->joined)
    weave_step(w, t);
  else
    weave_threads(w);
  w->thread[t].pc = pc;
}

bool weave(struct lines *to, const struct program *p, bool newest, long steps) {
  struct weaver w = {.p = p, .to = to, .newest = newest, .left = steps};
  to->count = 0, to->full = false;
  for (int t = 0; t < p->threads; t++) add_steps(&w, &w.steps[t], &p->body[t], 0, p->body[t].count);
  if (w.boxes > BOXES_MAX) return false;
  for (int place = 0; place < PLACES; place++)
    w.done.at[w.done.count++] = (struct done){.kind = DONE_ACCESS,
                                              .thread = -1,
                                              .place = place,
                                              .write = PLAIN,
                                              .first = true,
                                              .from = -1};
  for (int t = 0; t < p->threads; t++) pass_tests(&w, t);
  weave_threads(&w);
  return !w.failed && !to->full;
}
