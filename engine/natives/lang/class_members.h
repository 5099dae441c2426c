/* Reflection objects and the members that they represent. */
#ifndef HEDDLE_NATIVES_CLASS_MEMBERS_H
#define HEDDLE_NATIVES_CLASS_MEMBERS_H

#include "engine/vm/machine.h"

/* Return a new java.lang.reflect.Field, or Method or Constructor. 0: an exception is pending. */
ref member_field(struct native_call *c, const struct field *f);
ref member_method(struct native_call *c, const struct method *m);
/* Return the method of a Method or Constructor, and the field of a Field. */
struct method *member_of_method(struct vm *vm, ref executable);
struct field *member_of_field(struct vm *vm, ref field);
/* Returns the canonical name of a class that is not an array, or NULL if it has none. The caller
 * frees it. */
char *class_canonical_name(struct vm *vm, const struct klass *k);

#endif
