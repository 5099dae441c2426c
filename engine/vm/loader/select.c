/* Queries on linked classes: subtype tests, members by name, the method that a call selects. */
#include "engine/vm/loader/classes.h"
#include "engine/base/check.h"
#include "engine/vm/loader/loaders.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static bool has_super(const struct klass *k, const struct klass *of) {
  uint32_t lo = 0, hi = k->super_count;
  while (lo < hi) {
    uint32_t mid = (lo + hi) / 2;
    if (k->supers[mid] == of) return true;
    if (k->supers[mid]->id < of->id)
      lo = mid + 1;
    else
      hi = mid;
  }
  return false;
}

bool klass_orders_threads(const struct klass *k) {
  static const char locks[] = "java/util/concurrent/locks/";
  while (k && strncmp(k->name->s, locks, sizeof locks - 1) != 0) k = k->super;
  return k != NULL;
}

bool klass_is_subclass(const struct klass *k, const struct klass *of) {
  while (k != of) {
    if (!of->is_array) return has_super(k, of);
    if (!k->is_array || k->elem_type != of->elem_type || of->elem_type != 'L') return false;
    k = k->elem;
    of = of->elem;
  }
  return true;
}

bool vm_instance_of(struct vm *vm, ref r, const struct klass *k) {
  return r && klass_is_subclass(vm_klass(vm, r), k);
}

/* ---- members by symbol ---- */

struct field *klass_declared_field_sym(const struct klass *k, const struct symbol *name,
                                       const struct symbol *desc) {
  for (uint32_t i = 0; i < k->field_count; i++)
    if (k->fields[i].name == name && (!desc || k->fields[i].desc == desc)) return &k->fields[i];
  return NULL;
}

struct field *klass_field_sym(const struct klass *k, const struct symbol *name,
                              const struct symbol *desc) {
  struct field *f = klass_declared_field_sym(k, name, desc);
  for (uint32_t i = 0; !f && i < k->interface_count; i++)
    f = klass_field_sym(k->interfaces[i], name, desc);
  if (!f && k->super) f = klass_field_sym(k->super, name, desc);
  return f;
}

struct method *klass_declared_method_sym(const struct klass *k, const struct symbol *name,
                                         const struct symbol *desc) {
  for (uint32_t i = 0; i < k->method_count; i++)
    if (k->methods[i].name == name && (!desc || k->methods[i].desc == desc)) return &k->methods[i];
  return NULL;
}

/* Returns whether an interface inherits the method from Object (JVMS 5.4.3.4). */
static bool is_public_instance(const struct method *m) {
  return (m->flags & (ACC_PUBLIC | ACC_STATIC)) == ACC_PUBLIC;
}

struct method *klass_method_sym(const struct klass *k, const struct symbol *name,
                                const struct symbol *desc) {
  struct method *any;
  for (const struct klass *c = k; c; c = c->super) {
    struct method *m = klass_declared_method_sym(c, name, desc);
    if (m && (c == k || !k->is_interface || is_public_instance(m))) return m;
  }
  if (desc) {
    struct method *m = klass_interface_method(k, name, desc, &any);
    if (m || any) return m ? m : any;
  }
  for (uint32_t i = 0; i < k->super_count;
       i++) { /* any method except static and private ones (JVMS 5.4.3.3) */
    struct method *m;
    if (!k->supers[i]->is_interface) continue;
    m = klass_declared_method_sym(k->supers[i], name, desc);
    if (m && !(m->flags & (ACC_STATIC | ACC_PRIVATE))) return m;
  }
  return NULL;
}

/* ---- members by text ---- */

/* Compares names as text, so that a text that occurs in no class file need not be interned. Natives
 * ask often, and most names differ in the first character. */
static bool same(const struct symbol *s, const char *text) {
  return !text || (s->s[0] == text[0] && !strcmp(s->s, text));
}

struct field *klass_field(struct klass *k, const char *name, const char *desc) {
  for (struct klass *c = k; c; c = c->super)
    for (uint32_t i = 0; i < c->field_count; i++)
      if (same(c->fields[i].name, name) && same(c->fields[i].desc, desc)) return &c->fields[i];
  for (uint32_t s = 0; s < k->super_count; s++)
    for (uint32_t i = 0; i < k->supers[s]->field_count; i++) {
      struct field *f = &k->supers[s]->fields[i];
      if (same(f->name, name) && same(f->desc, desc)) return f;
    }
  return NULL;
}

struct method *klass_declared_method(struct klass *k, const char *name, const char *desc) {
  for (uint32_t i = 0; i < k->method_count; i++)
    if (same(k->methods[i].name, name) && same(k->methods[i].desc, desc)) return &k->methods[i];
  return NULL;
}

struct method *klass_method(struct klass *k, const char *name, const char *desc) {
  for (struct klass *c = k; c; c = c->super) {
    struct method *m = klass_declared_method(c, name, desc);
    if (m) return m;
  }
  for (uint32_t i = 0; i < k->super_count; i++) {
    struct method *m =
        k->supers[i]->is_interface ? klass_declared_method(k->supers[i], name, desc) : NULL;
    if (m) return klass_method_sym(k, m->name, m->desc) ? klass_method_sym(k, m->name, m->desc) : m;
  }
  return NULL;
}

uint32_t klass_field_offset(struct klass *k, const char *name) {
  for (struct klass *c = k; c; c = c->super)
    for (uint32_t i = 0; i < c->field_count; i++)
      if (!(c->fields[i].flags & ACC_STATIC) && same(c->fields[i].name, name))
        return c->fields[i].offset;
  fprintf(stderr, "heddle: this JDK's class %s has no field %s\n", k->name->s, name);
  exit(5);
}

struct klass *klass_nest_host(struct vm *vm, struct klass *k) {
  struct error err = {0};
  struct klass *h;
  if (k->host) return klass_nest_host(vm, k->host);
  if (k->lookup) return k->nestmate ? klass_nest_host(vm, k->lookup) : k;
  if (!k->cf || !k->cf->nest_host) return k;
  h = k->own_loader ? loader_sees(vm, k, k->cf->nest_host, &err)
                    : vm_class_sym(vm, k->cf->nest_host, &err);
  return h ? h : k;
}

/* ---- selection ---- */

static struct method *select_interface(const struct klass *k, const struct method *m) {
  for (const struct klass *c = k; c; c = c->super) {
    struct method *d = klass_declared_method_sym(c, m->name, m->desc);
    if (d && !(d->flags & (ACC_STATIC | ACC_PRIVATE))) return d;
  }
  return klass_interface_method(k, m->name, m->desc, NULL);
}

static struct method *select_slow(const struct klass *k, const struct method *m) {
  struct method *s;
  if (m->owner->is_interface)
    s = select_interface(k, m);
  else
    s = (uint32_t)m->vtable < k->vtable_len ? k->vtable[m->vtable] : NULL;
  INVARIANT(!s || (s->name == m->name && s->desc == m->desc),
            "the method that a call selects has its name: %s, %s", s ? s->name->s : "", m->name->s);
  return s && (s->flags & ACC_ABSTRACT) ? NULL : s;
}

struct method *vm_select(struct vm *vm, const struct klass *k, const struct method *m) {
  struct select_entry *e = &vm_classes(vm)->cache[(k->id * 31 + m->id) % SELECT_CACHE];
  if (m->vtable < 0) return vm->methods.data[m->id];
  if (!m->owner->is_interface) return select_slow(k, m);
  if (e->klass == k && e->method == m) return e->target;
  e->klass = k;
  e->method = m;
  e->target = select_slow(k, m);
  return e->target;
}

struct field *vm_field_at(struct vm *vm, ref obj, uint32_t off) {
  struct klass *k = vm_klass(vm, obj);
  struct klass *mk = k == vm->wk.klass ? vm_mirror_klass(vm, obj) : NULL;
  uint32_t i;
  if (k->is_array) return NULL;
  if (mk && off >= vm->mirror.statics) {
    for (i = 0; i < mk->field_count; i++)
      if ((mk->fields[i].flags & ACC_STATIC) && mk->fields[i].offset == off) return &mk->fields[i];
    return NULL;
  }
  for (i = 0; i < k->all_field_count; i++)
    if (k->all_fields[i]->offset == off) return k->all_fields[i];
  return NULL;
}
