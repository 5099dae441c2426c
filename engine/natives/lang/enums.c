/* Enum constants without reflection. The JDK finds them by calling values() reflectively and caches
 * them in the mirror. Here they are read from the synthetic field that holds them, which never
 * changes once it is complete. */
#include "engine/classfile/insn.h"
#include "engine/natives/lang/class_members.h"
#include "engine/natives/util.h"

#include <stdlib.h>

/* Returns the static field with the constants of the enum k ($VALUES of javac, ENUM$VALUES of ecj);
 * NULL if k is not an enum. */
static struct field *values_field(const struct klass *k) {
  if (!(k->flags & ACC_ENUM)) return NULL;
  for (uint32_t i = 0; i < k->field_count; i++) {
    struct field *f = &k->fields[i];
    const char *d = f->desc->s;
    if ((f->flags & ACC_STATIC) && (f->flags & ACC_SYNTHETIC) && d[0] == '[' && d[1] == 'L' &&
        f->desc->len == k->shown->len + 3 && !memcmp(d + 2, k->shown->s, k->shown->len))
      return f;
  }
  return NULL;
}

static bool is_constant(const struct klass *k, const uint8_t *code, enum cp_tag tag,
                        const struct cp_entry **out) {
  uint32_t index = (uint32_t)code[1] << 8 | code[2];
  *out = index < k->cf->cp_count ? &k->cf->cp[index] : NULL;
  return *out && (*out)->tag == tag;
}

/* Is values() the code that javac generates: getstatic, clone, checkcast to the field's own type,
 * areturn? Then it returns a copy of the field and can fail only if the field is null. */
static bool copies_field(const struct klass *k, const struct field *f) {
  enum { LENGTH = 10 };
  const struct cp_entry *field, *clone, *type;
  for (uint32_t i = 0; i < k->method_count; i++) {
    const struct method *m = &k->methods[i];
    const uint8_t *code = m->info->code;
    if (strcmp(m->name->s, "values") || strncmp(m->desc->s, "()", 2) ||
        strcmp(m->desc->s + 2, f->desc->s))
      continue;
    return (m->flags & (ACC_STATIC | ACC_PUBLIC)) == (ACC_STATIC | ACC_PUBLIC) &&
           !(m->flags & ACC_SYNCHRONIZED) && m->info->code_len == LENGTH &&
           code[0] == OP_GETSTATIC && code[3] == OP_INVOKEVIRTUAL && code[6] == OP_CHECKCAST &&
           code[9] == OP_ARETURN && is_constant(k, code, CP_FIELDREF, &field) &&
           field->owner == k->shown && field->name == f->name && field->desc == f->desc &&
           is_constant(k, code + 3, CP_METHODREF, &clone) && clone->owner == f->desc &&
           !strcmp(clone->name->s, "clone") && !strcmp(clone->desc->s, "()Ljava/lang/Object;") &&
           is_constant(k, code + 6, CP_CLASS, &type) && type->name == f->desc;
  }
  return false;
}

/* Does each constant have its name? A constructor that leaks the array early, or code that no
 * compiler generates, leaves gaps, for which the JDK's own code fails in its own way. */
static bool all_named(struct vm *vm, ref values) {
  for (uint32_t i = 0; i < array_length(vm, values); i++) {
    ref e = array_ref(vm, values, i);
    if (!e || !field_get_ref(vm, e, "name")) return false;
  }
  return true;
}

/* Initialises the enum and returns its array in *out. Returns 0 there if the JDK's own code must be
 * used, because k is not an enum as javac generates it, or its array is incomplete. */
static int constants(struct native_call *c, struct klass *k, ref *out) {
  struct field *f = values_field(k);
  ref values;
  int rc;
  *out = 0;
  if (!f || !k->super || strcmp(k->super->name->s, "java/lang/Enum") || !copies_field(k, f))
    return NATIVE_OK;
  rc = vm_init_class(c->vm, c->t, k);
  if (rc != NATIVE_OK) return rc;
  values = *MEM32(c->vm, k->mirror + f->offset);
  if (values && all_named(c->vm, values)) *out = values;
  return NATIVE_OK;
}

static int get_enum_constants_shared(struct native_call *c) {
  struct klass *k = vm_mirror_klass(c->vm, c->args[0]);
  ref values;
  int rc = constants(c, k, &values);
  if (rc != NATIVE_OK) return rc;
  return values ? ret_ref(c, values) : nat_body(c);
}

static bool same_string(struct vm *vm, ref a, ref b) {
  ref va = *MEM32(vm, a + vm->wk.string_value), vb = *MEM32(vm, b + vm->wk.string_value);
  uint32_t n = array_length(vm, va);
  return *MEM8(vm, a + vm->wk.string_coder) == *MEM8(vm, b + vm->wk.string_coder) &&
         n == array_length(vm, vb) && !memcmp(array_data(vm, va), array_data(vm, vb), n);
}

static int no_constant(struct native_call *c, const struct klass *k, ref name) {
  char *text = vm_utf8(c->vm, name), *canonical = class_canonical_name(c->vm, k);
  int rc = vm_throw(c->vm, c->t, "java/lang/IllegalArgumentException", "No enum constant %s.%s",
                    canonical ? canonical : "null", text);
  free(text);
  free(canonical);
  return rc;
}

/* Enum.valueOf(Class, String) */
static int value_of(struct native_call *c) {
  struct vm *vm = c->vm;
  struct klass *k = nat_klass_arg(c, 0);
  ref values, name = c->args[1];
  int rc;
  if (!k) return NATIVE_THROW;
  rc = constants(c, k, &values);
  if (rc != NATIVE_OK) return rc;
  if (!values) return nat_body(c);
  if (!name) return vm_throw(vm, c->t, "java/lang/NullPointerException", "Name is null");
  for (uint32_t i = 0; i < array_length(vm, values); i++) {
    ref e = array_ref(vm, values, i);
    if (same_string(vm, field_get_ref(vm, e, "name"), name)) return ret_ref(c, e);
  }
  return no_constant(c, k, name);
}

const struct native_row natives_enums[] = {
    {"java/lang/Class", "getEnumConstantsShared", NULL, get_enum_constants_shared},
    {"java/lang/Enum", "valueOf", NULL, value_of},
    {0},
};
