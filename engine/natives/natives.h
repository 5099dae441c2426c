/* The registry of native methods: every table named in natives.def, found by class, name and
 * descriptor. */
#ifndef HEDDLE_NATIVES_NATIVES_H
#define HEDDLE_NATIVES_NATIVES_H

#include "engine/vm/library.h"

#define NATIVES(name) extern const struct native_row natives_##name[];
#include "engine/natives/natives.def"
#undef NATIVES

/* What a machine is made with. Of two rows for the same method the first in natives.def counts, and
 * a row with the exact descriptor goes before one without. registerNatives and initIDs do nothing
 * in any class. To a class that is none of the JDK's only tables bind that are said to be for such
 * classes (NATIVES_OF_LIBRARIES), so that no program can get at the JDK's natives by a class of its
 * own. */
extern const struct vm_library natives_library;

/* Parts of it, for who only looks into the tables (natives_list.c). */
void natives_init(struct vm *vm);
void natives_release(struct vm *vm);
native_fn *natives_find(struct vm *vm, const char *klass, const char *name, const char *desc,
                        bool *override);

#endif
