/* Object.wait, notify, notifyAll (JLS 17.2). A wait is two executions of the native: the first
 * releases the monitor and joins the wait set, and the second (TF_RESUMED) takes the monitor again.
 * The search chooses which waiter a notify wakes. */
#include "engine/vm/sched/interrupted.h"
#include "engine/base/check.h"
#include "engine/natives/natives.h"
#include "engine/vm/sched/event.h"
#include "engine/vm/interp/interp.h"
#include "engine/vm/machine.h"
#include "engine/vm/sched/time.h"

enum { WAIT_FLAGS = TF_TIMED | TF_NOTIFIED | TF_ELAPSED | TF_WOKEN | TF_RESUMED };

static int not_owner(struct native_call *c) {
  return vm_throw(c->vm, c->t, "java/lang/IllegalMonitorStateException",
                  "current thread is not owner");
}

static int wait_again(struct native_call *c) {
  struct vm *vm = c->vm;
  struct thread *t = c->t;
  ref obj = c->args[0];
  bool woken = t->flags & TF_WOKEN;
  int r = monitor_enter(vm, t, obj);
  vm->run.granted = false;
  if (r != NATIVE_OK) return r;
  CHECK(t->wait_count, "a waiter entered the monitor before: T%u", t->index);
  INVARIANT(vm_monitor(vm, obj)->count == 1, "a waiter enters the monitor again once: T%u",
            t->index);
  ev_sync(vm, t, OPK_REACQUIRE, obj, 0);
  vm_monitor(vm, obj)->count = t->wait_count;
  time_wait_over(vm, t);
  t->flags &= ~(uint32_t)WAIT_FLAGS;
  t->wait_obj = 0;
  INVARIANT(vm_holds(vm, t, obj) && !(t->flags & WAIT_FLAGS),
            "a wait that is over has its monitor again: T%u", t->index);
  return woken ? throw_interrupted(vm, t, NULL) : NATIVE_OK;
}

static int object_wait(struct native_call *c) {
  struct vm *vm = c->vm;
  struct thread *t = c->t;
  ref obj = c->args[0];
  int64_t ms = arg64(c, 1);
  struct monitor *m;
  if (t->flags & TF_RESUMED) return wait_again(c);
  if (ms < 0)
    return vm_throw(vm, t, "java/lang/IllegalArgumentException", "timeout value is negative");
  if (!vm_holds(vm, t, obj)) return not_owner(c);
  VISIBLE(c, OPK_WAIT, obj, 0);
  ev_sync(vm, t, OPK_WAIT, obj, 0);
  if (interrupted(vm, t)) {
    ev_sync(vm, t, OPK_REACQUIRE, obj, 0);
    return throw_interrupted(vm, t, NULL);
  }
  m = vm_monitor(vm, obj);
  CHECK(m->owner == t->index + 1 && m->count, "a waiting thread owns the monitor: T%u", t->index);
  t->wait_count = m->count;
  ev_sync(vm, t, OPK_UNLOCK, obj, 0);
  arena_touch_range(&vm->arena, (uint32_t)((uint8_t *)m - vm->arena.mem), sizeof *m);
  m->count = 0;
  m->owner = 0;
  t->state = THREAD_WAITING;
  t->wait_obj = obj;
  t->op = OPK_REACQUIRE;
  t->op_obj = obj;
  t->flags |= TF_RESUMED;
  if (ms > 0) time_wait_begin(vm, t, time_of_ms(ms));
  return NATIVE_RETRY;
}

/* From JDK 19 on, wait(long) is a Java method that calls wait0. */
static int object_wait_declared(struct native_call *c) {
  return c->m->flags & ACC_NATIVE
             ? object_wait(c)
             : vm_push_frame(c->vm, c->t, (struct method *)c->m, c->args, 0, 0);
}

static int object_notify(struct native_call *c) {
  struct vm *vm = c->vm;
  ref obj = c->args[0];
  uint32_t i;
  if (!vm_holds(vm, c->t, obj)) return not_owner(c);
  VISIBLE(c, OPK_NOTIFY, obj, 0);
  ev_sync(vm, c->t, OPK_NOTIFY, obj, 0);
  if (vm->run.choice.kind == CHOICE_NOTIFY && vm->run.choice.thread == c->t->index) {
    struct thread *w = vm_thread(vm, vm->run.choice.arg);
    vm->run.choice.kind = CHOICE_RUN;
    INVARIANT(monitor_waits_on(w, obj), "a thread that is chosen to be notified waits: T%u",
              w->index);
    if (monitor_waits_on(w, obj)) monitor_wake(vm, w);
    return NATIVE_OK;
  }
  for (i = 0; i < vm_machine(vm)->thread_count; i++) {
    struct thread *w = vm_thread(vm, i);
    if (!monitor_waits_on(w, obj)) continue;
    monitor_wake(vm, w);
    break;
  }
  return NATIVE_OK;
}

static int object_notify_all(struct native_call *c) {
  struct vm *vm = c->vm;
  ref obj = c->args[0];
  if (!vm_holds(vm, c->t, obj)) return not_owner(c);
  VISIBLE(c, OPK_NOTIFY_ALL, obj, 0);
  ev_sync(vm, c->t, OPK_NOTIFY_ALL, obj, 0);
  monitor_wake_all(vm, obj);
  return NATIVE_OK;
}

const struct native_row natives_object_wait[] = {
    {"java/lang/Object", "wait", "(J)V", object_wait_declared},
    {"java/lang/Object", "wait0", "(J)V", object_wait},
    {"java/lang/Object", "notify", "()V", object_notify},
    {"java/lang/Object", "notifyAll", "()V", object_notify_all},
    {0},
};
