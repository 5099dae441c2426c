/* jdk.internal.misc.Unsafe: offsets of fields and elements, and classes (allocation without a
 * constructor, initialisation). The base of static fields is the class's mirror. */
#include "engine/natives/lang/class_members.h"
#include "engine/natives/util.h"

#include <stdio.h>
#include <stdlib.h>

static int field_offset(struct native_call *c) {
  const struct field *f;
  if (!c->args[1]) return nat_npe(c);
  f = member_of_field(c->vm, c->args[1]);
  return ret_long(c, f ? f->offset : 0);
}

static int field_base(struct native_call *c) {
  const struct field *f;
  if (!c->args[1]) return nat_npe(c);
  f = member_of_field(c->vm, c->args[1]);
  return ret_ref(c, f ? f->owner->mirror : 0);
}

/* objectFieldOffset1(Class, String): for a field declared in the class. */
static int named_offset(struct native_call *c) {
  struct klass *k = nat_klass_arg(c, 1);
  char *name;
  int rc = NATIVE_OK;
  if (!k) return NATIVE_THROW;
  if (!c->args[2]) return nat_npe(c);
  name = vm_utf8(c->vm, c->args[2]);
  c->ret.l = -1;
  for (uint32_t i = 0; i < k->field_count; i++)
    if (!strcmp(k->fields[i].name->s, name)) c->ret.l = k->fields[i].offset;
  if (c->ret.l < 0) rc = vm_throw(c->vm, c->t, "java/lang/InternalError", "%s", name);
  free(name);
  return rc;
}

static int array_base(struct native_call *c) {
  return nat_klass_arg(c, 1) ? ret_int(c, ARRAY_BASE) : NATIVE_THROW;
}
static int array_scale(struct native_call *c) {
  const struct klass *k = nat_klass_arg(c, 1);
  return k ? ret_int(c, k->is_array ? 1 << k->elem_shift : 0) : NATIVE_THROW;
}

static int should_be_initialized(struct native_call *c) {
  const struct klass *k = nat_klass_arg(c, 1);
  if (!k) return NATIVE_THROW;
  return ret_int(c, !k->trivial_init && klass_init_state(c->vm, k) != INIT_DONE);
}

static int ensure_initialized(struct native_call *c) {
  struct klass *k = nat_klass_arg(c, 1);
  return k ? vm_init_class(c->vm, c->t, k) : NATIVE_THROW;
}

static int allocate_instance(struct native_call *c) {
  struct klass *k = nat_klass_arg(c, 1);
  int rc;
  if (!k) return NATIVE_THROW;
  if (k->is_array || k->is_primitive || k->is_interface || (k->flags & ACC_ABSTRACT) ||
      k == c->vm->wk.klass)
    return nat_throw_class(c, "java/lang/InstantiationException", "%s", k, NULL);
  rc = vm_init_class(c->vm, c->t, k);
  if (rc != NATIVE_OK) return rc;
  return ret_new(c, vm_new_object(c->vm, c->t, k));
}

static int throw_exception(struct native_call *c) {
  return c->args[1] ? vm_throw_ref(c->vm, c->t, c->args[1]) : nat_npe(c);
}

#define U "jdk/internal/misc/Unsafe"
const struct native_row natives_unsafe_class[] = {
    {U, "objectFieldOffset0", NULL, field_offset},
    {U, "objectFieldOffset1", NULL, named_offset},
    {U, "staticFieldOffset0", NULL, field_offset},
    {U, "staticFieldBase0", NULL, field_base},
    {U, "arrayBaseOffset0", NULL, array_base},
    {U, "arrayIndexScale0", NULL, array_scale},
    {U, "shouldBeInitialized0", NULL, should_be_initialized},
    {U, "ensureClassInitialized0", NULL, ensure_initialized},
    {U, "allocateInstance", NULL, allocate_instance},
    {U, "throwException", NULL, throw_exception},
    {U, "loadFence", NULL, nat_fence},
    {U, "storeFence", NULL, nat_fence},
    {U, "fullFence", NULL, nat_fence},
    {U, "storeStoreFence", NULL, nat_fence},
    {U, "loadLoadFence", NULL, nat_fence},
    {U, "writeback0", NULL, nat_nothing},
    {U, "writebackPreSync0", NULL, nat_nothing},
    {U, "writebackPostSync0", NULL, nat_nothing},
    {U, "getLoadAverage0", NULL, nat_minus_one},
    {0},
};
