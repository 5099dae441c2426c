/* What natives report of a thread that is not, or need not be, the one that asks. */
#ifndef HEDDLE_NATIVES_THREAD_VIEW_H
#define HEDDLE_NATIVES_THREAD_VIEW_H

#include "engine/vm/machine.h"

/* The words of JVMTI that jdk.internal.misc.VM.toThreadState reads; `o` may be NULL: not started.
 */
uint32_t thread_status(struct vm *vm, const struct thread *o);
/* A new StackTraceElement[] of its stack; 0: the exception is pending. */
ref thread_stack_elements(struct native_call *c, struct thread *t);

#endif
