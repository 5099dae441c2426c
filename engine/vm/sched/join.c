/* See join.h; natives/lang/join.c implements Thread.join itself. */
#include "engine/vm/sched/join.h"
#include "engine/base/check.h"

#include "engine/vm/interp/interp.h"
#include "engine/vm/machine.h"
#include "engine/vm/sched/interrupted.h"
#include "engine/vm/sched/time.h"

bool join_alive(struct vm *vm, ref target) { return thread_alive(thread_of(vm, target)); }

bool join_only_waits(struct vm *vm, const struct thread *t, ref target) {
  return join_alive(vm, target) && monitor_free_for(vm, t, target) && !vm_holds(vm, t, target) &&
         !interrupted(vm, t);
}

void join_leave_wait(struct vm *vm, struct thread *t) {
  INVARIANT(t->state == THREAD_JOINING || t == vm->run.cur,
            "a joiner leaves its wait by itself or by an end: T%u", t->index);
  time_wait_over(vm, t);
  t->flags &= ~(uint32_t)(TF_NOTIFIED | TF_WOKEN | TF_RESUMED);
  t->wait_obj = 0;
  t->wait_count = 0;
}

void join_end_waits(struct vm *vm, ref target) {
  for (uint32_t i = 0; i < vm_machine(vm)->thread_count; i++) {
    struct thread *w = vm_thread(vm, i);
    if (!monitor_waits_on(w, target) || w->state != THREAD_JOINING || w->wait_count) continue;
    time_follow(vm, w);
    join_leave_wait(vm, w);
    w->state = THREAD_RUNNABLE;
  }
}
