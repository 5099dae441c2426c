/* Steps of class initialisation, monitors, wait and notify. */
#include <stddef.h>
#include <string.h>

#include "tests/tools/oracle/work.h"
#include "tests/tools/oracle/step_int.h"

/* ---- classes ---- */

static void frame_push(struct work *w, int klass) {
  struct thread_state *t = w->t;
  struct frame *f = &t->frame[t->depth++];
  f->r = t->r, f->value = t->value, f->pc = t->pc, f->klass = (uint8_t)klass;
  t->r = t->value = 0;
  t->pc = (int16_t)w->m->code->init[klass];
}

static void frame_pop(struct work *w) {
  struct thread_state *t = w->t;
  struct frame *f = &t->frame[--t->depth];
  t->r = f->r, t->value = f->value, t->pc = f->pc;
  memset(f, 0, sizeof *f);
}

void step_init(struct work *w, int k) {
  struct state *s = &w->s;
  if (s->init[k] == IN_PROGRESS && s->init_owner[k] != w->self) return;
  acquire(w, ROW_CLASS + k);
  if (s->init[k] == ERRONEOUS) {
    step_fail(w, T_NO_CLASS);
  } else if (s->init[k] == UNTOUCHED) {
    s->init[k] = IN_PROGRESS, s->init_owner[k] = (uint8_t)w->self;
    frame_push(w, k);
    step_emit(w);
  } else {
    step_go_on(w);
  }
}

void step_init_over(struct work *w, int k, enum init_state state) {
  w->s.init[k] = (uint8_t)state, w->s.init_owner[k] = 0;
  release(w, ROW_CLASS + k);
  frame_pop(w);
}

static bool is_error(enum thrown kind) {
  return kind == T_INITIALIZER || kind == T_NO_CLASS || kind == T_ASSERTION;
}

void step_init_fail(struct work *w, int k) {
  enum thrown kind = w->t->thrown;
  step_init_over(w, k, ERRONEOUS);
  step_fail(w, is_error(kind) ? kind : T_INITIALIZER);
}

/* ---- monitors ---- */

bool step_monitor_free(const struct state *s, int t, int m) {
  return !s->owner[m] || s->owner[m] == t + 1;
}
bool step_owns(const struct work *w, int m) { return w->s.owner[m] == w->self + 1; }

void step_enter(struct work *w, int m) {
  if (!step_monitor_free(&w->s, w->self, m)) return;
  w->s.owner[m] = (uint8_t)(w->self + 1), w->s.count[m]++;
  acquire(w, ROW_MONITOR + m);
  step_go_on(w);
}

void step_leave(struct work *w, int m) {
  if (--w->s.count[m]) return;
  w->s.owner[m] = 0;
  release(w, ROW_MONITOR + m);
}

void step_be_interrupted(struct work *w) {
  acquire(w, ROW_STATUS + w->self);
  w->t->interrupted = 0;
  step_fail(w, T_INTERRUPTED);
}

void step_wait(struct work *w, const struct instr *i) {
  struct thread_state *t = w->t;
  if (!step_owns(w, i->a)) {
    step_fail(w, T_MONITOR_STATE);
    return;
  }
  if (t->interrupted) {
    step_be_interrupted(w);
    return;
  }
  t->status = WAITING, t->monitor = i->a, t->count = w->s.count[i->a];
  if (!t->how_long) clock_begin(w, i->b);
  w->s.count[i->a] = 1;
  step_leave(w, i->a);
  step_emit(w);
}

/* Moves thread t from the wait set to the threads that want to reacquire the monitor. */
static void wake(struct work *w, int t, enum why why) {
  w->s.t[t].status = REACQUIRING, w->s.t[t].why = (uint8_t)why;
  if (why == NOTIFIED) clock_follow(w, t);
}

void step_waiting(struct work *w, bool late) {
  if (clock_may_elapse(w->m, &w->s, w->self, late)) {
    struct work other = *w;
    other.t = &other.s.t[w->self];
    clock_elapse(&other);
    wake(&other, w->self, ELAPSED);
    step_emit(&other);
  }
  if (w->t->interrupted && !late) {
    wake(w, w->self, BY_INTERRUPT);
    step_emit(w);
  }
}

void step_reacquire(struct work *w) {
  struct thread_state *t = w->t;
  enum why why = t->why;
  if (w->s.owner[t->monitor]) return;
  w->s.owner[t->monitor] = (uint8_t)(w->self + 1), w->s.count[t->monitor] = t->count;
  acquire(w, ROW_MONITOR + t->monitor);
  t->status = READY, t->monitor = t->count = t->why = 0;
  if (step_instr(w->m->code, t)->op != OP_JOIN_WAIT) clock_over(w);
  t->value = why == ELAPSED;
  if (why == BY_INTERRUPT)
    step_be_interrupted(w);
  else
    step_go_on(w);
}

void step_notify(struct work *w, int m) {
  bool somebody = false;
  if (!step_owns(w, m)) {
    step_fail(w, T_MONITOR_STATE);
    return;
  }
  for (int t = 0; t < MAX_THREADS; t++) {
    struct work other = *w;
    if (w->s.t[t].status != WAITING || w->s.t[t].monitor != m) continue;
    somebody = true;
    other.t = &other.s.t[w->self];
    wake(&other, t, NOTIFIED);
    step_go_on(&other);
  }
  if (!somebody) step_go_on(w);
}

void step_notify_all(struct work *w, int m) {
  for (int t = 0; t < MAX_THREADS; t++)
    if (w->s.t[t].status == WAITING && w->s.t[t].monitor == m) wake(w, t, NOTIFIED);
}
