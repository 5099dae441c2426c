/* Classes from bytes: those that the machine makes for itself, those that the program defines for a class loader, and hidden classes. The
 * records lie outside of the arena, one for all paths; whether a class is defined is state (classes.h). */
#include "engine/vm/classes.h"

#include <stdlib.h>
#include <string.h>
#include <xxhash.h>

#include "engine/base/hash.h"
#include "engine/natives/resources.h"
#include "engine/vm/loaders.h"

static struct klass *duplicate(struct vm *vm, const struct symbol *name, struct error *err) {
  link_error(vm, err, "java/lang/LinkageError", "duplicate class definition for name: %s", name->s);
  return NULL;
}

struct klass *vm_define(struct vm *vm, const uint8_t *bytes, size_t len, const char *what, struct klass *host,
                        struct error *err) {
  struct class_file *cf;
  const struct symbol *name;
  classes_forget_failure(vm_classes(vm));
  if (classes_parse(vm, bytes, len, what ? what : "a class", NULL, &cf, err)) return NULL;
  name = what && !strncmp(what, cf->name->s, cf->name->len) ? symtab_cstr(vm->syms, what) : cf->name;
  if (classes_find(vm, name) || classes_in_progress(vm_classes(vm), name)) return duplicate(vm, name, err);
  return classes_link(vm, classes_record(vm, cf, name, host ? host->is_jdk : false, host ? host->where : "", host), err);
}

/* The class of a path that defined it before, from the same bytes; or *rc tells what is wrong with the name. */
static struct klass *define_again(struct vm *vm, ref loader, const struct symbol *name, uint64_t hash, int *rc, struct error *err) {
  struct klass *k = classes_find(vm, name);
  ref by = k ? classes_loader(vm, k) : 0;
  *rc = 0;
  if (k && k->bytes_hash == hash && !by) return k;
  if (classes_in_progress(vm_classes(vm), name) || (by && by == loader)) {
    *rc = ERR_INPUT;
    return duplicate(vm, name, err);
  }
  if (k || classes_load(vm, name, NULL))
    *rc = error_set(err, ERR_UNSUPPORTED, "a second class of the name %s, by a class loader of the program", name->s);
  return NULL;
}

/* A supertype that other paths have defined, and this one has not yet: it is to be asked for as on those, in the order of linking. */
static bool supers_defined(struct vm *vm, const struct klass *k, struct error *err) {
  for (uint32_t i = 0; i <= k->interface_count; i++) {
    const struct klass *s = i < k->interface_count ? k->interfaces[i] : k->super;
    if (s && !loader_has_defined(vm, s)) return classes_missing(vm, s->name, err) != NULL;
  }
  return true;
}

/* The loader has answered for the supertypes that a class file names; false: not for one, or that is not there. */
static bool supers_known(struct vm *vm, ref loader, const struct class_file *cf, struct error *err) {
  for (uint32_t i = 0; i <= cf->interface_count; i++) {
    const struct symbol *name = i < cf->interface_count ? cf->interfaces[i] : cf->super_name;
    const struct klass *k = name ? vm_class_sym(vm, name, NULL) : NULL;
    if (k ? loader_to_ask(vm, loader, k) : name && vm_classes(vm)->missing) return classes_missing(vm, name, err) != NULL;
  }
  return true;
}

struct klass *classes_define(struct vm *vm, ref loader, const struct symbol *name, const uint8_t *bytes, size_t len, struct klass *host,
                             struct error *err) {
  uint64_t hash = XXH3_64bits(bytes, len) | 1;
  bool own = !(host && host->is_jdk) && !loader_is_builtin(vm, loader);
  struct class_file *cf;
  struct klass *k;
  int rc;
  classes_forget_failure(vm_classes(vm));
  if (classes_parse(vm, bytes, len, "a class", name, &cf, err)) return NULL;
  if (own && !loader_may_define(vm, loader, cf->name, err)) return NULL;
  if (own && loader_is_picky(vm, loader) && !supers_known(vm, loader, cf, err)) return NULL;
  k = define_again(vm, loader, cf->name, hash, &rc, err);
  if (rc) return NULL;
  classes_forget_failure(vm_classes(vm));
  if (!k) {
    k = classes_record(vm, cf, cf->name, host ? host->is_jdk : false, host ? host->where : "", host);
    k->bytes_hash = hash;
    k->own_loader = own;
    k = classes_link(vm, k, err);
  } else if (k->own_loader != own) { /* its package would be another */
    error_set(err, ERR_UNSUPPORTED, "the class %s, by a class loader of the program or not", cf->name->s);
    return NULL;
  }
  if (!k || !supers_defined(vm, k, err)) return NULL;
  k->picky_loader |= own && loader_is_picky(vm, loader);
  vm_put_ref(vm, k->mirror, vm->wk.class_loader, loader);
  return k;
}

/* The record for the next definition of these bytes on this path; *n counts those that are taken. */
static struct klass *free_record(struct vm *vm, const struct klass *lookup, bool nestmate, uint64_t hash, uint64_t *n) {
  const struct class_table *t = vm_classes(vm);
  *n = 0;
  for (size_t i = 0; i < t->hidden.len; i++) {
    struct klass *k = t->hidden.data[i];
    if (k->lookup != lookup || k->nestmate != nestmate || k->bytes_hash != hash) continue;
    if (!classes_loader(vm, k)) return k;
    ++*n;
  }
  return NULL;
}

/* The class speaks of itself by its own name; in descriptors it cannot: there the old name is that of another class (JVMS 4.4.1). */
static void take_name(struct class_file *cf, const struct symbol *name) {
  for (uint32_t i = 0; i < cf->cp_count; i++) {
    struct cp_entry *e = &cf->cp[i];
    if (e->tag == CP_CLASS && e->name == cf->name) e->name = name;
    if (e->owner == cf->name) e->owner = name;
  }
  cf->name = name;
}

static struct klass *link_hidden(struct vm *vm, struct class_file *cf, struct klass *lookup, bool nestmate, uint64_t hash, uint64_t n,
                                 struct error *err) {
  uint64_t address = hash_mix(hash ^ hash_mix(lookup->key + n * 2 + nestmate)) & 0xffffffff8; /* as one looks */
  char *name = mem_printf("%s+0x%016llx", cf->name->s, (unsigned long long)address);
  struct klass *k;
  take_name(cf, symtab_cstr(vm->syms, name));
  free(name);
  k = classes_record(vm, cf, cf->name, lookup->is_jdk, lookup->where, NULL);
  k->lookup = lookup;
  k->nestmate = nestmate;
  k->own_loader = lookup->own_loader;
  k->picky_loader = lookup->picky_loader;
  k->bytes_hash = hash;
  if (!classes_link(vm, k, err)) return NULL;
  for (uint32_t i = 0; i < k->method_count; i++) k->methods[i].vm_flags |= METHOD_HIDDEN;
  *vec_push(&vm_classes(vm)->hidden) = k;
  return k;
}

struct klass *classes_define_hidden(struct vm *vm, ref loader, struct klass *lookup, bool nestmate, const uint8_t *bytes, size_t len,
                                    struct error *err) {
  uint64_t hash = XXH3_64bits(bytes, len) | 1, n;
  struct klass *k = free_record(vm, lookup, nestmate, hash, &n);
  struct class_file *cf;
  classes_forget_failure(vm_classes(vm));
  if (!k && classes_parse(vm, bytes, len, "a class", NULL, &cf, err)) return NULL;
  if (!k) k = link_hidden(vm, cf, lookup, nestmate, hash, n, err);
  if (!k || !supers_defined(vm, k, err)) return NULL;
  vm_put_ref(vm, k->mirror, vm->wk.class_loader, loader);
  return k;
}
