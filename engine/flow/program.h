/* The program's own classes, as opposed to the library of the JDK. */
#ifndef HEDDLE_FLOW_PROGRAM_H
#define HEDDLE_FLOW_PROGRAM_H

#include "engine/vm/vm.h"

/* Returns whether the package of a class name ("java/util/List") belongs to the JDK's image. Loads
 * nothing. */
bool program_is_library(struct vm *vm, const struct symbol *name);

/* Returns the classes outside the JDK to which main_class (dots or slashes) refers transitively.
 * main_class is the first; each class occurs once, in the order of the constant pools. Loads the
 * classes and omits those that cannot be loaded. The caller frees the array. Returns NULL with
 * ERR_INPUT if main_class itself cannot be loaded. */
struct klass **program_classes(struct vm *vm, const char *main_class, uint32_t *count,
                               struct error *err);

#endif
