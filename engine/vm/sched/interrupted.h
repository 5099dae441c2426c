/* The interrupt status of a thread: the volatile field Thread.interrupted. An operation that an
 * interrupt ends reads and clears it. The read detects the interrupt and so synchronizes with it
 * (JLS 17.4.4). Clearing it releases nothing, so no event reports it, but a thread that reads the
 * status depends on it. */
#ifndef HEDDLE_VM_SCHED_INTERRUPTED_H
#define HEDDLE_VM_SCHED_INTERRUPTED_H

#include "engine/vm/sched/event.h"
#include "engine/vm/machine.h"

static inline bool interrupted(struct vm *vm, const struct thread *t) {
  return *MEM8(vm, t->object + vm->wk.thread_interrupted);
}

static inline int throw_interrupted(struct vm *vm, struct thread *t, const char *msg) {
  uint32_t off = vm->wk.thread_interrupted;
  ev_access(vm, t, t->object, off, 1, false, ACCESS_VOLATILE);
  arena_put_u8(&vm->arena, t->object + off, 0);
  vm->run.unreported = true;
  return vm_throw(vm, t, "java/lang/InterruptedException", msg ? "%s" : NULL, msg);
}

#endif
