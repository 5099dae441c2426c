/* Steps of locks, output and accesses to memory. */
#include <stddef.h>

#include "tests/tools/oracle/work.h"
#include "tests/tools/oracle/step_int.h"

/* ---- locks, output ---- */

bool step_lock_take(struct work *w) {
  struct state *s = &w->s;
  if (s->lock_owner && s->lock_owner != w->self + 1) return false;
  s->lock_owner = (uint8_t)(w->self + 1), s->lock_count++;
  both(w, ROW_LOCK);
  return true;
}

void step_unlock(struct work *w) {
  if (w->s.lock_owner != w->self + 1) {
    step_fail(w, T_MONITOR_STATE);
    return;
  }
  if (!--w->s.lock_count) w->s.lock_owner = 0;
  release(w, ROW_LOCK);
  step_go_on(w);
}

void step_try_lock(struct work *w) {
  w->t->value = step_lock_take(w);
  if (!w->t->value) acquire(w, ROW_LOCK); /* it has read the volatile state of the lock */
  step_go_on(w);
}

void step_print(struct work *w, int32_t what) {
  if (w->s.out_length < OUT_MAX)
    w->s.out[w->s.out_length++] = what;
  else
    w->s.overflow = true; /* PrintStream promises no order */
  step_go_on(w);
}

/* ---- accesses ---- */

void step_load(struct work *w, int loc) {
  if (loc >= LOC_PLAIN)
    acquire(w, ROW_VOLATILE + loc - LOC_PLAIN);
  else
    plain_read(w, loc);
  w->t->value = w->s.loc[loc];
  step_go_on(w);
}

void step_store(struct work *w, int loc) {
  if (loc >= LOC_PLAIN)
    release(w, ROW_VOLATILE + loc - LOC_PLAIN);
  else
    plain_write(w, loc);
  w->s.loc[loc] = w->t->value;
  w->t->value = 0;
  step_go_on(w);
}

void step_load_box(struct work *w) {
  int loc = LOC_BOX + w->t->value - 1;
  plain_read(w, loc);
  w->t->value = w->s.loc[loc];
  step_go_on(w);
}

void step_store_box(struct work *w, int32_t value) {
  int loc = LOC_BOX + w->t->value - 1;
  plain_write(w, loc);
  w->s.loc[loc] = value;
  w->t->value = 0;
  step_go_on(w);
}

void step_cas(struct work *w, int32_t from, int32_t to) {
  bool done = w->s.loc[LOC_AI] == from;
  acquire(w, ROW_VOLATILE + LOC_AI - LOC_PLAIN);
  if (done) release(w, ROW_VOLATILE + LOC_AI - LOC_PLAIN), w->s.loc[LOC_AI] = to;
  w->t->value = done;
  step_go_on(w);
}

void step_get_add(struct work *w, int32_t more) {
  both(w, ROW_VOLATILE + LOC_AI - LOC_PLAIN);
  w->t->value = w->s.loc[LOC_AI];
  w->s.loc[LOC_AI] = (int32_t)((uint32_t)w->t->value + (uint32_t)more);
  step_go_on(w);
}

void step_is_interrupted(struct work *w, int target) {
  w->t->value = w->s.t[target].interrupted;
  acquire(w, ROW_STATUS + target);
  step_go_on(w);
}
