/* Thread.join as the rest of the machine has to know it (vm/natives/join.c). */
#ifndef HEDDLE_VM_NATIVES_JOIN_H
#define HEDDLE_VM_NATIVES_JOIN_H

#include "engine/vm/vm.h"

/* Would a join of `target` by t, without a time limit, do nothing but enter the wait set? */
bool join_only_waits(struct vm *vm, const struct thread *t, ref target);
/* `target` ends, and joiners come back to before their join: it will find no thread that is alive,
 * as one that comes then does. Those that hold its monitor outside are left to be notified. */
void join_end_waits(struct vm *vm, ref target);

#endif
