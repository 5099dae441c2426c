/* See spurious.h. */
#include "engine/vm/sched/spurious.h"
#include "engine/base/check.h"

#include "engine/vm/interp/interp.h"

bool spurious_left(struct vm *vm) {
  return vm->sched.scheduling && vm_machine(vm)->spurious < vm->opt.spurious;
}

bool spurious_possible(struct vm *vm, const struct thread *t) {
  if (t->flags & TF_SUSPENDED || (!vm->sched.given && !spurious_left(vm))) return false;
  if (t->state == THREAD_WAITING || t->state == THREAD_PARKED) return true;
  return t->state == THREAD_RUNNABLE && t->op == OPK_ATOMIC && t->flags & TF_WEAK;
}

void spurious_happens(struct vm *vm, struct thread *t) {
  CHECK(spurious_possible(vm, t), "only what may happen spuriously does: T%u, %u", t->index,
        t->state);
  arena_touch_range(&vm->arena, MACHINE_BASE, sizeof(struct machine));
  vm_machine(vm)->spurious++;
  vm->run.unreported = true;
  if (t->state == THREAD_PARKED) t->flags |= TF_SPURIOUS;
}

void spurious_before(struct vm *vm, struct thread *t) {
  if (!vm->opt.spurious || (!spurious_left(vm) && !(t->flags & TF_WEAK))) return;
  thread_touch(vm, t);
  t->flags |= TF_WEAK;
}

bool spurious_fails(struct vm *vm, struct thread *t) {
  bool fails = t->flags & TF_WEAK && vm->run.choice.kind == CHOICE_SPURIOUS &&
               vm->run.choice.thread == t->index;
  if (t->flags & TF_WEAK) thread_touch(vm, t);
  t->flags &= ~(uint32_t)TF_WEAK;
  if (fails) vm->run.choice.kind = CHOICE_RUN;
  return fails;
}
