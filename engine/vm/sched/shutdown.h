/* Shutdown hooks at the end of the program. */
#ifndef HEDDLE_VM_SCHED_SHUTDOWN_H
#define HEDDLE_VM_SCHED_SHUTDOWN_H

#include "engine/vm/machine.h"

/* The program registered hooks that did not run yet. */
bool shutdown_has_hooks(struct vm *vm);
/* A thread, be it a daemon, runs them: the program has not ended before it is done. */
bool shutdown_runs(struct vm *vm);
/* Pushes the call that runs them above t's frame: NATIVE_TAIL, or what went wrong. */
int shutdown_push(struct vm *vm, struct thread *t);

#endif
