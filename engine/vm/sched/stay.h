/* Threads that may wait for ever because the environment of a component declares that their method
 * may block (--may-block). */
#ifndef HEDDLE_VM_SCHED_STAY_H
#define HEDDLE_VM_SCHED_STAY_H

#include "engine/vm/vm.h"

/* Returns whether every live non-daemon thread is in such a method, in a wait, a park or a join,
 * and not before a monitor. Then the program has ended as far as it can, and this is not a
 * deadlock. */
bool stay_all(struct vm *vm);

#endif
