/* Thread.join(long): in the JDK a loop over isAlive() and wait(), synchronized on the thread to be
 * joined. Here it is one native in two executions, as Object.wait is: the first takes the monitor,
 * looks, and enters the wait set, which gives the monitor back; the second (TF_RESUMED), after a
 * notify, the end of the thread, an interrupt or an elapse, takes it again and looks again.
 *
 * From isAlive() to wait() nobody else can see anything: who starts or ends the thread needs its
 * monitor. And a join that finds the thread alive, its monitor free and no interrupt pending enters
 * the wait set without a scheduling point before it (join_only_waits, vm/sched/join.c). Had
 * others gone first, the joiner would do the same later, or find the thread ended, which it does
 * after the wait too; who takes the monitor keeps a waiter away as he keeps one who comes; an
 * interrupt ends the wait as it would prevent it; and of several waiters any may be notified. Not
 * so with a time limit, whose deadline depends on when the wait begins, and not where the program
 * holds the monitor: who gets it from the wait has seen that the joiner waits.
 *
 * A monitor that the program does not hold outside is held for no time that others could see: no
 * record of it is made. */
#include "engine/vm/sched/join.h"
#include "engine/vm/sched/interrupted.h"
#include "engine/natives/natives.h"
#include "engine/vm/sched/event.h"
#include "engine/vm/interp/interp.h"
#include "engine/vm/machine.h"
#include "engine/vm/sched/time.h"

static int join_return(struct native_call *c) {
  const struct thread *o = thread_of(c->vm, c->args[0]);
  join_leave_wait(c->vm, c->t);
  if (o && !thread_alive(o)) ev_sync(c->vm, c->t, OPK_JOIN, c->args[0], o->index);
  return NATIVE_OK;
}

static int join_throw(struct native_call *c) {
  join_leave_wait(c->vm, c->t);
  return throw_interrupted(c->vm, c->t, NULL);
}

static void join_set_monitor(struct native_call *c, uint32_t owner, uint32_t count) {
  struct monitor *m = vm_monitor(c->vm, c->args[0]);
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

/* With the monitor: one round of the loop. That it found the thread alive, or not yet started, no
 * event reports. */
static int join_round(struct native_call *c) {
  struct thread *t = c->t;
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
