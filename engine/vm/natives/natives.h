/* The registry of native methods: every table named in natives.def, found by class, name and
 * descriptor. */
#ifndef HEDDLE_VM_NATIVES_NATIVES_H
#define HEDDLE_VM_NATIVES_NATIVES_H

#include "engine/vm/machine.h"

#define NATIVES(name) extern const struct native_row natives_##name[];
#include "engine/vm/natives/natives.def"
#undef NATIVES

/* Builds the table (vm->loaded.natives). Two rows for the same method: the first in natives.def
 * wins. */
void natives_init(struct vm *vm);
void natives_release(struct vm *vm);
/* The function for a method, NULL when there is none. A row with the exact descriptor goes before a
 * row without one. *override (may be NULL) states whether a row was found, as opposed to the
 * functions that every class has (registerNatives and initIDs do nothing). */
native_fn *natives_find(struct vm *vm, const char *klass, const char *name, const char *desc,
                        bool *override);
/* The same for a class that is none of the JDK's: only tables said to be for such classes
 * (NATIVES_OF_LIBRARIES) bind to it, so that no program can get at the JDK's natives by a class of
 * its own. */
native_fn *natives_find_library(const char *klass, const char *name, const char *desc);

#endif
