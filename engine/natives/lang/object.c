/* java.lang.Object, except for wait and notify. */
#include "engine/natives/io/cursor.h"
#include "engine/base/check.h"
#include "engine/natives/util.h"

static int get_class(struct native_call *c) {
  return ret_ref(c, vm_klass(c->vm, c->args[0])->mirror);
}

static int hash_code(struct native_call *c) {
  return ret_int(c, (int32_t)vm_identity_hash(c->vm, c->t, c->args[0]));
}

static uint32_t size_of(const struct field *f) {
  switch (f->type) {
    case 'J':
    case 'D': return 8;
    case 'Z':
    case 'B': return 1;
    case 'C':
    case 'S': return 2;
    default: return 4;
  }
}

/* Reports the reads of the original and the writes of the copy, field by field or element by
 * element (soundness rule 10, bulk by elements).
 */
static void report_clone(struct vm *vm, struct thread *t, const struct klass *k, ref from, ref to) {
  uint32_t i, n;
  if (!vm->sched.trace_on) return;
  if (k->is_array) {
    n = array_length(vm, from);
    for (i = 0; i < n; i++) {
      uint32_t off = ARRAY_BASE + (i << k->elem_shift);
      ev_access(vm, t, from, off, 1 << k->elem_shift, 0, ACCESS_PLAIN);
      ev_access(vm, t, to, off, 1 << k->elem_shift, 1, ACCESS_PLAIN);
    }
    return;
  }
  for (i = 0; i < k->all_field_count; i++) {
    const struct field *f = k->all_fields[i];
    int size = (int)size_of(f);
    int mode = f->flags & ACC_VOLATILE ? ACCESS_VOLATILE : ACCESS_PLAIN;
    ev_access(vm, t, from, f->offset, size, 0, mode);
    ev_access(vm, t, to, f->offset, size, 1, mode);
  }
}

/* Must the array be copied element by element (arraycopy.c)? This applies to shared arrays if the
 * race check is off. */
static bool stepwise(struct vm *vm, const struct klass *k, ref from) {
  return k->is_array && vm_bulk_apart(vm) && obj_shared(vm, from) &&
         !(vm_object(vm, from)->lock & OBJ_FROZEN);
}

/* Copies the elements of a shared array one by one, starting at at->position. */
static int clone_elements(struct native_call *c, const struct klass *k, struct cursor *at) {
  struct vm *vm = c->vm;
  uint32_t n = array_length(vm, at->original), size = 1u << k->elem_shift;
  CHECK(array_length(vm, at->extra) == n, "a clone has the length of the original: %u", n);
  for (; at->position < n; at->position++) {
    uint32_t off = ARRAY_BASE + at->position * size;
    bool older;
    if (!vm_visible(vm, c->t, nat_copy_op(vm), at->original, off)) return cursor_stop(c, 0, at);
    older = nat_copy_reads_older(c, at->original, off, size, ACCESS_PLAIN);
    nat_copy_value(vm, at->extra + off, at->original + off, size, older);
    c->t->insns++; /* as in arraycopy.c */
  }
  return ret_ref(c, at->extra);
}

static int clone_stepwise(struct native_call *c, struct klass *k, ref from) {
  struct cursor at = {from, vm_new_array(c->vm, c->t, k, (int32_t)array_length(c->vm, from)), 0};
  return at.extra ? clone_elements(c, k, &at) : NATIVE_THROW;
}

/* Copies the fields of a shared object one by one, starting at at->position. */
static int clone_fields(struct native_call *c, const struct klass *k, struct cursor *at) {
  struct vm *vm = c->vm;
  bool finals = vm_object(vm, at->original)->lock & OBJ_LEAKED;
  CHECK(vm_klass(vm, at->extra) == k, "a clone has the class of the original: %s", k->name->s);
  for (; at->position < k->all_field_count; at->position++) {
    const struct field *f = k->all_fields[at->position];
    uint32_t size = size_of(f);
    bool is_volatile = f->flags & ACC_VOLATILE, older;
    if ((!(f->flags & ACC_FINAL) || finals) &&
        !vm_visible(vm, c->t, is_volatile ? OPK_BULK_READ : nat_copy_op(vm), at->original,
                    f->offset))
      return cursor_stop(c, 0, at);
    older = nat_copy_reads_older(c, at->original, f->offset, size,
                                 is_volatile ? ACCESS_VOLATILE : ACCESS_PLAIN);
    nat_copy_value(vm, at->extra + f->offset, at->original + f->offset, size, older);
    c->t->insns++; /* as in arraycopy.c */
  }
  return ret_ref(c, at->extra);
}

static bool by_fields(struct vm *vm, const struct klass *k, ref from) {
  return !k->is_array && vm_bulk_apart(vm) && obj_shared(vm, from);
}

static int object_clone(struct native_call *c) {
  struct vm *vm = c->vm;
  ref from = c->args[0], to;
  const struct klass *k = vm_klass(vm, from);
  uint32_t size, head = k->is_array ? ARRAY_BASE : OBJ_HEADER;
  struct cursor at = {0};
  if (cursor_take(c, 0, &at))
    return vm_klass(vm, at.original)->is_array ? clone_elements(c, vm_klass(vm, at.original), &at)
                                               : clone_fields(c, vm_klass(vm, at.original), &at);
  if (!k->is_array && !klass_is_subclass(k, vm->wk.cloneable))
    return nat_throw_class(c, "java/lang/CloneNotSupportedException", "%s", k, NULL);
  if (stepwise(vm, k, from)) return clone_stepwise(c, (struct klass *)k, from);
  if (by_fields(vm, k, from)) {
    at = (struct cursor){from, vm_new_object(vm, c->t, (struct klass *)k), 0};
    return at.extra ? clone_fields(c, k, &at) : NATIVE_THROW;
  }
  VISIBLE(c, OPK_BULK_READ, from, head);
  to = k->is_array ? vm_new_array(vm, c->t, (struct klass *)k, (int32_t)array_length(vm, from))
                   : vm_new_object(vm, c->t, (struct klass *)k);
  if (!to) return NATIVE_THROW;
  size = k->is_array ? array_length(vm, from) << k->elem_shift : k->instance_size - head;
  INVARIANT(to != from && head + size <= vm_object_size(vm, to),
            "a clone has room for the original: %u bytes", size);
  report_clone(vm, c->t, k, from, to);
  if (size) {
    arena_touch_range(&vm->arena, to + head, size);
    memcpy(MEM8(vm, to + head), MEM8(vm, from + head), size);
  }
  return ret_ref(c, to);
}

const struct native_row natives_object[] = {
    {"java/lang/Object", "getClass", NULL, get_class},
    {"java/lang/Object", "hashCode", NULL, hash_code},
    {"java/lang/Object", "clone", NULL, object_clone},
    {0},
};
