/* Thread.join, as far as scheduling needs it. */
#ifndef HEDDLE_VM_SCHED_JOIN_H
#define HEDDLE_VM_SCHED_JOIN_H

#include "engine/vm/vm.h"

/* whether the thread of this Thread object was started and is alive */
bool join_alive(struct vm *vm, ref target);
/* Returns whether an untimed join of `target` by t would only enter the wait set. */
bool join_only_waits(struct vm *vm, const struct thread *t, ref target);
/* Ends the wait of the joiner t. */
void join_leave_wait(struct vm *vm, struct thread *t);
/* Ends the joins on `target`, which has ended: waiting joiners retry the join and find the thread
 * dead. A joiner that held the monitor before the join stays in the wait set until it is
 * notified. */
void join_end_waits(struct vm *vm, ref target);

#endif
