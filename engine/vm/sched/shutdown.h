/* Shutdown hooks at the end of the program. */
#ifndef HEDDLE_VM_SCHED_SHUTDOWN_H
#define HEDDLE_VM_SCHED_SHUTDOWN_H

#include "engine/vm/machine.h"

/* Returns whether the program registered shutdown hooks that have not run yet. */
bool shutdown_has_hooks(struct vm *vm);
/* Returns whether some thread, which may be a daemon, runs the hooks. The program has not ended
 * until they are done. */
bool shutdown_runs(struct vm *vm);
/* Pushes the call that runs the hooks above t's frame. Returns NATIVE_TAIL, or the failure. */
int shutdown_push(struct vm *vm, struct thread *t);

#endif
