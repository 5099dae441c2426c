/* Thread.join(long): in the JDK, a loop over isAlive() and wait(), synchronized on the thread to
 * join. Here it is one native with two executions, like Object.wait. The first takes the monitor,
 * checks the thread, and enters the wait set, which releases the monitor. The second (TF_RESUMED),
 * after a notify, the end of the thread, an interrupt or a timeout, takes the monitor again and
 * checks again.
 *
 * No other thread can observe a state between isAlive() and wait(), because starting or ending the
 * thread needs its monitor. A join that finds the thread alive, its monitor free and no interrupt
 * pending enters the wait set without a scheduling point before it (join_only_waits,
 * vm/sched/join.c). This loses no behaviour. If other threads ran first, the joiner would wait
 * later, or find the thread ended, as it does after the wait too. A thread that holds the monitor
 * blocks a waiter just as it blocks a new joiner. An interrupt ends the wait just as it would
 * prevent it. A notify may choose any of several waiters. The scheduling point is needed in two
 * cases: with a time limit, whose deadline depends on when the wait begins, and if the joiner
 * already holds the monitor, because a thread that acquires it after the wait has released it can
 * observe the wait.
 *
 * If the program does not hold the monitor itself, the join holds it for no observable time, so no
 * record of it is made. */
#include "engine/vm/sched/join.h"
#include "engine/base/check.h"
#include "engine/vm/sched/interrupted.h"
#include "engine/natives/natives.h"
#include "engine/vm/sched/event.h"
#include "engine/vm/interp/interp.h"
#include "engine/vm/machine.h"
#include "engine/vm/sched/time.h"

static int join_return(struct native_call *c) {
  const struct thread *o = thread_of(c->vm, c->args[0]);
  join_leave_wait(c->vm, c->t);
  INVARIANT(!(c->t->flags & (TF_TIMED | TF_RESUMED)), "a join that is over waits no more: T%u",
            c->t->index);
  if (o && !thread_alive(o)) ev_sync(c->vm, c->t, OPK_JOIN, c->args[0], o->index);
  return NATIVE_OK;
}

static int join_throw(struct native_call *c) {
  join_leave_wait(c->vm, c->t);
  return throw_interrupted(c->vm, c->t, NULL);
}

static void join_set_monitor(struct native_call *c, uint32_t owner, uint32_t count) {
  struct monitor *m = vm_monitor(c->vm, c->args[0]);
  CHECK(m && !owner == !count && (!owner || !m->owner),
        "a join gives the monitor back or takes it free: T%u", c->t->index);
  arena_touch_range(&c->vm->arena, (uint32_t)((uint8_t *)m - c->vm->arena.mem), sizeof *m);
  m->owner = owner;
  m->count = count;
}

static void join_release(struct native_call *c) {
  struct thread *t = c->t;
  t->wait_count = vm_holds(c->vm, t, c->args[0]) ? vm_monitor(c->vm, c->args[0])->count : 0;
  if (!t->wait_count) return;
  ev_sync(c->vm, t, OPK_WAIT, c->args[0], 0);
  ev_sync(c->vm, t, OPK_UNLOCK, c->args[0], 0);
  join_set_monitor(c, 0, 0);
}

static void join_reacquire(struct native_call *c) {
  struct thread *t = c->t;
  if (!t->wait_count) return;
  join_set_monitor(c, t->index + 1, t->wait_count);
  ev_sync(c->vm, t, OPK_LOCK, c->args[0], 0);
  ev_sync(c->vm, t, OPK_REACQUIRE, c->args[0], 0);
}

static int join_stand(struct native_call *c, uint32_t state) {
  struct thread *t = c->t;
  t->state = state;
  t->wait_obj = c->args[0];
  t->op = OPK_JOIN;
  t->op_obj = c->args[0];
  return NATIVE_RETRY;
}

/* Executes one round of the loop with the monitor held. No event reports that it found the thread
 * alive or not started. */
static int join_round(struct native_call *c) {
  struct thread *t = c->t;
  INVARIANT(monitor_free_for(c->vm, t, c->args[0]),
            "a join that continues can take the monitor: T%u", t->index);
  const struct thread *o = thread_of(c->vm, c->args[0]);
  c->vm->run.unreported |= !o || thread_alive(o);
  if (!join_alive(c->vm, c->args[0]) || t->flags & TF_ELAPSED) return join_return(c);
  if (interrupted(c->vm, t)) return join_throw(c);
  join_release(c);
  t->flags = (t->flags & ~(uint32_t)TF_NOTIFIED) | TF_RESUMED;
  return join_stand(c, THREAD_JOINING);
}

static int join_again(struct native_call *c) {
  c->vm->run.granted = false;
  if (!monitor_free_for(c->vm, c->t, c->args[0])) return join_stand(c, THREAD_BLOCKED);
  join_reacquire(c);
  return c->t->flags & TF_WOKEN ? join_throw(c) : join_round(c);
}

static int join(struct native_call *c) {
  struct thread *t = c->t;
  int64_t ms = arg64(c, 1);
  bool locks_first = c->m->flags & ACC_SYNCHRONIZED; /* not from JDK 19 on */
  if (t->flags & TF_RESUMED) return join_again(c);
  if (ms >= 0 || locks_first) {
    VISIBLE(c, OPK_JOIN, c->args[0], ms != 0);
    if (!monitor_free_for(c->vm, t, c->args[0])) return join_stand(c, THREAD_BLOCKED);
  }
  if (ms < 0)
    return vm_throw(c->vm, t, "java/lang/IllegalArgumentException", "timeout value is negative");
  if (ms > 0) time_wait_begin(c->vm, t, time_of_ms(ms));
  return join_round(c);
}

const struct native_row natives_join[] = {
    {"java/lang/Thread", "join", "(J)V", join},
    {0},
};
