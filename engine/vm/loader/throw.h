/* Throwables: the functions that natives do not need (see vm/machine.h for the others). */
#ifndef HEDDLE_VM_LOADER_THROW_H
#define HEDDLE_VM_LOADER_THROW_H

#include "engine/vm/machine.h"

/* Fills a StackTraceElement[], whose elements must exist, from the throwable's backtrace, or from a
 * backtrace itself. Returns NATIVE_OK or NATIVE_THROW. */
int vm_stack_elements(struct vm *vm, struct thread *t, ref array, ref throwable);
/* Sets the fields of a new throwable as Throwable's initialisers do. cause: the throwable itself
 * means "not set yet", 0 means null. */
void throwable_init(struct vm *vm, ref e, ref message, ref cause);
/* Returns the detail message or, for a NullPointerException without one, the helpful message; NULL
 * if there is none. The caller frees it. */
char *vm_throwable_message(struct vm *vm, ref throwable);
/* Raises a new OutOfMemoryError with its stack trace. t may be NULL. Returns NATIVE_THROW or
 * NATIVE_FATAL. */
int vm_throw_out_of_memory(struct vm *vm, struct thread *t);

/* Returns the running native method as a stack trace shows it, or NULL (native_frame.c). */
const struct method *vm_native_running(struct vm *vm);
/* Returns the native method in which thread t waits or has stopped, or NULL. Call between
 * transitions. */
const struct method *vm_native_of(struct vm *vm, const struct thread *t);

/* Adds "Class.method(File.java:31)\n", as in a stack trace. */
void vm_frame_text(struct text *out, const struct method *m, uint32_t bci);

#endif
