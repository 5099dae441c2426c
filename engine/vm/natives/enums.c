/* Enum constants without reflection: the JDK finds them by invoking values() reflectively and
 * caches them in the mirror. Here they are read from the synthetic field that holds them, which
 * nothing ever changes. */
#include "engine/vm/natives/class_members.h"
#include "engine/vm/natives/util.h"

#include <stdlib.h>

/* The static field with the constants of enum k ($VALUES of javac, ENUM$VALUES of ecj); NULL when k
 * is no enum. */
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

/* Initialises the enum and leaves its array in *out (0 when it has none). */
static int constants(struct native_call *c, struct klass *k, ref *out) {
  struct field *f = values_field(k);
  int rc;
  *out = 0;
  if (!f) return NATIVE_OK;
  rc = vm_init_class(c->vm, c->t, k);
  if (rc == NATIVE_OK) *out = *MEM32(c->vm, k->mirror + f->offset);
  return rc;
}

static int get_enum_constants_shared(struct native_call *c) {
  struct klass *k = vm_mirror_klass(c->vm, c->args[0]);
  ref values;
  int rc;
  if ((k->flags & ACC_ENUM) && !values_field(k) && k->super &&
      strcmp(k->super->name->s, "java/lang/Enum") == 0)
    return nat_body(c); /* an unusual compiler: ask values() */
  rc = constants(c, k, &values);
  c->ret.r = values;
  return rc;
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
  if (!values_field(k)) return nat_body(c);
  rc = constants(c, k, &values);
  if (rc != NATIVE_OK) return rc;
  if (!name) return vm_throw(vm, c->t, "java/lang/NullPointerException", "Name is null");
  for (uint32_t i = 0; values && i < array_length(vm, values); i++) {
    ref e = array_ref(vm, values, i);
    ref n = nat_get_ref(vm, e, "name");
    if (n && same_string(vm, n, name)) return ret_ref(c, e);
  }
  return no_constant(c, k, name);
}

const struct native_row natives_enums[] = {
    {"java/lang/Class", "getEnumConstantsShared", NULL, get_enum_constants_shared},
    {"java/lang/Enum", "valueOf", NULL, value_of},
    {0},
};
