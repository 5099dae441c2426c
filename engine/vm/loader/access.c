/* See access.h. The messages are those of the JVM. */
#include "engine/vm/loader/access.h"

#include "engine/vm/loader/classes.h"
#include "engine/vm/loader/loaders.h"
#include "engine/vm/loader/modules.h"

#include <stdlib.h>
#include <string.h>

static const char error_class[] = "java/lang/IllegalAccessError";

/* Returns the package with dots. The caller frees it. */
static char *package_text(const struct klass *k) {
  char *s = klass_dotted(k), *dot = strrchr(s, '.');
  *(dot ? dot : s) = 0;
  return s;
}

/* A class made for another class is in the package of that class. */
static ref package_loader(struct vm *vm, const struct klass *k) {
  k = klass_base(k);
  while (k->host) k = k->host;
  return classes_loader(vm, k);
}

bool access_same_package(struct vm *vm, const struct klass *a, const struct klass *b) {
  if (a->beside) a = a->beside;
  if (b->beside) b = b->beside;
  const char *p = strrchr(a->name->s, '/'), *q = strrchr(b->name->s, '/');
  size_t n = p ? (size_t)(p - a->name->s) : 0, m = q ? (size_t)(q - b->name->s) : 0;
  if (klass_of_bootstrap(a) != klass_of_bootstrap(b) || a->own_loader != b->own_loader || n != m ||
      memcmp(a->name->s, b->name->s, n))
    return false;
  return !a->own_loader || package_loader(vm, a) == package_loader(vm, b);
}

/* Returns whether the module of `to` exports the package of `to` to the module of `from`. */
static bool exported(struct vm *vm, const struct klass *from, const struct klass *to) {
  bool named = klass_of_bootstrap(to) && !to->is_primitive;
  const struct module *m = named ? module_by_object(vm, module_of_class(vm, to)) : NULL,
                      *own = m && from->of_boot ? module_by_object(vm, module_of_class(vm, from))
                                                : NULL;
  char *package;
  const struct symbol *name;
  if (!m || m == own) return true;
  package = package_text(to);
  name = symtab_cstr(vm->syms, package);
  free(package);
  return module_allows(vm, m, name, false, own ? TO_NAMED : TO_UNNAMED, own);
}

bool access_class(struct vm *vm, const struct klass *from, const struct klass *to) {
  to = klass_base(to);
  return access_is_free(from) || to == from || to->is_primitive ||
         ((to->flags & ACC_PUBLIC) && exported(vm, from, to)) || access_same_package(vm, from, to);
}

/* ---- text ---- */

char *access_places(struct vm *vm, const struct klass *a, const struct klass *b) {
  char *x = klass_dotted(a), *y = klass_dotted(b), *px = loader_place(vm, a),
       *py = loader_place(vm, b), *text;
  if (!strcmp(px, py))
    text = mem_printf("%s and %s are in %s", x, y, px);
  else
    text = mem_printf("%s is in %s; %s is in %s", x, px, y, py);
  free(x);
  free(y);
  free(px);
  free(py);
  return text;
}

static const char *visibility(uint32_t flags) {
  return flags & ACC_PRIVATE ? "private " : flags & ACC_PROTECTED ? "protected " : "";
}

/* ---- checks ---- */

static int not_exported(struct vm *vm, struct thread *t, const struct klass *from,
                        const struct klass *to) {
  char *x = klass_dotted(from), *y = klass_dotted(to), *package = package_text(to);
  uint32_t hash = vm_identity_hash(vm, t, module_of_class(vm, from));
  vm_throw(vm, t, error_class,
           "class %s (in unnamed module @0x%x) cannot access class %s (in module %s) because "
           "module %s does not export %s to unnamed "
           "module @0x%x",
           x, hash, y, to->where, to->where, package, hash);
  free(x);
  free(y);
  free(package);
  return vm->err.code ? NATIVE_FATAL : NATIVE_THROW;
}

int access_class_throw(struct vm *vm, struct thread *t, const struct klass *from,
                       const struct klass *to) {
  char *x, *y, *places;
  if (access_class(vm, from, to)) return NATIVE_OK;
  if (!exported(vm, from, klass_base(to))) return not_exported(vm, t, from, klass_base(to));
  x = klass_dotted(klass_base(to));
  y = klass_dotted(from);
  places = access_places(vm, klass_base(to), from);
  vm_throw(vm, t, error_class, "failed to access class %s from class %s (%s)", x, y, places);
  free(x);
  free(y);
  free(places);
  return vm->err.code ? NATIVE_FATAL : NATIVE_THROW;
}

/* clone() of arrays counts as public. For a protected static member it is enough that `from` is a
 * subclass. For other protected members the verifier has checked the object's class, and the named
 * class must be related to `from`. */
static bool member_accessible(struct vm *vm, struct klass *from, const struct klass *named,
                              const struct klass *owner, uint32_t flags) {
  if (owner == from || (flags & ACC_PUBLIC) || named->is_array) return true;
  if (flags & ACC_PRIVATE)
    return klass_nest_host(vm, from) == klass_nest_host(vm, (struct klass *)(uintptr_t)owner);
  if (access_same_package(vm, from, owner)) return true;
  if (!(flags & ACC_PROTECTED) || !klass_is_subclass(from, owner)) return false;
  return (flags & ACC_STATIC) || klass_is_subclass(named, from) || klass_is_subclass(from, named);
}

static int access_refuse(struct vm *vm, struct thread *t, const struct klass *from,
                         const struct klass *owner, uint32_t flags, const char *kind,
                         const char *member) {
  char *x = klass_dotted(from), *places = access_places(vm, from, owner);
  vm_throw(vm, t, error_class, "class %s tried to access %s%s %s (%s)", x, visibility(flags), kind,
           member, places);
  free(x);
  free(places);
  return vm->err.code ? NATIVE_FATAL : NATIVE_THROW;
}

int access_field_throw(struct vm *vm, struct thread *t, struct klass *from,
                       const struct klass *named, const struct field *f) {
  struct text name = {0};
  char *owner;
  int rc;
  if (access_is_free(from) || member_accessible(vm, from, named, f->owner, f->flags))
    return NATIVE_OK;
  owner = klass_dotted(f->owner);
  text_printf(&name, "%s.%s", owner, f->name->s);
  rc = access_refuse(vm, t, from, f->owner, f->flags, "field", name.s);
  text_release(&name);
  free(owner);
  return rc;
}

int access_method_throw(struct vm *vm, struct thread *t, struct klass *from,
                        const struct klass *named, const struct method *m) {
  return access_is_free(from) ? NATIVE_OK : access_method_resolved(vm, t, from, named, m);
}

int access_method_resolved(struct vm *vm, struct thread *t, struct klass *from,
                           const struct klass *named, const struct method *m) {
  struct text name = {0};
  int rc;
  if (member_accessible(vm, from, named, m->owner, m->flags)) return NATIVE_OK;
  text_add_method(&name, m->owner, m->name, m->desc);
  rc = access_refuse(vm, t, from, m->owner, m->flags, "method", name.s);
  text_release(&name);
  return rc;
}

static int refuse_final(struct vm *vm, struct thread *t, const struct method *from,
                        const struct field *f) {
  const char *kind = f->flags & ACC_STATIC ? "static" : "non-static";
  char *owner = klass_dotted(f->owner), *here = klass_dotted(from->owner);
  if (f->owner != from->owner)
    vm_throw(vm, t, error_class,
             "Update to %s final field %s.%s attempted from a different class (%s) than the "
             "field's declaring class",
             kind, owner, f->name->s, here);
  else
    vm_throw(vm, t, error_class,
             "Update to %s final field %s.%s attempted from a different method (%s) than the "
             "initializer method %s ",
             kind, owner, f->name->s, from->name->s, f->flags & ACC_STATIC ? "<clinit>" : "<init>");
  free(owner);
  free(here);
  return vm->err.code ? NATIVE_FATAL : NATIVE_THROW;
}

/* Before class file version 53 any method of the class may store into the field. */
int access_final_throw(struct vm *vm, struct thread *t, const struct method *from,
                       const struct field *f) {
  const struct klass *k = from->owner;
  if (!(f->flags & ACC_FINAL) || access_is_free(k)) return NATIVE_OK;
  if (f->owner != k) return refuse_final(vm, t, from, f);
  if (k->cf->major < 53 || !strcmp(from->name->s, f->flags & ACC_STATIC ? "<clinit>" : "<init>"))
    return NATIVE_OK;
  return refuse_final(vm, t, from, f);
}
