/* java.lang.Class: its fields, methods, constructors and record components as reflection objects.
 *
 * `slot` of a Field is its index in klass->fields; that of a Method or Constructor is its index in
 * klass->methods. */
#include "engine/natives/lang/class_members.h"
#include "engine/base/check.h"

#include "engine/natives/util.h"
#include "engine/vm/loader/loaders.h"
#include "engine/vm/interp/proof.h"
#include "engine/vm/loader/resolve.h"

#include <stdio.h>
#include <stdlib.h>

#define THIS(c) vm_mirror_klass((c)->vm, (c)->args[0])

static bool put_bytes(struct native_call *c, ref obj, const char *field, struct bytes b) {
  ref r;
  if (!b.data) return true;
  r = nat_bytes(c, b.data, b.len);
  if (r) field_set_ref(c->vm, obj, field, r);
  return r != 0;
}

ref member_field(struct native_call *c, const struct field *f) {
  struct vm *vm = c->vm;
  struct klass *type = nat_desc_class(c, f->owner, f->desc->s, f->desc->len);
  const struct klass *k = f->owner;
  bool is_static = f->flags & ACC_STATIC;
  ref r = type ? vm_new_object(vm, c->t, vm->wk.field) : 0;
  if (!r) return 0;
  field_set_ref(vm, r, "clazz", k->mirror);
  field_set_int(vm, r, "slot", (int32_t)f->slot);
  field_set_ref(vm, r, "name", nat_sym(vm, f->name));
  field_set_ref(vm, r, "type", type->mirror);
  field_set_int(vm, r, "modifiers", f->flags & 0xffff);
  field_set_bool(vm, r, "trustedFinal",
                 (f->flags & ACC_FINAL) && (is_static || (k->cf && k->cf->is_record)));
  field_set_ref(vm, r, "signature", nat_sym(vm, f->info->signature));
  return put_bytes(c, r, "annotations", f->info->annotations) ? r : 0;
}

/* Returns the parameter types of a method descriptor as a Class[], and the return type in *ret
 * unless ret is NULL. */
static ref parameter_types(struct native_call *c, const struct method *m, struct klass **ret) {
  struct vm *vm = c->vm;
  const struct symbol *desc = m->desc;
  const char *p = desc->s + 1, *q;
  ref r = vm_new_ref_array(vm, c->t, vm->wk.klass, desc_arg_count(desc->s));
  uint32_t n = 0;
  if (!r) return 0;
  for (; *p != ')'; p = q) {
    struct klass *k;
    q = desc_next(p);
    k = nat_desc_class(c, m->owner, p, (size_t)(q - p));
    if (!k) return 0;
    array_put_ref(vm, r, n++, k->mirror);
  }
  CHECK(n == array_length(vm, r), "a method has as many types as parameters: %u of %s", n, desc->s);
  if (ret && !(*ret = nat_desc_class(c, m->owner, p + 1, strlen(p + 1)))) return 0;
  return r;
}

static ref exception_types(struct native_call *c, const struct method *m) {
  struct vm *vm = c->vm;
  ref r = vm_new_ref_array(vm, c->t, vm->wk.klass, m->info->throws_count);
  for (uint32_t i = 0; r && i < m->info->throws_count; i++) {
    struct klass *k = vm_class_throw(
        vm, c->t, loader_inside_class(vm, m->owner, m->owner->cf->cp[m->info->throws[i]].name)->s,
        false);
    if (!k) return 0;
    array_put_ref(vm, r, i, k->mirror);
  }
  return r;
}

ref member_method(struct native_call *c, const struct method *m) {
  struct vm *vm = c->vm;
  bool ctor = m->name->s[0] == '<';
  struct klass *ret = NULL;
  ref params = parameter_types(c, m, ctor ? NULL : &ret),
      exceptions = params ? exception_types(c, m) : 0, r;
  if (!exceptions) return 0;
  r = vm_new_object(vm, c->t,
                    ctor ? vm_class(vm, "java/lang/reflect/Constructor", NULL) : vm->wk.method);
  if (!r) return 0;
  field_set_ref(vm, r, "clazz", m->owner->mirror);
  field_set_int(vm, r, "slot", (int32_t)(m - m->owner->methods));
  field_set_ref(vm, r, "parameterTypes", params);
  field_set_ref(vm, r, "exceptionTypes", exceptions);
  field_set_int(vm, r, "modifiers", m->flags & 0xffff);
  field_set_ref(vm, r, "signature", nat_sym(vm, m->info->signature));
  if (!put_bytes(c, r, "annotations", m->info->annotations) ||
      !put_bytes(c, r, "parameterAnnotations", m->info->parameter_annotations))
    return 0;
  if (ctor) return r;
  field_set_ref(vm, r, "name", nat_sym(vm, m->name));
  field_set_ref(vm, r, "returnType", ret->mirror);
  return put_bytes(c, r, "annotationDefault", m->info->annotation_default) ? r : 0;
}

struct method *member_of_method(struct vm *vm, ref executable) {
  struct klass *k = vm_mirror_klass(vm, field_get_ref(vm, executable, "clazz"));
  uint32_t slot = (uint32_t)field_get_int(vm, executable, "slot");
  INVARIANT(k && slot < k->method_count, "a reflection object names its method: %u", slot);
  return k && slot < k->method_count ? &k->methods[slot] : NULL;
}

struct field *member_of_field(struct vm *vm, ref field) {
  struct klass *k = vm_mirror_klass(vm, field_get_ref(vm, field, "clazz"));
  uint32_t slot = (uint32_t)field_get_int(vm, field, "slot");
  INVARIANT(k && slot < k->field_count, "a reflection object names its field: %u", slot);
  return k && slot < k->field_count ? &k->fields[slot] : NULL;
}

/* Loads the types of a method. When a program asks for members, the class is verified first, and
 * its loader is asked for their types. Once these are loaded, creating the reflection object asks
 * no loader. */
static int types_of_method(struct native_call *c, struct klass *k, const struct method *m) {
  int rc = resolve_descriptor(c->vm, c->t, k, m->desc->s);
  for (uint32_t i = 0; rc == NATIVE_OK && i < m->info->throws_count; i++) {
    struct klass *e;
    rc = resolve_name(c->vm, c->t, k, k->cf->cp[m->info->throws[i]].name, &e);
  }
  return rc;
}

static int get_declared_fields(struct native_call *c) {
  struct vm *vm = c->vm;
  struct klass *k = THIS(c);
  bool public_only = c->args[1];
  uint32_t n = 0, i;
  int rc = proof_of(vm, c->t, k);
  ref r, f;
  for (i = 0; rc == NATIVE_OK && i < k->field_count; i++)
    if (k->fields[i].info && (!public_only || (k->fields[i].flags & ACC_PUBLIC)))
      rc = resolve_descriptor(vm, c->t, k, k->fields[i].desc->s);
  if (rc != NATIVE_OK) return rc;
  for (i = 0; i < k->field_count; i++)
    n += k->fields[i].info && (!public_only || (k->fields[i].flags & ACC_PUBLIC));
  r = vm_new_ref_array(vm, c->t, vm->wk.field, (int32_t)n);
  for (i = n = 0; r && i < k->field_count; i++) {
    if (!k->fields[i].info || (public_only && !(k->fields[i].flags & ACC_PUBLIC))) continue;
    f = member_field(c, &k->fields[i]);
    if (!f) return NATIVE_THROW;
    array_put_ref(vm, r, n++, f);
  }
  return ret_new(c, r);
}

static bool wanted(const struct method *m, bool ctors, bool public_only) {
  if (!m->info || !strcmp(m->name->s, "<clinit>")) return false;
  return (m->name->s[0] == '<') == ctors && (!public_only || (m->flags & ACC_PUBLIC));
}

static int declared_methods(struct native_call *c, bool ctors) {
  struct vm *vm = c->vm;
  struct klass *k = THIS(c),
               *type = ctors ? vm_class_throw(vm, c->t, "java/lang/reflect/Constructor", false)
                             : vm->wk.method;
  uint32_t n = 0, i;
  int rc = type ? proof_of(vm, c->t, k) : NATIVE_THROW;
  ref r, m;
  for (i = 0; rc == NATIVE_OK && i < k->method_count; i++)
    if (wanted(&k->methods[i], ctors, c->args[1])) rc = types_of_method(c, k, &k->methods[i]);
  if (rc != NATIVE_OK) return rc;
  for (i = 0; i < k->method_count; i++) n += wanted(&k->methods[i], ctors, c->args[1]);
  r = vm_new_ref_array(vm, c->t, type, (int32_t)n);
  for (i = n = 0; r && i < k->method_count; i++) {
    if (!wanted(&k->methods[i], ctors, c->args[1])) continue;
    m = member_method(c, &k->methods[i]);
    if (!m) return NATIVE_THROW;
    array_put_ref(vm, r, n++, m);
  }
  return ret_new(c, r);
}
static int get_declared_methods(struct native_call *c) { return declared_methods(c, false); }
static int get_declared_constructors(struct native_call *c) { return declared_methods(c, true); }

static ref record_component(struct native_call *c, struct klass *k, struct klass *type,
                            const struct record_component *rc) {
  struct vm *vm = c->vm;
  char *desc = mem_printf("()%s", rc->desc->s);
  const struct method *m = klass_declared_method(k, rc->name->s, desc);
  struct klass *t = nat_desc_class(c, k, rc->desc->s, rc->desc->len);
  ref r = t ? vm_new_object(vm, c->t, type) : 0, accessor = r && m ? member_method(c, m) : 0;
  free(desc);
  if (!r || (m && !accessor)) return 0;
  field_set_ref(vm, r, "clazz", k->mirror);
  field_set_ref(vm, r, "name", nat_sym(vm, rc->name));
  field_set_ref(vm, r, "type", t->mirror);
  field_set_ref(vm, r, "accessor", accessor);
  field_set_ref(vm, r, "signature", nat_sym(vm, rc->signature));
  if (!put_bytes(c, r, "annotations", rc->annotations)) return 0;
  return put_bytes(c, r, "typeAnnotations", rc->type_annotations) ? r : 0;
}

static int get_record_components(struct native_call *c) {
  struct vm *vm = c->vm;
  struct klass *k = THIS(c),
               *type = vm_class_throw(vm, c->t, "java/lang/reflect/RecordComponent", false);
  uint32_t n = k->cf ? k->cf->record_count : 0;
  int rc = NATIVE_OK;
  ref r;
  for (uint32_t i = 0; rc == NATIVE_OK && i < n; i++)
    rc = resolve_descriptor(vm, c->t, k, k->cf->records[i].desc->s);
  if (rc != NATIVE_OK) return rc;
  r = type ? vm_new_ref_array(vm, c->t, type, (int32_t)n) : 0;
  for (uint32_t i = 0; r && i < n; i++) {
    ref e = record_component(c, k, type, &k->cf->records[i]);
    if (!e) return NATIVE_THROW;
    array_put_ref(vm, r, i, e);
  }
  return ret_new(c, r);
}

/* Executable.getParameters0: returns null if the class file has no MethodParameters attribute. */
static int get_parameters(struct native_call *c) {
  struct vm *vm = c->vm;
  const struct method *m = member_of_method(vm, c->args[0]);
  struct klass *type;
  ref r;
  if (!m || !m->info->parameter_names) return ret_ref(c, 0);
  type = vm_class_throw(vm, c->t, "java/lang/reflect/Parameter", false);
  r = type ? vm_new_ref_array(vm, c->t, type, m->info->parameter_count) : 0;
  for (int32_t i = 0; r && i < m->info->parameter_count; i++) {
    ref p = vm_new_object(vm, c->t, type);
    if (!p) return NATIVE_THROW;
    field_set_ref(vm, p, "name", nat_sym(vm, m->info->parameter_names[i]));
    field_set_int(vm, p, "modifiers", m->info->parameter_flags[i]);
    field_set_ref(vm, p, "executable", c->args[0]);
    field_set_int(vm, p, "index", i);
    array_put_ref(vm, r, (uint32_t)i, p);
  }
  return ret_new(c, r);
}

static int method_type_annotations(struct native_call *c) {
  const struct method *m = member_of_method(c->vm, c->args[0]);
  if (!m || !m->info->type_annotations.data) return ret_ref(c, 0);
  return ret_new(c, nat_bytes(c, m->info->type_annotations.data, m->info->type_annotations.len));
}

static int field_type_annotations(struct native_call *c) {
  const struct field *f = member_of_field(c->vm, c->args[0]);
  if (!f || !f->info->type_annotations.data) return ret_ref(c, 0);
  return ret_new(c, nat_bytes(c, f->info->type_annotations.data, f->info->type_annotations.len));
}

const struct native_row natives_class_members[] = {
    {"java/lang/Class", "getDeclaredFields0", NULL, get_declared_fields},
    {"java/lang/Class", "getDeclaredMethods0", NULL, get_declared_methods},
    {"java/lang/Class", "getDeclaredConstructors0", NULL, get_declared_constructors},
    {"java/lang/Class", "getRecordComponents0", NULL, get_record_components},
    {"java/lang/reflect/Executable", "getParameters0", NULL, get_parameters},
    {"java/lang/reflect/Executable", "getTypeAnnotationBytes0", NULL, method_type_annotations},
    {"java/lang/reflect/Field", "getTypeAnnotationBytes0", NULL, field_type_annotations},
    {0},
};
