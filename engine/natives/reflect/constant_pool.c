/* jdk.internal.reflect.ConstantPool, which annotation parsing uses. Its handle is the class's
 * mirror. */
#include "engine/natives/lang/class_members.h"
#include "engine/natives/util.h"
#include "engine/vm/loader/resolve.h"

/* Returns the constant at the index in argument 2, which must be of kind `tag` (0: any); NULL with
 * IllegalArgumentException pending. */
static const struct cp_entry *entry(struct native_call *c, int tag) {
  const struct klass *k = vm_mirror_klass(c->vm, c->args[1]);
  uint32_t i = c->args[2];
  if (!k || !k->cf || i == 0 || i >= k->cf->cp_count) {
    vm_throw(c->vm, c->t, "java/lang/IllegalArgumentException",
             "Constant pool index out of bounds");
    return NULL;
  }
  if (tag && k->cf->cp[i].tag != tag) {
    vm_throw(c->vm, c->t, "java/lang/IllegalArgumentException",
             "Wrong type at constant pool index");
    return NULL;
  }
  return &k->cf->cp[i];
}

static int get_size(struct native_call *c) {
  const struct klass *k = vm_mirror_klass(c->vm, c->args[1]);
  return ret_int(c, k && k->cf ? k->cf->cp_count : 0);
}
static int get_utf8(struct native_call *c) {
  const struct cp_entry *e = entry(c, CP_UTF8);
  return e ? ret_new(c, nat_sym(c->vm, e->name)) : NATIVE_THROW;
}
static int get_string(struct native_call *c) {
  const struct cp_entry *e = entry(c, CP_STRING);
  return e ? ret_new(c, nat_sym(c->vm, e->name)) : NATIVE_THROW;
}
static int get_int(struct native_call *c) {
  const struct cp_entry *e = entry(c, CP_INTEGER);
  return e ? ret_int(c, e->v.i) : NATIVE_THROW;
}
static int get_long(struct native_call *c) {
  const struct cp_entry *e = entry(c, CP_LONG);
  return e ? ret_long(c, e->v.l) : NATIVE_THROW;
}
static int get_float(struct native_call *c) {
  const struct cp_entry *e = entry(c, CP_FLOAT);
  if (!e) return NATIVE_THROW;
  c->ret.f = e->v.f;
  return NATIVE_OK;
}
static int get_double(struct native_call *c) {
  const struct cp_entry *e = entry(c, CP_DOUBLE);
  if (!e) return NATIVE_THROW;
  c->ret.d = e->v.d;
  return NATIVE_OK;
}
static int get_tag(struct native_call *c) {
  const struct cp_entry *e = entry(c, 0);
  return e ? ret_int(c, e->tag) : NATIVE_THROW;
}
static int get_class(struct native_call *c) {
  const struct cp_entry *e = entry(c, CP_CLASS);
  struct klass *k;
  int rc =
      e ? resolve_name(c->vm, c->t, vm_mirror_klass(c->vm, c->args[1]), e->name, &k) : NATIVE_THROW;
  return rc == NATIVE_OK ? ret_ref(c, k->mirror) : rc;
}

#define POOL "jdk/internal/reflect/ConstantPool"
const struct native_row natives_constant_pool[] = {
    {POOL, "getSize0", NULL, get_size},
    {POOL, "getUTF8At0", NULL, get_utf8},
    {POOL, "getStringAt0", NULL, get_string},
    {POOL, "getIntAt0", NULL, get_int},
    {POOL, "getLongAt0", NULL, get_long},
    {POOL, "getFloatAt0", NULL, get_float},
    {POOL, "getDoubleAt0", NULL, get_double},
    {POOL, "getTagAt0", NULL, get_tag},
    {POOL, "getClassAt0", NULL, get_class},
    {POOL, "getClassAtIfLoaded0", NULL, get_class},
    {0},
};
