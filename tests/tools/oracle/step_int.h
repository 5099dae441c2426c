/* What the files of steps share. Each step changes the state in its struct work and emits it. */
#ifndef ORACLE_STEP_INT_H
#define ORACLE_STEP_INT_H

#include "tests/tools/oracle/work.h"

/* Returns the thread's next step. */
const struct instr *step_instr(const struct code *code, const struct thread_state *t);

/* ---- step_run.c ---- */

/* step_run_on executes the following steps that only the thread itself sees. step_emit does this
 * and emits the state. step_go_on and step_fail complete the present step, normally or with an
 * exception, and then do the same as step_emit. */

void step_run_on(struct work *w);
void step_emit(struct work *w);
void step_go_on(struct work *w);
void step_fail(struct work *w, enum thrown kind);

/* ---- step_monitors.c ---- */

/* Initialisation as in JLS 12.4.2. */
void step_init(struct work *w, int k);
void step_init_over(struct work *w, int k, enum init_state state);
void step_init_fail(struct work *w, int k);
bool step_monitor_free(const struct state *s, int t, int m);
bool step_owns(const struct work *w, int m);
void step_enter(struct work *w, int m);
void step_leave(struct work *w, int m);
void step_be_interrupted(struct work *w);
void step_wait(struct work *w, const struct instr *i);
void step_waiting(struct work *w, bool late);
void step_reacquire(struct work *w);
/* Emits a state for each thread in the wait set that may be woken. */
void step_notify(struct work *w, int m);
void step_notify_all(struct work *w, int m);

/* ---- step_threads.c ---- */

void step_start_thread(struct work *w, int target);
bool step_is_alive(const struct thread_state *t);
void step_alive(struct work *w, int target);
/* The end of a thread needs the thread's own monitor. The thread is then no longer alive, and all
 * threads that wait there are notified. */
void step_end(struct work *w);
void step_park(struct work *w, const struct instr *i);
void step_end_park(struct work *w);
void step_parked(struct work *w, bool late);
void step_sleep(struct work *w, const struct instr *i);
void step_sleeping(struct work *w, bool late);

/* ---- step_access.c ---- */

bool step_lock_take(struct work *w);
void step_unlock(struct work *w);
void step_try_lock(struct work *w);
void step_print(struct work *w, int32_t what);
void step_load(struct work *w, int loc);
void step_store(struct work *w, int loc);
void step_load_box(struct work *w);
void step_store_box(struct work *w, int32_t value);
/* A compareAndSet that fails is a read. */
void step_cas(struct work *w, int32_t from, int32_t to);
void step_get_add(struct work *w, int32_t more);
void step_is_interrupted(struct work *w, int target);

#endif
