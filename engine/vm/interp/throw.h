/* Throwables: what machine.h does not need to show. */
#ifndef HEDDLE_VM_INTERP_THROW_H
#define HEDDLE_VM_INTERP_THROW_H

#include "engine/vm/machine.h"

/* Fills a StackTraceElement[] (its elements are made already) from the throwable's backtrace, or
 * from a backtrace itself. NATIVE_OK or NATIVE_THROW. */
int vm_stack_elements(struct vm *vm, struct thread *t, ref array, ref throwable);
/* Sets the fields of a new throwable as Throwable's initialisers do. cause: the object itself for
 * "none so far", 0 for null. */
void throwable_init(struct vm *vm, ref e, ref message, ref cause);
/* The detail message, or the helpful one of a NullPointerException; NULL when there is none. Caller
 * frees. */
char *vm_throwable_message(struct vm *vm, ref throwable);
/* Raises a new OutOfMemoryError with its stack; t may be NULL. NATIVE_THROW or NATIVE_FATAL. */
int vm_throw_out_of_memory(struct vm *vm, struct thread *t);

/* The native method that is running now, as a stack trace shows it; NULL: none (native_frame.c). */
const struct method *vm_native_running(struct vm *vm);
/* The native method that thread t stands or waits in; NULL: none. Between transitions. */
const struct method *vm_native_of(struct vm *vm, const struct thread *t);

/* Adds "Class.method(File.java:31)\n", as a stack trace has it. */
void vm_frame_text(struct text *out, const struct method *m, uint32_t bci);

#endif
