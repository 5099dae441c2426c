/* Monitors: enter, exit, and their wait sets. A monitor record is made at its first use
 * (vm/records.h, struct monitor). */
#include "engine/vm/uncounted.h"
#include "engine/base/check.h"
#include "engine/vm/sched/event.h"
#include "engine/vm/heap.h"
#include "engine/vm/interp/interp.h"
#include "engine/vm/machine.h"
#include "engine/vm/sched/time.h"

bool vm_holds(struct vm *vm, const struct thread *t, ref obj) {
  const struct monitor *m = vm_monitor(vm, obj);
  bool holds;
  READS_ASIDE(); /* no other thread can change the answer */
  holds = m && m->owner == t->index + 1;
  READS_COUNT();
  return holds;
}

bool monitor_free_for(struct vm *vm, const struct thread *t, ref obj) {
  const struct monitor *m = vm_monitor(vm, obj);
  return !m || !m->owner || m->owner == t->index + 1;
}

static uint32_t monitor_addr(struct vm *vm, const struct monitor *m) {
  return (uint32_t)((const uint8_t *)m - vm->arena.mem);
}

int monitor_enter(struct vm *vm, struct thread *t, ref obj) {
  struct monitor *m = vm_monitor_make(vm, t, obj);
  if (!m) return NATIVE_FATAL;
  if (m->owner && m->owner != t->index + 1) {
    t->state = THREAD_BLOCKED;
    t->wait_obj = obj;
    t->op = OPK_LOCK;
    t->op_obj = obj;
    return NATIVE_RETRY;
  }
  CHECK(t->state == THREAD_RUNNABLE, "a thread that enters a monitor is runnable: T%u", t->index);
  INVARIANT(!m->owner == !m->count, "a monitor is entered exactly if it is owned: %u times",
            m->count);
  arena_touch_range(&vm->arena, monitor_addr(vm, m), sizeof *m);
  m->owner = t->index + 1;
  if (m->count++ == 0) ev_sync(vm, t, OPK_LOCK, obj, 0);
  return NATIVE_OK;
}

int monitor_exit(struct vm *vm, struct thread *t, ref obj) {
  struct monitor *m = vm_monitor(vm, obj);
  if (!m || m->owner != t->index + 1)
    return vm_throw(vm, t, "java/lang/IllegalMonitorStateException", "current thread is not owner");
  CHECK(m->count, "a monitor that is left was entered: T%u", t->index);
  if (m->count == 1) ev_sync(vm, t, OPK_UNLOCK, obj, 0);
  arena_touch_range(&vm->arena, monitor_addr(vm, m), sizeof *m);
  if (--m->count == 0) m->owner = 0;
  return NATIVE_OK;
}

uint32_t monitor_waiters(struct vm *vm, ref obj) {
  uint32_t i, n = 0;
  for (i = 0; i < vm_machine(vm)->thread_count; i++) {
    const struct thread *w = vm_thread(vm, i);
    n += monitor_waits_on(w, obj);
  }
  return n;
}

void monitor_wake(struct vm *vm, struct thread *waiter) {
  CHECK(monitor_waits(waiter), "a thread that is woken waits: T%u", waiter->index);
  INVARIANT(waiter != vm->run.cur, "a thread is woken by another: T%u", waiter->index);
  thread_touch(vm, waiter);
  waiter->state = THREAD_BLOCKED;
  waiter->flags |= TF_NOTIFIED;
  time_follow(vm, waiter);
}

void monitor_wake_all(struct vm *vm, ref obj) {
  for (uint32_t i = 0; i < vm_machine(vm)->thread_count; i++)
    if (monitor_waits_on(vm_thread(vm, i), obj)) monitor_wake(vm, vm_thread(vm, i));
}
