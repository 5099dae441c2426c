/* Reflection objects and the members they stand for. */
#ifndef HEDDLE_NATIVES_CLASS_MEMBERS_H
#define HEDDLE_NATIVES_CLASS_MEMBERS_H

#include "engine/vm/machine.h"

/* A new java.lang.reflect.Field; Method or Constructor. 0: an exception is pending. */
ref member_field(struct native_call *c, const struct field *f);
ref member_method(struct native_call *c, const struct method *m);
/* The method of a Method or Constructor, the field of a Field. */
struct method *member_of_method(struct vm *vm, ref executable);
struct field *member_of_field(struct vm *vm, ref field);
/* The canonical name of a class that is no array; NULL when it has none. Caller frees. */
char *class_canonical_name(struct vm *vm, const struct klass *k);

#endif
