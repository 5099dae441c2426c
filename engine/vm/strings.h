/* The table of interned strings, and text for the host. See machine.h for the rest of the strings'
 * contract. */
#ifndef HEDDLE_VM_STRINGS_H
#define HEDDLE_VM_STRINGS_H

#include "engine/vm/machine.h"

void strings_init(struct vm *vm);
void strings_release(struct vm *vm);
/* The text as plain UTF-8, as the program would print it (zeros included, unpaired surrogates as
 * '?'); malloc'd, caller frees. */
char *vm_utf8_plain(struct vm *vm, ref string, size_t *len);

#endif
