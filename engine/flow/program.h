/* The program's own classes, as opposed to the library of the JDK. */
#ifndef HEDDLE_FLOW_PROGRAM_H
#define HEDDLE_FLOW_PROGRAM_H

#include "engine/vm/vm.h"

/* Whether the package of a class name ("java/util/List") belongs to the JDK's image. Loads nothing.
 */
bool program_is_library(struct vm *vm, const struct symbol *name);

/* What main_class (dots or slashes) refers to transitively outside the JDK, main_class first, each
 * once, in the order of the constant pools. Loads them; those that cannot be loaded are left out.
 * The caller frees the array. NULL with ERR_INPUT when main_class itself cannot be loaded. */
struct klass **program_classes(struct vm *vm, const char *main_class, uint32_t *count,
                               struct error *err);

#endif
