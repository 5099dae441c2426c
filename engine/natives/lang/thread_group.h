/* Groups of threads: thread_group.c. */
#ifndef HEDDLE_NATIVES_THREAD_GROUP_H
#define HEDDLE_NATIVES_THREAD_GROUP_H

#include "engine/vm/vm.h"

/* The thread's group; 0: it has ended. */
ref thread_group_of(struct vm *vm, const struct thread *t);
/* Its method uncaughtException is the program's own. */
bool thread_group_handles(struct vm *vm, const struct thread *t);
/* Thread's default handler is set. */
bool thread_group_has_default(struct vm *vm);
/* What nobody takes, and is printed: in this JDK release, all but the end of a thread by stop? */
bool thread_group_is_silent(struct vm *vm, ref exception);

#endif
