/* Virtual tables and the selection of methods (JVMS 5.4.5, 5.4.6).
 *
 * A class's table begins with its superclass's. A method takes over every slot whose method it can
 * override; otherwise it gets a new slot. It overrides a package-private method only within the
 * package, or if an intermediate public method has taken over the slot. Interface methods have no
 * slot, even those that invokevirtual names through a class that does not declare them. They are
 * selected by name (vm_select) and numbered per interface, only so that `vtable` >= 0 means
 * "virtual". */
#include "engine/vm/loader/access.h"
#include "engine/base/check.h"
#include "engine/vm/loader/classes.h"

#include <stdlib.h>

static bool can_override(struct vm *vm, const struct method *m, const struct method *of) {
  if (m->name != of->name || m->desc != of->desc) return false;
  if (of->flags & (ACC_PUBLIC | ACC_PROTECTED)) return true;
  return access_same_package(vm, m->owner, of->owner);
}

static bool is_virtual(const struct method *m) {
  return !(m->flags & (ACC_STATIC | ACC_PRIVATE)) && m->name->s[0] != '<';
}

static void number_interface_methods(struct klass *k) {
  int32_t n = 0;
  for (uint32_t i = 0; i < k->method_count; i++)
    if (is_virtual(&k->methods[i])) k->methods[i].vtable = n++;
}

/* ---- superinterfaces ---- */

/* Returns whether a subinterface of m's owner among k's superinterfaces overrides m. */
static bool is_overridden(const struct klass *k, const struct method *m) {
  for (uint32_t i = 0; i < k->super_count; i++) {
    const struct klass *s = k->supers[i];
    const struct method *n;
    if (!s->is_interface || s == m->owner || !klass_is_subclass(s, m->owner)) continue;
    n = klass_declared_method_sym(s, m->name, m->desc);
    if (n && is_virtual(n)) return true;
  }
  return false;
}

struct method *klass_interface_method(const struct klass *k, const struct symbol *name,
                                      const struct symbol *desc, struct method **any) {
  struct method *concrete = NULL, *first = NULL;
  bool several = false;
  for (uint32_t i = 0; i < k->super_count; i++) {
    const struct klass *s = k->supers[i];
    struct method *m;
    if (!s->is_interface) continue;
    m = klass_declared_method_sym(s, name, desc);
    if (!m || !is_virtual(m) || is_overridden(k, m)) continue;
    if (!first) first = m;
    if (m->flags & ACC_ABSTRACT) continue;
    if (concrete) several = true;
    concrete = m;
  }
  if (any) *any = first;
  return several ? NULL : concrete;
}

/* ---- the table ---- */

struct table_build {
  struct vm *vm;
  struct klass *k;
  VEC(struct method *) v;
};

static void vtable_place(struct table_build *b, struct method *m) {
  size_t n = b->v.len;
  for (size_t i = 0; i < n; i++) {
    if (!can_override(b->vm, m, b->v.data[i])) continue;
    b->v.data[i] = m;
    if (m->vtable < 0) m->vtable = (int32_t)i;
  }
  if (m->vtable >= 0 || (m->flags & ACC_FINAL)) return;
  m->vtable = (int32_t)n;
  *vec_push(&b->v) = m;
}

void klass_build_vtable(struct vm *vm, struct klass *k) {
  struct table_build b = {.vm = vm, .k = k};
  if (k->is_interface) {
    number_interface_methods(k);
    k->vtable = k->super->vtable;
    k->vtable_len = k->super->vtable_len;
    return;
  }
  if (k->super) {
    vec_reserve(&b.v, k->super->vtable_len + 1u);
    memcpy(b.v.data, k->super->vtable, k->super->vtable_len * sizeof(struct method *));
    b.v.len = k->super->vtable_len;
  }
  for (uint32_t i = 0; i < k->method_count; i++)
    if (is_virtual(&k->methods[i])) vtable_place(&b, &k->methods[i]);
  CHECK(!k->super || b.v.len >= k->super->vtable_len, "a table extends that of its superclass: %s",
        k->name->s);
  k->vtable_len = (uint32_t)b.v.len;
  k->vtable = pool_alloc(&vm->pool, (b.v.len + 1) * sizeof(struct method *));
  if (b.v.len) memcpy(k->vtable, b.v.data, b.v.len * sizeof(struct method *));
  vec_free(&b.v);
}
