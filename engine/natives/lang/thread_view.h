/* Facts that natives report about a thread, which need not be the calling one. */
#ifndef HEDDLE_NATIVES_THREAD_VIEW_H
#define HEDDLE_NATIVES_THREAD_VIEW_H

#include "engine/vm/machine.h"

/* Returns the JVMTI thread state bits that jdk.internal.misc.VM.toThreadState reads. `o` may be
 * NULL: not started. */
uint32_t thread_status(struct vm *vm, const struct thread *o);
/* Returns a new StackTraceElement[] of the thread's stack; 0: an exception is pending. */
ref thread_stack_elements(struct native_call *c, struct thread *t);

#endif
