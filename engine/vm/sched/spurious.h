/* Events that the specification allows to happen spuriously, as choices of the search, at most
 * --spurious of them on a path: a wake-up of Object.wait (JLS 17.2.1), of LockSupport.park or of
 * Condition.await, and a failure of a weak compare-and-set. Their number is part of the state. The
 * program cannot rely on them: a state with no other choice is still a deadlock. */
#ifndef HEDDLE_VM_SCHED_SPURIOUS_H
#define HEDDLE_VM_SCHED_SPURIOUS_H

#include "engine/vm/vm.h"

/* Returns whether one more may happen on this path. */
bool spurious_left(struct vm *vm);
/* Returns whether one may happen to t in the current state. */
bool spurious_possible(struct vm *vm, const struct thread *t);
/* Applies one to t, which was chosen for it. */
void spurious_happens(struct vm *vm, struct thread *t);

/* Call before t executes a weak compare-and-set. Until spurious_fails is called, the operation is a
 * scheduling point, whether or not other threads can run. Does nothing if no spurious failure is
 * left. */
void spurious_before(struct vm *vm, struct thread *t);
/* Call after the scheduling point. Returns whether the operation fails spuriously. */
bool spurious_fails(struct vm *vm, struct thread *t);

#endif
