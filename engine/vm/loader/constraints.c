/* Loading constraints (JVMS 5.3.4): when a member of another loader's class is resolved, both
 * loaders must mean the same classes by the names in its descriptor.
 *
 * This compares classes that both loaders have on the current path. The application's loader keeps
 * no record of what it loaded, so only those of its classes count whose initialisation has begun. A
 * JVM also remembers the constraint and later refuses a class that would break it. */
#include "engine/vm/loader/resolve.h"

#include "engine/vm/loader/classes.h"
#include "engine/vm/loader/loaders.h"

/* Classes that heddle makes for a loader's classes use internal names, so they are exempt. */
static bool constraint_binds(const struct klass *k) { return !k->own_loader || k->bytes_hash; }

static ref constraint_loader(struct vm *vm, const struct klass *k) {
  return k->own_loader ? classes_loader(vm, k) : 0;
}

static const struct klass *constraint_meant(struct vm *vm, ref loader, const struct symbol *name) {
  const struct klass *k;
  if (loader) return loader_found(vm, loader, name);
  k = classes_find(vm, name);
  return k && klass_init_state(vm, k) != INIT_NONE ? k : NULL;
}

static bool constraint_holds(struct vm *vm, ref one, ref other, const struct symbol *name) {
  const struct klass *a = constraint_meant(vm, one, name),
                     *b = a ? constraint_meant(vm, other, name) : NULL;
  return !b || a == b;
}

int constraints_check(struct vm *vm, struct thread *t, const struct klass *k,
                      const struct klass *owner, const char *desc) {
  ref one, other;
  if (!k->own_loader && !owner->own_loader) return NATIVE_OK;
  if (!constraint_binds(k) || !constraint_binds(owner)) return NATIVE_OK;
  one = constraint_loader(vm, k);
  other = constraint_loader(vm, owner);
  for (const char *p = desc; one != other && *p; p++) {
    const char *end = *p == 'L' ? strchr(p, ';') : NULL;
    const struct symbol *name;
    if (!end) continue;
    name = symtab_intern(vm->syms, p + 1, (size_t)(end - p - 1));
    if (!constraint_holds(vm, one, other, name))
      return vm_throw(
          vm, t, "java/lang/LinkageError",
          "loader constraint violation: the class loaders of %s and of %s have different "
          "Class objects for the type %s used in the signature",
          k->shown->s, owner->shown->s, name->s);
    p = end;
  }
  return NATIVE_OK;
}
