/* See fields.h. */
#include "engine/vm/fields.h"

#include "engine/vm/machine.h"

void field_set_ref(struct vm *vm, ref obj, const char *field, ref value) {
  vm_put_ref(vm, obj, klass_field_offset(vm_klass(vm, obj), field), value);
}

void field_set_int(struct vm *vm, ref obj, const char *field, int32_t value) {
  put32(vm, obj + klass_field_offset(vm_klass(vm, obj), field), (uint32_t)value);
}

void field_set_long(struct vm *vm, ref obj, const char *field, int64_t value) {
  put64(vm, obj + klass_field_offset(vm_klass(vm, obj), field), (uint64_t)value);
}

void field_set_bool(struct vm *vm, ref obj, const char *field, bool value) {
  arena_put_u8(&vm->arena, obj + klass_field_offset(vm_klass(vm, obj), field), value);
}

ref field_get_ref(struct vm *vm, ref obj, const char *field) {
  return *MEM32(vm, obj + klass_field_offset(vm_klass(vm, obj), field));
}

int32_t field_get_int(struct vm *vm, ref obj, const char *field) {
  return (int32_t)field_get_ref(vm, obj, field);
}

int64_t field_get_long(struct vm *vm, ref obj, const char *field) {
  return (int64_t)*MEM64(vm, obj + klass_field_offset(vm_klass(vm, obj), field));
}

ref field_static_ref(struct vm *vm, struct klass *k, const char *field) {
  struct field *f = klass_field(k, field, NULL);
  return f && (f->flags & ACC_STATIC) ? *MEM32(vm, f->owner->mirror + f->offset) : 0;
}

void field_set_static_ref(struct vm *vm, struct klass *k, const char *field, ref value) {
  const struct field *f = klass_field(k, field, NULL);
  if (f && f->flags & ACC_STATIC) vm_put_ref(vm, k->mirror, f->offset, value);
}
