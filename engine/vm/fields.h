/* Access to fields of objects by name: raw values, without events. Use it for objects that were
 * just made or that only the JDK's own code uses, and in code that runs rarely; frequent code takes
 * offsets from vm->wk. The field must exist in the object's class or a superclass, except for
 * static fields. */
#ifndef HEDDLE_VM_FIELDS_H
#define HEDDLE_VM_FIELDS_H

#include "engine/vm/machine.h"

void field_set_ref(struct vm *vm, ref obj, const char *field, ref value);
void field_set_int(struct vm *vm, ref obj, const char *field, int32_t value);
void field_set_long(struct vm *vm, ref obj, const char *field, int64_t value);
void field_set_bool(struct vm *vm, ref obj, const char *field, bool value);
ref field_get_ref(struct vm *vm, ref obj, const char *field);
int32_t field_get_int(struct vm *vm, ref obj, const char *field);
int64_t field_get_long(struct vm *vm, ref obj, const char *field);
/* Returns the value of a static reference field, or 0 if the field is missing or null. */
ref field_static_ref(struct vm *vm, struct klass *k, const char *field);
/* does nothing if there is no such field */
void field_set_static_ref(struct vm *vm, struct klass *k, const char *field, ref value);

/* Stores a reference into an array element, without events. */
static inline void array_put_ref(struct vm *vm, ref array, uint32_t i, ref value) {
  vm_put_ref(vm, array, ARRAY_BASE + i * 4, value);
}
static inline uint8_t *array_data(struct vm *vm, ref array) { return MEM8(vm, array + ARRAY_BASE); }

static inline bool obj_shared(struct vm *vm, ref r) {
  return r && (vm_object(vm, r)->lock & OBJ_SHARED);
}

#endif
