/* Thread groups: thread_group.c. */
#ifndef HEDDLE_NATIVES_THREAD_GROUP_H
#define HEDDLE_NATIVES_THREAD_GROUP_H

#include "engine/vm/vm.h"

/* Returns the thread's group; 0 if the thread has ended. */
ref thread_group_of(struct vm *vm, const struct thread *t);
/* Does the program define the uncaughtException method of the thread's group? */
bool thread_group_handles(struct vm *vm, const struct thread *t);
/* Is Thread's default handler set? */
bool thread_group_has_default(struct vm *vm);
/* Is an uncaught exception not printed? In JDK releases that have Thread.stop, this holds for
 * ThreadDeath. */
bool thread_group_is_silent(struct vm *vm, ref exception);

#endif
