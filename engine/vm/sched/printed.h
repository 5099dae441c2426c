/* What the program printed, as a part of the state (--outcomes): the machine keeps a hash of the
 * bytes on standard output, and this table the text behind each hash. Two paths that printed the
 * same bytes, in whatever pieces, have the same hash. */
#ifndef HEDDLE_VM_SCHED_PRINTED_H
#define HEDDLE_VM_SCHED_PRINTED_H

#include "engine/vm/vm.h"

void printed_free(struct vm *vm);
/* The running transition printed n bytes. */
void printed_add(struct vm *vm, const char *s, size_t n);
/* All that was printed on the way to the present state; malloc'd; *len bytes, zeros among them, and
 * a zero. */
char *printed_text(struct vm *vm, size_t *len);

#endif
