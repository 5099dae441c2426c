/* What the specification allows to happen without a cause, as choices of the search, at most
 * --spurious of them on a path: a wake-up of Object.wait (JLS 17.2.1), of LockSupport.park and of
 * Condition.await, and a failure of a weak compare-and-set. How many happened is a part of the
 * state. They are chances, not ways on: a state that has no other choice is a deadlock all the
 * same. */
#ifndef HEDDLE_VM_SCHED_SPURIOUS_H
#define HEDDLE_VM_SCHED_SPURIOUS_H

#include "engine/vm/vm.h"

/* May one more happen on this path? */
bool spurious_left(struct vm *vm);
/* To t, here? */
bool spurious_possible(struct vm *vm, const struct thread *t);
/* It happens to t, which is chosen for it. */
void spurious_happens(struct vm *vm, struct thread *t);

/* t is about to execute a weak compare-and-set: until the call of spurious_fails the operation is a
 * scheduling point, whoever else can run. Nothing when none is left. */
void spurious_before(struct vm *vm, struct thread *t);
/* Behind the scheduling point: does it fail without a cause? */
bool spurious_fails(struct vm *vm, struct thread *t);

#endif
