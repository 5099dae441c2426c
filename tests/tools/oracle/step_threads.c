/* Steps of threads: start, end, park, sleep. */
#include <stddef.h>
#include <string.h>

#include "tests/tools/oracle/work.h"
#include "tests/tools/oracle/step_int.h"

/* ---- threads ---- */

void step_start_thread(struct work *w, int target) {
  struct thread_state *n = &w->s.t[target];
  struct work child = {.m = w->m, .self = target};
  if (n->status != NEW) {
    step_fail(w, T_THREAD_STATE);
    return;
  }
  n->status = READY, n->pc = (int16_t)w->m->code->entry[target];
  n->now = w->t->now;
  knows_started(w, target);
  memcpy(&child.s, &w->s, sizeof child.s);
  child.t = &child.s.t[target];
  step_run_on(&child);
  memcpy(&w->s, &child.s, sizeof child.s);
  step_go_on(w);
}

bool step_is_alive(const struct thread_state *t) { return t->status != NEW && t->status != ENDED; }

void step_alive(struct work *w, int target) {
  w->t->value = step_is_alive(&w->s.t[target]);
  if (w->s.t[target].status == ENDED) acquire(w, ROW_END + target);
  step_go_on(w);
}

void step_end(struct work *w) {
  if (w->s.owner[w->self]) return;
  both(w, ROW_MONITOR + w->self);
  release(w, ROW_END + w->self);
  step_notify_all(w, w->self);
  w->t->status = ENDED;
  w->t->r = w->t->value = 0;
  w->s.over = true;
  for (int t = 0; t < MAX_THREADS; t++)
    if (step_is_alive(&w->s.t[t]) && !(w->m->code->daemons & 1u << t)) w->s.over = false;
  w->m->emit(w->m->to, &w->s);
}

void step_park(struct work *w, const struct instr *i) {
  struct thread_state *t = w->t;
  if (t->permit || t->interrupted) {
    t->permit = 0;
    step_go_on(w);
  } else {
    t->status = PARKED;
    clock_begin(w, i->b);
    step_emit(w);
  }
}

void step_end_park(struct work *w) {
  w->t->status = READY, w->t->permit = 0;
  clock_over(w);
  step_go_on(w);
}

void step_parked(struct work *w, bool late) {
  if (clock_may_elapse(w->m, &w->s, w->self, late)) {
    struct work other = *w;
    other.t = &other.s.t[w->self];
    clock_elapse(&other);
    step_end_park(&other);
  }
  if (!late && w->t->permit) step_end_park(w);
}

void step_sleep(struct work *w, const struct instr *i) {
  if (w->t->interrupted) {
    step_be_interrupted(w);
  } else if (clock_is_patient(w->m, i->b)) {
    w->t->status = SLEEPING;
    clock_begin(w, i->b);
    step_emit(w);
  } else {
    clock_sleep(w, i->b);
    step_go_on(w);
  }
}

static void end_sleep(struct work *w) {
  w->t->status = READY;
  clock_over(w);
  if (w->t->interrupted)
    step_be_interrupted(w);
  else
    step_go_on(w);
}

void step_sleeping(struct work *w, bool late) {
  if (!w->t->interrupted || late) {
    if (!clock_may_elapse(w->m, &w->s, w->self, late)) return;
    clock_elapse(w);
  }
  end_sleep(w);
}
