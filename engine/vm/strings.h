/* The table of interned strings, and conversion to text for the host. machine.h declares the other
 * string functions. */
#ifndef HEDDLE_VM_STRINGS_H
#define HEDDLE_VM_STRINGS_H

#include "engine/vm/machine.h"

void strings_init(struct vm *vm);
void strings_release(struct vm *vm);
/* Returns the text as plain UTF-8, as the program would print it (zeros included, unpaired
 * surrogates as '?'). Allocated with malloc; the caller frees it. */
char *vm_utf8_plain(struct vm *vm, ref string, size_t *len);

#endif
