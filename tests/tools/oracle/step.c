/* Steps of threads, loops that only read, and cycles of threads that wait for monitors. */
#include <stddef.h>
#include <string.h>

#include "tests/tools/oracle/work.h"
#include "tests/tools/oracle/step_int.h"

static void step_ready(struct work *w) {
  const struct instr *i = step_instr(w->m->code, w->t);
  struct thread_state *t = w->t;
  switch (i->op) {
    case OP_LOAD: step_load(w, i->a); break;
    case OP_STORE: step_store(w, i->a); break;
    case OP_LOAD_BOX: step_load_box(w); break;
    case OP_STORE_BOX: step_store_box(w, i->b); break;
    case OP_CAS: step_cas(w, (int8_t)i->a, i->b); break;
    case OP_GET_ADD: step_get_add(w, i->b); break;
    case OP_INIT: step_init(w, i->a); break;
    case OP_INIT_END: step_init_over(w, i->a, INITIALISED), step_go_on(w); break;
    case OP_INIT_FAIL: step_init_fail(w, i->a); break;
    case OP_ENTER: step_enter(w, i->a); break;
    case OP_LEAVE: step_leave(w, i->a), step_go_on(w); break;
    case OP_WAIT:
    case OP_JOIN_WAIT: step_wait(w, i); break;
    case OP_NOTIFY: step_notify(w, i->a); break;
    case OP_NOTIFY_ALL:
      if (!step_owns(w, i->a)) {
        step_fail(w, T_MONITOR_STATE);
        break;
      }
      step_notify_all(w, i->a), step_go_on(w);
      break;
    case OP_START: step_start_thread(w, i->a); break;
    case OP_ALIVE: step_alive(w, i->a); break;
    case OP_BLOCKER:
      if (i->a != w->self) both(w, ROW_BLOCKER + i->a);
      step_go_on(w);
      break;
    case OP_SET_INTERRUPTED:
      w->s.t[i->a].interrupted = 1, release(w, ROW_STATUS + i->a), step_go_on(w);
      break;
    case OP_INTERRUPT:
    case OP_UNPARK:
      if (step_is_alive(&w->s.t[i->a])) w->s.t[i->a].permit = 1, clock_follow(w, i->a);
      step_go_on(w);
      break;
    case OP_IS_INTERRUPTED: step_is_interrupted(w, i->a == SELF ? w->self : i->a); break;
    case OP_CLEAR_INTERRUPTED:
      t->interrupted = 0, release(w, ROW_STATUS + w->self), step_go_on(w);
      break;
    case OP_PARK: step_park(w, i); break;
    case OP_LOCK:
      if (step_lock_take(w)) step_go_on(w);
      break;
    case OP_UNLOCK: step_unlock(w); break;
    case OP_TRY_LOCK: step_try_lock(w); break;
    case OP_SLEEP: step_sleep(w, i); break;
    case OP_PRINT: step_print(w, OUT_LETTER | i->a); break;
    case OP_PRINT_R: step_print(w, t->r); break;
    case OP_EXIT: w->s.over = true, w->s.exit_status = i->a, w->m->emit(w->m->to, &w->s); break;
    case OP_END: step_end(w); break;
    default: break;
  }
}

void step_thread(struct stepper *m, const struct state *s, int t, bool late) {
  struct work w = {.m = m, .self = t};
  memcpy(&w.s, s, sizeof w.s);
  w.t = &w.s.t[t];
  switch (w.t->status) {
    case READY:
      if (!late) step_ready(&w);
      break;
    case WAITING: step_waiting(&w, late); break;
    case REACQUIRING:
      if (!late) step_reacquire(&w);
      break;
    case PARKED: step_parked(&w, late); break;
    case SLEEPING: step_sleeping(&w, late); break;
    default: break;
  }
}

void step_without_cause(struct stepper *m, const struct state *s, int t) {
  struct work w = {.m = m, .self = t};
  if (s->spurious >= m->spurious) return;
  memcpy(&w.s, s, sizeof w.s);
  w.t = &w.s.t[t];
  w.s.spurious++;
  if (w.t->status == PARKED) {
    step_end_park(&w);
  } else if (w.t->status == WAITING && step_instr(m->code, w.t)->op == OP_WAIT) {
    w.t->status = REACQUIRING, w.t->why = NOTIFIED;
    step_emit(&w);
  }
}

/* ---- loops ---- */

static bool only_looks(const struct code *code, const struct thread_state *t) {
  enum op op = step_instr(code, t)->op;
  return t->status == READY && (op == OP_LOAD || op == OP_ALIVE || op == OP_IS_INTERRUPTED);
}

static void take(void *to, const struct state *s) { memcpy(to, s, sizeof *s); }

/* Compares two states without `knows`. */
static bool is_same(const struct state *a, const struct state *b) {
  const size_t from = offsetof(struct state, loc);
  return !memcmp((const char *)a + from, (const char *)b + from, sizeof *a - from);
}

bool step_spins(struct stepper *m, const struct state *s, int t) {
  struct stepper alone = *m;
  struct state now = *s;
  alone.emit = take, alone.to = &now;
  if (!only_looks(m->code, &s->t[t])) return false;
  for (int i = 0; i < 8; i++) {
    struct state before = now;
    step_thread(&alone, &before, t, false);
    if (is_same(&now, s)) return true;
    if (now.t[t].status != READY) return false;
  }
  return false;
}

void step_start(struct state *s, struct stepper *m) {
  struct work w = {.m = m};
  memset(s, 0, sizeof *s);
  knows_all(s);
  s->t[0].status = READY, s->t[0].pc = (int16_t)m->code->entry[0];
  memcpy(&w.s, s, sizeof w.s);
  w.t = &w.s.t[0];
  step_run_on(&w);
  memcpy(s, &w.s, sizeof *s);
}

/* ---- deadlock ---- */

/* Returns the owner of the monitor that thread t waits for, or -1. */
static int blocker_of(const struct code *code, const struct state *s, int t) {
  const struct thread_state *u = &s->t[t];
  const struct instr *i = step_instr(code, u);
  int m = u->status == REACQUIRING                  ? u->monitor
          : u->status == READY && i->op == OP_ENTER ? i->a
                                                    : -1;
  if (u->status == READY && i->op == OP_END) m = t;
  return m < 0 || step_monitor_free(s, t, m) ? -1 : s->owner[m] - 1;
}

bool step_monitor_cycle(const struct code *code, const struct state *s) {
  for (int t = 0; t < MAX_THREADS; t++) {
    int u = t;
    for (int n = 0; n < MAX_THREADS && u >= 0; n++) {
      u = blocker_of(code, s, u);
      if (u == t) return true;
    }
  }
  return false;
}
