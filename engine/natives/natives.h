/* The registry of native methods: finds the rows of every table named in natives.def by class, name
 * and descriptor. */
#ifndef HEDDLE_NATIVES_NATIVES_H
#define HEDDLE_NATIVES_NATIVES_H

#include "engine/vm/library.h"

#define NATIVES(name) extern const struct native_row natives_##name[];
#include "engine/natives/natives.def"
#undef NATIVES

/* The library with which a machine is created. If several rows match a method, the first one in
 * natives.def counts, except that a row with the exact descriptor precedes one without a
 * descriptor. registerNatives and initIDs do nothing in any class. Only NATIVES_OF_LIBRARIES tables
 * bind to classes outside the JDK, so that no program can reach the JDK's natives through a class
 * of its own. */
extern const struct vm_library natives_library;

/* Parts of the library, for callers that only search the tables (natives_list.c). */
void natives_init(struct vm *vm);
void natives_release(struct vm *vm);
native_fn *natives_find(struct vm *vm, const char *klass, const char *name, const char *desc,
                        bool *override);

#endif
