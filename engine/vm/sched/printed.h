/* The program's output as a part of the state (--outcomes). The machine keeps a hash of the bytes
 * on standard output; this table maps each hash to its text. Two paths that printed the same bytes
 * have the same hash, whatever pieces they printed. */
#ifndef HEDDLE_VM_SCHED_PRINTED_H
#define HEDDLE_VM_SCHED_PRINTED_H

#include "engine/vm/vm.h"

void printed_free(struct vm *vm);
/* Adds n bytes that the running transition printed. */
void printed_add(struct vm *vm, const char *s, size_t n);
/* Returns all output on the path to the current state, allocated with malloc: *len bytes, which may
 * include zeros, and a terminating zero. */
char *printed_text(struct vm *vm, size_t *len);

#endif
