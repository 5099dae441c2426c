/* Threads that may stay where they are for good, because the environment of a component says so of
 * the method that they are in (--may-block). */
#ifndef HEDDLE_VM_SCHED_STAY_H
#define HEDDLE_VM_SCHED_STAY_H

#include "engine/vm/vm.h"

/* Is every live thread that is no daemon in such a method, in a wait, a park or a join, not before
 * a monitor? Then the program has ended as far as it can, and that is no deadlock. */
bool stay_all(struct vm *vm);

#endif
