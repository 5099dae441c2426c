/* Verification types (JVMS 4.10.1.2): making them from names and descriptors, assignability, and
 * the merge for inference. */
#include "engine/vm/verify/verifier.h"

#include "engine/vm/loader/classes.h"
#include "engine/vm/loader/loaders.h"

#include <stdlib.h>
#include <string.h>

/* ---- names ---- */

static void names_grow(struct verifier *v) {
  uint32_t n = v->name_mask ? (v->name_mask + 1) * 2 : 64;
  free(v->name_slots);
  v->name_slots = mem_alloc(n * sizeof *v->name_slots);
  v->name_mask = n - 1;
  for (uint32_t i = 0; i < v->names.len; i++) {
    uint32_t at = v->names.data[i]->hash & v->name_mask;
    while (v->name_slots[at]) at = (at + 1) & v->name_mask;
    v->name_slots[at] = i + 1;
  }
}

vtype vt_class(struct verifier *v, const struct symbol *name) {
  uint32_t at;
  if (v->names.len * 2 >= v->name_mask) names_grow(v);
  at = name->hash & v->name_mask;
  while (v->name_slots[at]) {
    if (v->names.data[v->name_slots[at] - 1] == name)
      return vt_make(VT_CLASS, v->name_slots[at] - 1);
    at = (at + 1) & v->name_mask;
  }
  *vec_push(&v->names) = name;
  v->name_slots[at] = (uint32_t)v->names.len;
  return vt_make(VT_CLASS, (uint32_t)v->names.len - 1);
}

vtype vt_named(struct verifier *v, const char *name, size_t len) {
  return vt_class(v, symtab_intern(v->vm->syms, name, len));
}

vtype vt_constant(struct verifier *v, uint32_t index) {
  if (!v->constants[index]) v->constants[index] = vt_class(v, v->cf->cp[index].name);
  return v->constants[index];
}

const struct symbol *vt_name(const struct verifier *v, vtype t) {
  return v->names.data[vt_data(t)];
}

bool vt_is_array(const struct verifier *v, vtype t) {
  return vt_kind(t) == VT_CLASS && vt_name(v, t)->s[0] == '[';
}

vtype vt_of_desc(struct verifier *v, const char *desc, vtype *second) {
  *second = VT_TOP;
  switch (*desc) {
    case 'J': *second = VT_LONG2; return VT_LONG;
    case 'D': *second = VT_DOUBLE2; return VT_DOUBLE;
    case 'F': return VT_FLOAT;
    case 'V': return VT_TOP;
    case 'L': return vt_named(v, desc + 1, (size_t)(desc_next(desc) - desc) - 2);
    case '[': return vt_named(v, desc, (size_t)(desc_next(desc) - desc));
    default: return VT_INT;
  }
}

vtype vt_element(struct verifier *v, vtype array) {
  vtype second;
  return vt_of_desc(v, vt_name(v, array)->s + 1, &second);
}

vtype vt_array_of(struct verifier *v, vtype element) {
  const struct symbol *name = vt_name(v, element);
  char *text = name->s[0] == '[' ? mem_printf("[%s", name->s) : mem_printf("[L%s;", name->s);
  vtype t = vt_named(v, text, strlen(text));
  free(text);
  return t;
}

/* ---- classes ---- */

/* Records a class that may not exist on another path when the same result is needed. */
static struct klass *note_asked(struct verifier *v, struct klass *k) {
  bool note = loader_varies(v->k, k);
  for (size_t i = 0; note && i < v->asked.len; i++)
    if (v->asked.data[i] == k) return k;
  if (note) *vec_push(&v->asked) = k;
  return k;
}

static struct klass *missing(struct verifier *v, const struct symbol *name) {
  v_raise(v, "java/lang/NoClassDefFoundError", "%s", name->s);
  v->missing = name;
  return NULL;
}

struct klass *vt_load(struct verifier *v, const struct symbol *name) {
  struct class_table *t = vm_classes(v->vm);
  struct error err = {0};
  struct klass *k;
  if (v->failed) return NULL;
  if (name == v->cf->name) return v->k; /* even if the class was defined under another name */
  k = v->k->own_loader ? loader_sees(v->vm, v->k, name, &err) : vm_class_sym(v->vm, name, &err);
  if (k && k->own_loader && !v->k->own_loader) return missing(v, name); /* as in resolution */
  if (k) return note_asked(v, k);
  if (!t->error_class || t->missing) return missing(v, t->missing ? t->missing : name);
  v_raise(v, t->error_class, "%s", err.msg);
  return NULL;
}

static bool is_cloneable_or_serializable(const struct klass *k) {
  return !strcmp(k->name->s, "java/lang/Cloneable") || !strcmp(k->name->s, "java/io/Serializable");
}

/* Both are classes; `to` is neither an array nor Object. An interface accepts any object, because
 * the call is checked when it is made. */
static bool class_assignable(struct verifier *v, vtype to, vtype from, bool protected_member) {
  const struct klass *k = vt_load(v, vt_name(v, to)), *f;
  if (!k) return false;
  if (k->is_interface && !(protected_member && from == v->object))
    return !vt_is_array(v, from) || is_cloneable_or_serializable(k);
  if (vt_is_array(v, from)) return false;
  f = vt_load(v, vt_name(v, from));
  return f && klass_is_subclass(f, k);
}

static bool reference_assignable(struct verifier *v, vtype to, vtype from, bool protected_member) {
  while (to != from) {
    const char *a, *b;
    if (from == VT_NULL || to == v->object) return true;
    if (!vt_is_array(v, to)) return class_assignable(v, to, from, protected_member);
    if (!vt_is_array(v, from)) return false;
    a = vt_name(v, to)->s + 1;
    b = vt_name(v, from)->s + 1;
    if ((*a != 'L' && *a != '[') || (*b != 'L' && *b != '['))
      return false; /* arrays of primitive elements must be identical */
    to = vt_element(v, to);
    from = vt_element(v, from);
  }
  return true;
}

static bool assignable(struct verifier *v, vtype to, vtype from, bool protected_member) {
  enum vt_kind f = vt_kind(from);
  if (to == from || to == VT_TOP) return true;
  switch (vt_kind(to)) {
    case VT_REFERENCE:
      return f == VT_CLASS || f == VT_NULL || f == VT_UNINIT || f == VT_UNINIT_THIS;
    case VT_ONE_SLOT:
      return f != VT_TOP && f != VT_LONG && f != VT_LONG2 && f != VT_DOUBLE && f != VT_DOUBLE2;
    case VT_CLASS:
      return (f == VT_CLASS || f == VT_NULL) && reference_assignable(v, to, from, protected_member);
    default: return false;
  }
}

bool vt_assignable(struct verifier *v, vtype to, vtype from) {
  return assignable(v, to, from, false);
}
bool vt_assignable_protected(struct verifier *v, vtype to, vtype from) {
  return assignable(v, to, from, true);
}

/* ---- merging ---- */

static vtype merge_classes(struct verifier *v, vtype a, vtype b) {
  const struct klass *x, *y;
  if (a == v->object || b == v->object) return v->object;
  x = vt_load(v, vt_name(v, a));
  y = x ? vt_load(v, vt_name(v, b)) : NULL;
  if (!y || x->is_interface || y->is_interface) return v->object;
  while (!klass_is_subclass(y, x)) x = x->super;
  return x == v->k ? v->this_type : vt_class(v, x->shown);
}

static bool of_references(const struct verifier *v, vtype array) {
  char c = vt_name(v, array)->s[1];
  return c == 'L' || c == '[';
}

static vtype merge_references(struct verifier *v, vtype a, vtype b) {
  vtype e;
  if (a == b || b == VT_NULL) return a;
  if (a == VT_NULL) return b;
  if (!vt_is_array(v, a) && !vt_is_array(v, b)) return merge_classes(v, a, b);
  if (!vt_is_array(v, a) || !vt_is_array(v, b) || !of_references(v, a) || !of_references(v, b))
    return v->object;
  e = merge_references(v, vt_element(v, a), vt_element(v, b));
  return vt_array_of(v, e);
}

vtype vt_merge(struct verifier *v, vtype a, vtype b) {
  bool ra = vt_kind(a) == VT_CLASS || a == VT_NULL, rb = vt_kind(b) == VT_CLASS || b == VT_NULL;
  if (a == b) return a;
  return ra && rb ? merge_references(v, a, b) : VT_TOP;
}

/* ---- text ---- */

void vt_text(const struct verifier *v, vtype t, struct text *out) {
  static const char *const names[] = {[VT_TOP] = "top",
                                      [VT_INT] = "integer",
                                      [VT_FLOAT] = "float",
                                      [VT_LONG] = "long",
                                      [VT_LONG2] = "long_2nd",
                                      [VT_DOUBLE] = "double",
                                      [VT_DOUBLE2] = "double_2nd",
                                      [VT_NULL] = "null",
                                      [VT_UNINIT_THIS] = "uninitializedThis",
                                      [VT_REFERENCE] = "reference type",
                                      [VT_ONE_SLOT] = "category1 type"};
  switch (vt_kind(t)) {
    case VT_CLASS: text_printf(out, "'%s'", vt_name(v, t)->s); break;
    case VT_UNINIT: text_printf(out, "uninitialized %u", vt_data(t)); break;
    case VT_ADDRESS: text_printf(out, "address %u", vt_data(t)); break;
    default: text_puts(out, names[vt_kind(t)]);
  }
}
