/* See dpor_spin.h. */
#include "engine/search/dpor_spin.h"

#include "engine/state/looks.h"
#include "engine/vm/interp/interp.h"

/* A thread can spin only in a loop that returns to such an operation. */
static bool stands_before_look(const struct thread *t) {
  if (t->state != THREAD_RUNNABLE || !t->frame) return false;
  return t->op == OPK_READ || t->op == OPK_VOLATILE_READ || t->op == OPK_ATOMIC ||
         t->op == OPK_YIELD || t->op == OPK_SPIN;
}

uint64_t dpor_spin_state(struct vm *vm, uint32_t thread) {
  return stands_before_look(vm_thread(vm, thread)) ? looks_state(vm, thread) : 0;
}

bool dpor_spin_looks(struct explorer *x, node_id n, const struct dpor_step *step) {
  if (step->whole) return false;
  for (uint32_t i = 0; i < step->count; i++)
    if (step->units[i].use != DPOR_READ) return false;
  return looks_only(x->vm, xnode(x, n)->delta, xnode(x, n)->choice.thread);
}
