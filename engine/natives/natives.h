/* The registry of native methods: every table named in natives.def, found by class, name and descriptor. */
#ifndef HEDDLE_NATIVES_NATIVES_H
#define HEDDLE_NATIVES_NATIVES_H

#include "engine/vm/native.h"

#define NATIVES(name) extern const struct native_row natives_##name[];
#include "engine/natives/natives.def"
#undef NATIVES

/* Builds the table (vm->natives). Two rows for the same method: the first in natives.def wins. */
void natives_init(struct vm *vm);
void natives_release(struct vm *vm);
/* The function for a method, NULL when there is none. A row with the exact descriptor goes before a row without one.
 * *override (may be NULL) tells whether a row was found, as opposed to the functions that every class has (registerNatives and
 * initIDs do nothing). */
native_fn *natives_find(struct vm *vm, const char *klass, const char *name, const char *desc, bool *override);

#endif
