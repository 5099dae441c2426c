/* java.lang.Thread: start, sleep, yield, interrupt, isAlive, getState. join is in join.c. */
#include "engine/vm/sched/interrupted.h"
#include "engine/base/check.h"
#include "engine/natives/natives.h"
#include "engine/natives/lang/thread_view.h"
#include "engine/vm/sched/event.h"
#include "engine/vm/sched/quiet.h"
#include "engine/vm/sched/section.h"
#include "engine/vm/heap.h"
#include "engine/vm/interp/interp.h"
#include "engine/vm/machine.h"
#include "engine/vm/sched/time.h"

static int current_thread(struct native_call *c) {
  c->ret.r = c->t->object;
  return NATIVE_OK;
}

static int start0(struct native_call *c) {
  struct thread *n;
  if (thread_of(c->vm, c->args[0]))
    return vm_throw(c->vm, c->t, "java/lang/IllegalThreadStateException", NULL);
  VISIBLE(c, OPK_START, c->args[0], 0);
  heap_share(c->vm, c->args[0], 0);
  heap_share(c->vm, c->t->object, 0);
  n = thread_new(c->vm, c->t, c->args[0]);
  if (!n) return NATIVE_FATAL;
  CHECK(n->parent == c->t->index + 1 && n->index > c->t->index,
        "a thread that is started is younger than who starts it: T%u", n->index);
  ev_sync(c->vm, c->t, OPK_START, c->args[0], n->index);
  return NATIVE_OK;
}

static int is_alive(struct native_call *c) {
  const struct thread *o;
  VISIBLE(c, OPK_IS_ALIVE, c->args[0], 0);
  o = thread_of(c->vm, c->args[0]);
  c->ret.i = thread_alive(o);
  if (o && !c->ret.i) ev_sync(c->vm, c->t, OPK_IS_ALIVE, c->args[0], o->index);
  return NATIVE_OK;
}

/* Is the thread about to take a monitor that another thread holds? */
static bool status_lacks_monitor(struct vm *vm, const struct thread *o) {
  return (o->op == OPK_LOCK || o->op == OPK_JOIN) && !monitor_free_for(vm, o, o->op_obj);
}

/* Returns the JVMTI thread state bits that jdk.internal.misc.VM.toThreadState reads. A thread that
 * cannot execute its next operation already counts as blocked or waiting. */
uint32_t thread_status(struct vm *vm, const struct thread *o) {
  enum { NEW = 0, TERMINATED = 2, RUNNABLE = 5, BLOCKED = 0x401, WAITING = 0x91, TIMED = 0xa1 };
  if (!o) return NEW;
  if (!thread_alive(o)) return TERMINATED;
  switch (o->state) {
    case THREAD_BLOCKED:
      return o->op == OPK_END && monitor_free_for(vm, o, o->object) ? RUNNABLE : BLOCKED;
    case THREAD_SLEEPING: return o->flags & TF_TIMED ? TIMED : RUNNABLE;
    case THREAD_WAITING:
    case THREAD_PARKED:
    case THREAD_JOINING: return o->flags & TF_TIMED ? TIMED : WAITING;
    case THREAD_RUNNABLE:
      if (o->op == OPK_SLEEP) return TIMED;
      if (o->op == OPK_JOIN && vm->sched.one_each)
        vm_broken(vm, BROKEN_REDUCTION,
                  "--search dpor: the program asks for the state of a joining thread");
      return status_lacks_monitor(vm, o) || o->flags & TF_ARRIVED ? BLOCKED : RUNNABLE;
    default: return RUNNABLE;
  }
}

/* May the thread still be observed as runnable? A transition runs its thread up to a sleep, to a
 * monitor that is not free, or into the wait set of a join. Other threads may observe it on the way
 * there, until one of them has observed it there. */
static bool status_is_open(struct vm *vm, const struct thread *o) {
  if (!thread_alive(o) || o->flags & TF_ARRIVED) return false;
  if (o->state == THREAD_JOINING) return !o->wait_count && !(o->flags & TF_TIMED);
  return o->state == THREAD_RUNNABLE && (o->op == OPK_SLEEP || status_lacks_monitor(vm, o));
}

/* Lets the search choose between the two observations. Returns NATIVE_STOP if the choice has not
 * been made. */
static int status_asked(struct native_call *c, struct thread *o, uint32_t *status) {
  enum { RUNNABLE = 5 };
  struct vm *vm = c->vm;
  bool chosen = vm->run.granted && vm->run.choice.kind == CHOICE_VALUE &&
                vm->run.choice.thread == c->t->index;
  uint32_t arrived = 1;
  if (!chosen) VISIBLE(c, OPK_IS_ALIVE, c->args[0], 0);
  if (o) quiet_state_seen(vm, c->t, o);
  if (vm->sched.scheduling && (chosen || status_is_open(vm, o)) &&
      !vm_choose(vm, c->t, 2, &arrived))
    return NATIVE_STOP;
  vm->answers.other_choice |= chosen;
  vm->run.unreported = true;
  if (o && !thread_alive(o))
    ev_sync(vm, c->t, OPK_IS_ALIVE, c->args[0], o->index); /* the end is detected (JLS 17.4.4) */
  *status = !arrived && status_is_open(vm, o) ? RUNNABLE : thread_status(vm, o);
  if (!vm->sched.scheduling || !arrived || !status_is_open(vm, o)) return NATIVE_OK;
  thread_touch(vm, o);
  o->flags |= TF_ARRIVED;
  return NATIVE_OK;
}

static int get_state(struct native_call *c) {
  struct klass *k = vm_class_throw(c->vm, c->t, "jdk/internal/misc/VM", false);
  struct method *m = k ? klass_declared_method(k, "toThreadState", NULL) : NULL;
  struct thread *o;
  uint32_t status;
  int r;
  if (!m)
    return k ? vm_unsupported(c->vm, c->t, "Thread.getState of this JDK release") : NATIVE_THROW;
  r = vm_init_class(c->vm, c->t, k);
  if (r != NATIVE_OK) return r;
  o = thread_of(c->vm, c->args[0]);
  r = status_asked(c, o, &status);
  if (r != NATIVE_OK) return r;
  if (o && thread_alive(o) && !c->vm->section.frame) section_state_asked(c->vm);
  return vm_push_frame(c->vm, c->t, m, &status, 0, 0);
}

/* In a run without scheduling: lets other threads run first. Without a deadline, the thread is
 * runnable at once. */
static int give_way(struct native_call *c, uint32_t timed, uint64_t deadline) {
  CHECK(!(c->t->flags & TF_RESUMED), "a thread yields once per call: T%u", c->t->index);
  thread_touch_all(c->vm, c->t);
  c->t->state = THREAD_SLEEPING;
  c->t->flags |= TF_RESUMED | timed;
  c->t->deadline = deadline;
  return NATIVE_RETRY;
}

static bool gives_way(const struct native_call *c) {
  return !c->vm->sched.scheduling && !(c->t->flags & TF_RESUMED) && vm_other_enabled(c->vm, c->t);
}

static int sleep_over(struct native_call *c) {
  time_wait_over(c->vm, c->t);
  c->t->flags &= ~(uint32_t)TF_RESUMED;
  INVARIANT(!(c->t->flags & TF_TIMED) && !c->t->wait_obj, "a sleep that is over waits no more: T%u",
            c->t->index);
  return interrupted(c->vm, c->t) ? throw_interrupted(c->vm, c->t, "sleep interrupted") : NATIVE_OK;
}

/* A short sleep may end at any time, so it is one scheduling point. If an interrupt comes first,
 * the sleep ends with the exception. */
static int sleep_for(struct native_call *c, uint64_t ns) {
  struct thread *t = c->t;
  if (gives_way(c) && !interrupted(c->vm, t))
    return give_way(c, TF_TIMED, vm_machine(c->vm)->clock + ns);
  if (t->flags & TF_RESUMED) {
    if (c->vm->sched.scheduling) c->vm->run.granted = false;
    return sleep_over(c);
  }
  VISIBLE(c, OPK_SLEEP, t->object,
          (uint32_t)(ns / TIME_MS < UINT32_MAX ? ns / TIME_MS : UINT32_MAX));
  ev_sync(c->vm, t, OPK_SLEEP, t->object, 0);
  if (interrupted(c->vm, t)) return sleep_over(c);
  if (!time_sleep_is_patient(c->vm, t, ns)) {
    time_sleep(c->vm, t, ns);
    return sleep_over(c);
  }
  t->op = OPK_SLEEP;
  t->op_obj = t->object;
  time_sleep_begin(c->vm, t, ns);
  return give_way(c, TF_TIMED, t->deadline);
}

static int thread_sleep(struct native_call *c) {
  int64_t ms = arg64(c, 0);
  if (ms < 0)
    return vm_throw(c->vm, c->t, "java/lang/IllegalArgumentException", "timeout value is negative");
  return sleep_for(c, time_of_ms(ms));
}

static int sleep_nanos(struct native_call *c) {
  return sleep_for(c, (uint64_t)arg64(c, 0));
} /* the caller has checked the argument */

static int yield(struct native_call *c) {
  if (gives_way(c)) return give_way(c, 0, ~0ull);
  if (!(c->t->flags & TF_RESUMED)) {
    VISIBLE(c, OPK_YIELD, c->t->object, 0);
    ev_sync(c->vm, c->t, OPK_YIELD, c->t->object, 0);
  }
  c->t->flags &= ~(uint32_t)TF_RESUMED;
  vm_spin_stop(c->vm, c->t); /* lets virtual time advance for a thread that polls the clock */
  return NATIVE_OK;
}

static int interrupt0(struct native_call *c) {
  struct thread *w = thread_of(c->vm, c->args[0]);
  VISIBLE(c, OPK_INTERRUPT, c->args[0], 0);
  c->vm->run.unreported |= !w;
  if (!w) return NATIVE_OK;
  ev_sync(c->vm, c->t, OPK_INTERRUPT, c->args[0], w->index);
  INVARIANT(w->object == c->args[0], "the interrupted thread is the thread of the object: T%u",
            w->index);
  thread_touch(c->vm, w);
  if (w->state != THREAD_TERMINATED) {
    w->flags |= TF_PERMIT; /* an interrupt also unparks */
    time_follow(c->vm, w);
  }
  return NATIVE_OK;
}

static int holds_lock(struct native_call *c) {
  if (!c->args[0]) return vm_throw(c->vm, c->t, "java/lang/NullPointerException", NULL);
  c->ret.i = vm_holds(c->vm, c->t, c->args[0]);
  return NATIVE_OK;
}

static int nothing(struct native_call *c) {
  (void)c;
  return NATIVE_OK;
}

const struct native_row natives_thread[] = {
    {"java/lang/Thread", "registerNatives", "()V", nothing},
    {"java/lang/Thread", "currentThread", "()Ljava/lang/Thread;", current_thread},
    {"java/lang/Thread", "start0", "()V", start0},
    {"java/lang/Thread", "isAlive", "()Z", is_alive},
    {"java/lang/Thread", "getState", "()Ljava/lang/Thread$State;", get_state},
    {"java/lang/Thread", "sleep", "(J)V", thread_sleep},
    {"java/lang/Thread", "sleepNanos0", "(J)V", sleep_nanos},
    {"java/lang/Thread", "yield", "()V", yield},
    {"java/lang/Thread", "yield0", "()V", yield},
    {"java/lang/Thread", "interrupt0", "()V", interrupt0},
    {"java/lang/Thread", "clearInterruptEvent", "()V", nothing},
    {"java/lang/Thread", "holdsLock", "(Ljava/lang/Object;)Z", holds_lock},
    {"java/lang/Thread", "setPriority0", "(I)V", nothing},
    {"java/lang/Thread", "setNativeName", "(Ljava/lang/String;)V", nothing},
    {"java/lang/Thread", "onSpinWait", "()V", yield},
    {0},
};
