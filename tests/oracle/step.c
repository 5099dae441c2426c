#include "tests/oracle/work.h"

#include <stddef.h>
#include <string.h>

/* States are compared by their bytes: none may be padding. */
_Static_assert(sizeof(struct frame) == 12, "no padding");
_Static_assert(sizeof(struct thread_state) == 4 * (4 + SAVED_MAX) + 12 * FRAME_MAX + 2 + 10,
               "no padding");
_Static_assert(sizeof(struct state) % 8 == 0, "no padding at the end");

static const struct instr *next_of(const struct code *code, const struct thread_state *t) {
  return &code->at[t->pc];
}

/* ---- what only the thread itself sees ---- */

static void throw_it(struct work *w, enum thrown kind) {
  w->t->thrown = (uint8_t)kind;
  w->t->pc = next_of(w->m->code, w->t)->handler;
}

static void run_local(struct work *w, const struct instr *i) {
  struct thread_state *t = w->t;
  t->pc++;
  switch (i->op) {
    case OP_ACC: t->r = (int32_t)((uint32_t)t->r * 31u + (uint32_t)t->value), t->value = 0; break;
    case OP_CONST: t->value = (int8_t)i->a; break;
    case OP_PLUS: t->value = (int32_t)((uint32_t)t->value + (uint32_t)(int8_t)i->a); break;
    case OP_FROM_R: t->value = t->r; break;
    case OP_UNEQUAL:
      if (t->value != (int8_t)i->a) t->pc = i->b;
      t->value = 0;
      break;
    case OP_GO: t->pc = i->b; break;
    case OP_SAVE: t->saved[i->a] = t->r; break;
    case OP_RESTORE:
      if (i->b) t->r = t->saved[i->a];
      t->saved[i->a] = 0;
      break;
    case OP_CODE: t->r = (int32_t)((uint32_t)t->r * 31u + t->thrown), t->thrown = T_NONE; break;
    case OP_THROW: t->pc--, throw_it(w, i->a); break;
    case OP_RETHROW: t->pc--, throw_it(w, t->thrown); break;
    case OP_ZERO:
      if (!t->value) t->pc = i->b;
      break;
    case OP_NEW:
      plain_write(w, LOC_BOX + i->a);
      w->s.loc[LOC_BOX + i->a] = i->b, t->value = i->a + 1;
      break;
    case OP_WAIT_OVER: clock_over(w); break;
    case OP_UNCAUGHT:
      t->thrown = T_NONE;
      w->m->seen.uncaught = true;
      if (w->self == 0) w->s.exit_status = 1;
      break;
    default: break;
  }
}

static void run_on(struct work *w) {
  for (;;) {
    const struct instr *i = next_of(w->m->code, w->t);
    if (i->op >= OP_FIRST_SEEN) return;
    run_local(w, i);
  }
}

static void emit(struct work *w) {
  run_on(w);
  w->m->emit(w->m->to, &w->s);
}

static void go_on(struct work *w) {
  w->t->pc++;
  emit(w);
}

static void fail(struct work *w, enum thrown kind) {
  w->t->value = 0;
  throw_it(w, kind);
  emit(w);
}

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

/* Initialisation as in JLS 12.4.2. */
static void step_init(struct work *w, int k) {
  struct state *s = &w->s;
  if (s->init[k] == IN_PROGRESS && s->init_owner[k] != w->self) return;
  acquire(w, ROW_CLASS + k);
  if (s->init[k] == ERRONEOUS) {
    fail(w, T_NO_CLASS);
  } else if (s->init[k] == UNTOUCHED) {
    s->init[k] = IN_PROGRESS, s->init_owner[k] = (uint8_t)w->self;
    frame_push(w, k);
    emit(w);
  } else {
    go_on(w);
  }
}

static void step_init_over(struct work *w, int k, enum init_state state) {
  w->s.init[k] = (uint8_t)state, w->s.init_owner[k] = 0;
  release(w, ROW_CLASS + k);
  frame_pop(w);
}

static bool is_error(enum thrown kind) {
  return kind == T_INITIALIZER || kind == T_NO_CLASS || kind == T_ASSERTION;
}

static void step_init_fail(struct work *w, int k) {
  enum thrown kind = w->t->thrown;
  step_init_over(w, k, ERRONEOUS);
  fail(w, is_error(kind) ? kind : T_INITIALIZER);
}

/* ---- monitors ---- */

static bool free_for(const struct state *s, int t, int m) {
  return !s->owner[m] || s->owner[m] == t + 1;
}
static bool owns(const struct work *w, int m) { return w->s.owner[m] == w->self + 1; }

static void step_enter(struct work *w, int m) {
  if (!free_for(&w->s, w->self, m)) return;
  w->s.owner[m] = (uint8_t)(w->self + 1), w->s.count[m]++;
  acquire(w, ROW_MONITOR + m);
  go_on(w);
}

static void leave(struct work *w, int m) {
  if (--w->s.count[m]) return;
  w->s.owner[m] = 0;
  release(w, ROW_MONITOR + m);
}

static void be_interrupted(struct work *w) {
  acquire(w, ROW_STATUS + w->self);
  w->t->interrupted = 0;
  fail(w, T_INTERRUPTED);
}

static void step_wait(struct work *w, const struct instr *i) {
  struct thread_state *t = w->t;
  if (!owns(w, i->a)) {
    fail(w, T_MONITOR_STATE);
    return;
  }
  if (t->interrupted) {
    be_interrupted(w);
    return;
  }
  t->status = WAITING, t->monitor = i->a, t->count = w->s.count[i->a];
  if (!t->how_long) clock_begin(w, i->b);
  w->s.count[i->a] = 1;
  leave(w, i->a);
  emit(w);
}

/* From the wait set to those who want the monitor. */
static void wake(struct work *w, int t, enum why why) {
  w->s.t[t].status = REACQUIRING, w->s.t[t].why = (uint8_t)why;
  if (why == NOTIFIED) clock_follow(w, t);
}

static void step_waiting(struct work *w, bool late) {
  if (clock_may_elapse(w->m, &w->s, w->self, late)) {
    struct work other = *w;
    other.t = &other.s.t[w->self];
    clock_elapse(&other);
    wake(&other, w->self, ELAPSED);
    emit(&other);
  }
  if (w->t->interrupted && !late) {
    wake(w, w->self, BY_INTERRUPT);
    emit(w);
  }
}

static void step_reacquire(struct work *w) {
  struct thread_state *t = w->t;
  enum why why = t->why;
  if (w->s.owner[t->monitor]) return;
  w->s.owner[t->monitor] = (uint8_t)(w->self + 1), w->s.count[t->monitor] = t->count;
  acquire(w, ROW_MONITOR + t->monitor);
  t->status = READY, t->monitor = t->count = t->why = 0;
  if (next_of(w->m->code, t)->op != OP_JOIN_WAIT) clock_over(w);
  t->value = why == ELAPSED;
  if (why == BY_INTERRUPT)
    be_interrupted(w);
  else
    go_on(w);
}

/* Any one of the threads in the wait set. */
static void step_notify(struct work *w, int m) {
  bool somebody = false;
  if (!owns(w, m)) {
    fail(w, T_MONITOR_STATE);
    return;
  }
  for (int t = 0; t < MAX_THREADS; t++) {
    struct work other = *w;
    if (w->s.t[t].status != WAITING || w->s.t[t].monitor != m) continue;
    somebody = true;
    other.t = &other.s.t[w->self];
    wake(&other, t, NOTIFIED);
    go_on(&other);
  }
  if (!somebody) go_on(w);
}

static void notify_all(struct work *w, int m) {
  for (int t = 0; t < MAX_THREADS; t++)
    if (w->s.t[t].status == WAITING && w->s.t[t].monitor == m) wake(w, t, NOTIFIED);
}

/* ---- threads ---- */

static void step_start_thread(struct work *w, int target) {
  struct thread_state *n = &w->s.t[target];
  struct work child = {.m = w->m, .self = target};
  if (n->status != NEW) {
    fail(w, T_THREAD_STATE);
    return;
  }
  n->status = READY, n->pc = (int16_t)w->m->code->entry[target];
  n->now = w->t->now;
  knows_started(w, target);
  memcpy(&child.s, &w->s, sizeof child.s);
  child.t = &child.s.t[target];
  run_on(&child);
  memcpy(&w->s, &child.s, sizeof child.s);
  go_on(w);
}

static bool alive(const struct thread_state *t) { return t->status != NEW && t->status != ENDED; }

static void step_alive(struct work *w, int target) {
  w->t->value = alive(&w->s.t[target]);
  if (w->s.t[target].status == ENDED) acquire(w, ROW_END + target);
  go_on(w);
}

/* The end takes the thread's own monitor: no longer alive, and all who wait there are notified. */
static void step_end(struct work *w) {
  if (w->s.owner[w->self]) return;
  both(w, ROW_MONITOR + w->self);
  release(w, ROW_END + w->self);
  notify_all(w, w->self);
  w->t->status = ENDED;
  w->t->r = w->t->value = 0;
  w->s.over = true;
  for (int t = 0; t < MAX_THREADS; t++)
    if (alive(&w->s.t[t]) && !(w->m->code->daemons & 1u << t)) w->s.over = false;
  w->m->emit(w->m->to, &w->s);
}

static void step_park(struct work *w, const struct instr *i) {
  struct thread_state *t = w->t;
  if (t->permit || t->interrupted) {
    t->permit = 0;
    go_on(w);
  } else {
    t->status = PARKED;
    clock_begin(w, i->b);
    emit(w);
  }
}

static void end_park(struct work *w) {
  w->t->status = READY, w->t->permit = 0;
  clock_over(w);
  go_on(w);
}

static void step_parked(struct work *w, bool late) {
  if (clock_may_elapse(w->m, &w->s, w->self, late)) {
    struct work other = *w;
    other.t = &other.s.t[w->self];
    clock_elapse(&other);
    end_park(&other);
  }
  if (!late && w->t->permit) end_park(w);
}

static void step_sleep(struct work *w, const struct instr *i) {
  if (w->t->interrupted) {
    be_interrupted(w);
  } else if (clock_is_patient(w->m, i->b)) {
    w->t->status = SLEEPING;
    clock_begin(w, i->b);
    emit(w);
  } else {
    clock_sleep(w, i->b);
    go_on(w);
  }
}

static void end_sleep(struct work *w) {
  w->t->status = READY;
  clock_over(w);
  if (w->t->interrupted)
    be_interrupted(w);
  else
    go_on(w);
}

static void step_sleeping(struct work *w, bool late) {
  if (!w->t->interrupted || late) {
    if (!clock_may_elapse(w->m, &w->s, w->self, late)) return;
    clock_elapse(w);
  }
  end_sleep(w);
}

/* ---- locks, output ---- */

static bool lock_take(struct work *w) {
  struct state *s = &w->s;
  if (s->lock_owner && s->lock_owner != w->self + 1) return false;
  s->lock_owner = (uint8_t)(w->self + 1), s->lock_count++;
  both(w, ROW_LOCK);
  return true;
}

static void step_unlock(struct work *w) {
  if (w->s.lock_owner != w->self + 1) {
    fail(w, T_MONITOR_STATE);
    return;
  }
  if (!--w->s.lock_count) w->s.lock_owner = 0;
  release(w, ROW_LOCK);
  go_on(w);
}

static void step_try_lock(struct work *w) {
  w->t->value = lock_take(w);
  if (!w->t->value) acquire(w, ROW_LOCK); /* it has read the volatile state */
  go_on(w);
}

static void step_print(struct work *w, int32_t what) {
  if (w->s.out_length < OUT_MAX)
    w->s.out[w->s.out_length++] = what;
  else
    w->s.overflow = true; /* PrintStream promises no order */
  go_on(w);
}

/* ---- accesses ---- */

static void step_load(struct work *w, int loc) {
  if (loc >= LOC_PLAIN)
    acquire(w, ROW_VOLATILE + loc - LOC_PLAIN);
  else
    plain_read(w, loc);
  w->t->value = w->s.loc[loc];
  go_on(w);
}

static void step_store(struct work *w, int loc) {
  if (loc >= LOC_PLAIN)
    release(w, ROW_VOLATILE + loc - LOC_PLAIN);
  else
    plain_write(w, loc);
  w->s.loc[loc] = w->t->value;
  w->t->value = 0;
  go_on(w);
}

static void step_load_box(struct work *w) {
  int loc = LOC_BOX + w->t->value - 1;
  plain_read(w, loc);
  w->t->value = w->s.loc[loc];
  go_on(w);
}

static void step_store_box(struct work *w, int32_t value) {
  int loc = LOC_BOX + w->t->value - 1;
  plain_write(w, loc);
  w->s.loc[loc] = value;
  w->t->value = 0;
  go_on(w);
}

/* One that fails has read. */
static void step_cas(struct work *w, int32_t from, int32_t to) {
  bool done = w->s.loc[LOC_AI] == from;
  acquire(w, ROW_VOLATILE + LOC_AI - LOC_PLAIN);
  if (done) release(w, ROW_VOLATILE + LOC_AI - LOC_PLAIN), w->s.loc[LOC_AI] = to;
  w->t->value = done;
  go_on(w);
}

static void step_get_add(struct work *w, int32_t more) {
  both(w, ROW_VOLATILE + LOC_AI - LOC_PLAIN);
  w->t->value = w->s.loc[LOC_AI];
  w->s.loc[LOC_AI] = (int32_t)((uint32_t)w->t->value + (uint32_t)more);
  go_on(w);
}

static void step_is_interrupted(struct work *w, int target) {
  w->t->value = w->s.t[target].interrupted;
  acquire(w, ROW_STATUS + target);
  go_on(w);
}

static void step_ready(struct work *w) {
  const struct instr *i = next_of(w->m->code, w->t);
  struct thread_state *t = w->t;
  switch (i->op) {
    case OP_LOAD: step_load(w, i->a); break;
    case OP_STORE: step_store(w, i->a); break;
    case OP_LOAD_BOX: step_load_box(w); break;
    case OP_STORE_BOX: step_store_box(w, i->b); break;
    case OP_CAS: step_cas(w, (int8_t)i->a, i->b); break;
    case OP_GET_ADD: step_get_add(w, i->b); break;
    case OP_INIT: step_init(w, i->a); break;
    case OP_INIT_END: step_init_over(w, i->a, INITIALISED), go_on(w); break;
    case OP_INIT_FAIL: step_init_fail(w, i->a); break;
    case OP_ENTER: step_enter(w, i->a); break;
    case OP_LEAVE: leave(w, i->a), go_on(w); break;
    case OP_WAIT:
    case OP_JOIN_WAIT: step_wait(w, i); break;
    case OP_NOTIFY: step_notify(w, i->a); break;
    case OP_NOTIFY_ALL:
      if (!owns(w, i->a)) {
        fail(w, T_MONITOR_STATE);
        break;
      }
      notify_all(w, i->a), go_on(w);
      break;
    case OP_START: step_start_thread(w, i->a); break;
    case OP_ALIVE: step_alive(w, i->a); break;
    case OP_BLOCKER:
      if (i->a != w->self) both(w, ROW_BLOCKER + i->a);
      go_on(w);
      break;
    case OP_SET_INTERRUPTED:
      w->s.t[i->a].interrupted = 1, release(w, ROW_STATUS + i->a), go_on(w);
      break;
    case OP_INTERRUPT:
    case OP_UNPARK:
      if (alive(&w->s.t[i->a])) w->s.t[i->a].permit = 1, clock_follow(w, i->a);
      go_on(w);
      break;
    case OP_IS_INTERRUPTED: step_is_interrupted(w, i->a == SELF ? w->self : i->a); break;
    case OP_CLEAR_INTERRUPTED:
      t->interrupted = 0, release(w, ROW_STATUS + w->self), go_on(w);
      break;
    case OP_PARK: step_park(w, i); break;
    case OP_LOCK:
      if (lock_take(w)) go_on(w);
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
    end_park(&w);
  } else if (w.t->status == WAITING && next_of(m->code, w.t)->op == OP_WAIT) {
    w.t->status = REACQUIRING, w.t->why = NOTIFIED;
    emit(&w);
  }
}

/* ---- loops ---- */

static bool only_looks(const struct code *code, const struct thread_state *t) {
  enum op op = next_of(code, t)->op;
  return t->status == READY && (op == OP_LOAD || op == OP_ALIVE || op == OP_IS_INTERRUPTED);
}

static void take(void *to, const struct state *s) { memcpy(to, s, sizeof *s); }

/* But for what is known of accesses. */
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
  run_on(&w);
  memcpy(s, &w.s, sizeof *s);
}

/* ---- deadlock ---- */

/* The thread whose monitor thread t waits for, or -1. */
static int blocker_of(const struct code *code, const struct state *s, int t) {
  const struct thread_state *u = &s->t[t];
  const struct instr *i = next_of(code, u);
  int m = u->status == REACQUIRING                  ? u->monitor
          : u->status == READY && i->op == OP_ENTER ? i->a
                                                    : -1;
  if (u->status == READY && i->op == OP_END) m = t;
  return m < 0 || free_for(s, t, m) ? -1 : s->owner[m] - 1;
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
