/* See stay.h. */
#include "engine/vm/sched/stay.h"

#include "engine/vm/machine.h"
#include "engine/vm/uncounted.h"

/* Returns whether results of calls are assessed. While the calls run in order, a call that waits
 * for the others is not an end. */
static bool stay_is_assessed(const struct vm *vm) {
  return vm->environment.assessed && vm->opt.properties & PROP_ASSESSED &&
         !vm->environment.in_order;
}

static bool stay_may(struct vm *vm, const struct thread *t) {
  uint32_t at;
  if (t->state != THREAD_WAITING && t->state != THREAD_PARKED && t->state != THREAD_JOINING)
    return false;
  /* assessment decides which calls may stay, by comparing with calls in order: assess/assess.h */
  if (stay_is_assessed(vm)) return true;
  for (at = t->frame; at; at = vm_frame(vm, at)->prev) {
    const struct method *m = frame_method(vm, vm_frame(vm, at));
    if (m && m->vm_flags & METHOD_MAY_STAY) return true;
  }
  return false;
}

bool stay_all(struct vm *vm) {
  bool all = vm->environment.may_block || stay_is_assessed(vm);
  uint32_t i;
  READS_ASIDE(); /* not counted in footprints, like the end of the program */
  for (i = 0; all && i < vm_machine(vm)->thread_count; i++) {
    const struct thread *t = vm_thread(vm, i);
    if (t->state == THREAD_NONE || t->state == THREAD_TERMINATED || t->flags & TF_DAEMON) continue;
    all = stay_may(vm, t);
  }
  READS_COUNT();
  return all;
}
