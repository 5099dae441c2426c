/* Handles of fields and variables: findGetter, findSetter, findVarHandle, unreflectVarHandle and
 * similar methods (see lookup.c). */
#include "engine/natives/lang/class_members.h"
#include "engine/natives/invoke/lookup_int.h"
#include "engine/natives/invoke/combine.h"
#include "engine/natives/invoke/handles.h"
#include "engine/natives/invoke/lookup_access.h"
#include "engine/natives/util.h"
#include "engine/vm/loader/loaders.h"
#include "engine/vm/loader/classes.h"

static struct field *field_of_query(struct native_call *c, const struct query *q, bool is_static,
                                    const char *kind, int *rc) {
  struct field *f = klass_field(q->klass, q->name, q->desc);
  if (!f)
    *rc = lookup_no_such(c, q, "java/lang/NoSuchFieldException", "field", kind);
  else if (((f->flags & ACC_STATIC) != 0) != is_static)
    *rc = lookup_no_such(c, q, "java/lang/IllegalAccessException", "field", kind);
  else
    return f;
  return NULL;
}

static int give_accessor(struct native_call *c, const struct field *f, bool put) {
  bool is_static = f->flags & ACC_STATIC;
  const struct member_ref r = {.kind = put ? (is_static ? REF_PUT_STATIC : REF_PUT_FIELD)
                                           : (is_static ? REF_GET_STATIC : REF_GET_FIELD),
                               .owner = f->owner->name->s,
                               .name = f->name->s,
                               .desc = f->desc->s};
  return lookup_give_handle(c, &r);
}

/* Narrows the receiver to the class in which the field was looked up. */
static int narrow_field(struct native_call *c, const struct lookup *l, struct klass *refc,
                        const struct field *f) {
  struct klass *to =
      lookup_narrows(c->vm, l, f->owner, f->flags) && !klass_is_subclass(refc, l->klass) ? l->klass
                                                                                         : refc;
  return to == f->owner ? NATIVE_OK : lookup_narrow(c, to);
}

static int find_accessor(struct native_call *c, bool is_static, bool put) {
  struct lookup l = lookup_read(c->vm, c->args[0]);
  static const char *const kinds[] = {"getField", "putField", "getStatic", "putStatic"};
  struct query q;
  struct field *f;
  int rc = lookup_query_read(c, &q, false);
  if (rc == NATIVE_OK) rc = lookup_check_class(c, &l, q.klass);
  if (rc == NATIVE_OK) {
    f = field_of_query(c, &q, is_static, kinds[is_static * 2 + put], &rc);
    if (f) rc = lookup_check_field(c, &l, q.klass, f, put);
    if (f && rc == NATIVE_OK) rc = give_accessor(c, f, put);
    if (f && rc == NATIVE_OK && !is_static) rc = narrow_field(c, &l, q.klass, f);
  }
  lookup_query_release(&q);
  return rc;
}

static int find_getter(struct native_call *c) { return find_accessor(c, false, false); }
static int find_setter(struct native_call *c) { return find_accessor(c, false, true); }
static int find_static_getter(struct native_call *c) { return find_accessor(c, true, false); }
static int find_static_setter(struct native_call *c) { return find_accessor(c, true, true); }

static int unreflect_field(struct native_call *c, bool put, bool check) {
  const struct field *f;
  struct lookup l;
  int rc;
  if (!c->args[1]) return nat_npe(c);
  f = member_of_field(c->vm, c->args[1]);
  if (!f) return vm_unsupported(c->vm, c->t, "Lookup.unreflect of this field");
  l = check ? lookup_for(c, c->args[1]) : lookup_trusted(c->vm);
  rc = lookup_check_field(c, &l, f->owner, f, put);
  if (rc == NATIVE_OK) rc = give_accessor(c, f, put);
  return rc == NATIVE_OK && !(f->flags & ACC_STATIC) ? narrow_field(c, &l, f->owner, f) : rc;
}
static int unreflect_getter(struct native_call *c) { return unreflect_field(c, false, true); }
static int unreflect_setter(struct native_call *c) { return unreflect_field(c, true, true); }
/* unreflectField(Field, boolean isSetter): MethodHandleImpl's access for core reflection (JDK 22
 * and later). */
static int unreflect_for_reflection(struct native_call *c) {
  return unreflect_field(c, c->args[2] != 0, false);
}

static int give_variable(struct native_call *c, struct klass *receiver, const struct field *f) {
  struct error err = {0};
  struct klass *type = vm_class_of_desc(c->vm, loader_inside(c->vm, f->owner, f->desc->s)->s, &err);
  bool is_static = f->flags & ACC_STATIC;
  if (!type) return synth_failed(c->vm, c->t, &err);
  return ret_new(c, varhandle_new(c->vm, c->t, is_static ? VARIABLE_STATIC : VARIABLE_FIELD,
                                  f->flags & ACC_FINAL ? VARIABLE_READ_ONLY : 0,
                                  is_static ? f->owner : receiver, type, f->offset));
}

static int find_variable(struct native_call *c, bool is_static) {
  struct lookup l = lookup_read(c->vm, c->args[0]);
  struct query q;
  struct field *f;
  int rc = lookup_query_read(c, &q, false);
  if (rc == NATIVE_OK) rc = lookup_check_class(c, &l, q.klass);
  if (rc == NATIVE_OK) {
    f = field_of_query(c, &q, is_static, is_static ? "getStatic" : "getField", &rc);
    if (f) rc = lookup_check_field(c, &l, q.klass, f, false);
    if (f && rc == NATIVE_OK && is_static && c->vm->loaded.jdk_release < 22)
      rc = vm_init_class(c->vm, c->t, f->owner);
    if (f && rc == NATIVE_OK)
      rc = give_variable(c, lookup_narrows(c->vm, &l, f->owner, f->flags) ? l.klass : q.klass, f);
  }
  lookup_query_release(&q);
  return rc;
}

static int find_var_handle(struct native_call *c) { return find_variable(c, false); }
static int find_static_var_handle(struct native_call *c) { return find_variable(c, true); }

static int unreflect_var_handle(struct native_call *c) {
  const struct field *f;
  struct lookup l;
  int rc;
  if (!c->args[1]) return nat_npe(c);
  f = member_of_field(c->vm, c->args[1]);
  if (!f) return vm_unsupported(c->vm, c->t, "Lookup.unreflectVarHandle of this field");
  l = lookup_for(c, c->args[1]);
  rc = lookup_check_field(c, &l, f->owner, f, false);
  return rc == NATIVE_OK
             ? give_variable(c, lookup_narrows(c->vm, &l, f->owner, f->flags) ? l.klass : f->owner,
                             f)
             : rc;
}

/* Throws an exception that shows the class as Class.toString does. */
static int not_an_array(struct native_call *c, const struct klass *k) {
  return nat_throw_class(c, "java/lang/IllegalArgumentException",
                         k->is_interface   ? "not an array: interface %s"
                         : k->is_primitive ? "not an array: %s"
                                           : "not an array: class %s",
                         k, NULL);
}

static int array_variable(struct native_call *c) {
  struct klass *k = nat_klass_arg(c, 0), *elem;
  struct error err = {0};
  if (!k) return NATIVE_THROW;
  if (!k->is_array) return not_an_array(c, k);
  elem = vm_class_of_desc(c->vm, k->name->s + 1, &err);
  if (!elem) return synth_failed(c->vm, c->t, &err);
  return ret_new(c, varhandle_new(c->vm, c->t, VARIABLE_ARRAY, 0, k, elem, 0));
}

/* (Class viewArrayClass, ByteOrder order) */
static int view_variable(struct native_call *c, enum variable_kind kind, struct klass *base) {
  const struct klass *k = nat_klass_arg(c, 0), *order;
  struct error err = {0};
  struct klass *elem;
  bool big;
  if (!k || !base) return NATIVE_THROW;
  if (!c->args[1]) return nat_npe(c);
  order = vm_klass(c->vm, c->args[1]);
  big = c->args[1] == field_static_ref(c->vm, (struct klass *)(uintptr_t)order, "BIG_ENDIAN");
  if (!k->is_array) return not_an_array(c, k);
  if (!strchr("CSIJFD", k->elem_type))
    return vm_throw(c->vm, c->t, "java/lang/UnsupportedOperationException", NULL);
  elem = vm_class_of_desc(c->vm, k->name->s + 1, &err);
  if (!elem) return synth_failed(c->vm, c->t, &err);
  return ret_new(c, varhandle_new(c->vm, c->t, kind, big ? VARIABLE_BIG_ENDIAN : 0, base, elem, 0));
}

static int bytes_variable(struct native_call *c) {
  return view_variable(c, VARIABLE_BYTES, c->vm->wk.prim_array[1]);
}
static int buffer_variable(struct native_call *c) {
  return view_variable(c, VARIABLE_BUFFER,
                       vm_class_throw(c->vm, c->t, "java/nio/ByteBuffer", false));
}

const struct native_row natives_lookup_field[] = {
    {HANDLES, "arrayElementVarHandle", NULL, array_variable},
    {HANDLES, "byteArrayViewVarHandle", NULL, bytes_variable},
    {HANDLES, "byteBufferViewVarHandle", NULL, buffer_variable},
    {LOOKUP, "findGetter", NULL, find_getter},
    {LOOKUP, "findSetter", NULL, find_setter},
    {LOOKUP, "findStaticGetter", NULL, find_static_getter},
    {LOOKUP, "findStaticSetter", NULL, find_static_setter},
    {LOOKUP, "findVarHandle", NULL, find_var_handle},
    {LOOKUP, "findStaticVarHandle", NULL, find_static_var_handle},
    {LOOKUP, "unreflectGetter", NULL, unreflect_getter},
    {LOOKUP, "unreflectSetter", NULL, unreflect_setter},
    {LOOKUP, "unreflectVarHandle", NULL, unreflect_var_handle},
    {"java/lang/invoke/MethodHandleImpl$1", "unreflectField", NULL, unreflect_for_reflection},
    {0},
};
