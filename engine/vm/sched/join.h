/* Thread.join as scheduling knows it. */
#ifndef HEDDLE_VM_SCHED_JOIN_H
#define HEDDLE_VM_SCHED_JOIN_H

#include "engine/vm/vm.h"

bool join_alive(struct vm *vm, ref target); /* the thread of this object was started, and lives */
/* Would a join of `target` by t, without a time limit, do nothing but enter the wait set? */
bool join_only_waits(struct vm *vm, const struct thread *t, ref target);
/* The joiner t waits no longer, whatever comes next. */
void join_leave_wait(struct vm *vm, struct thread *t);
/* `target` has ended: waiting joiners retry the join and find the thread dead. Those that hold its
 * monitor outside are left to be notified. */
void join_end_waits(struct vm *vm, ref target);

#endif
