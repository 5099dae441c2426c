/* Classes from bytes: those that the machine makes for itself, those that the program defines for a
 * class loader, and hidden classes. The records are outside the arena and shared by all paths;
 * whether a class is defined is state (classes.h). */
#include "engine/vm/loader/classes.h"

#include <stdlib.h>
#include <string.h>
#include <xxhash.h>

#include "engine/base/hash.h"
#include "engine/vm/fields.h"
#include "engine/vm/loader/loaders.h"

static struct klass *duplicate(struct vm *vm, const struct symbol *name, struct error *err) {
  link_error(vm, err, "java/lang/LinkageError", "duplicate class definition for name: %s", name->s);
  return NULL;
}

/* Uses the words of the JVM's boot loader. */
static struct klass *duplicate_of_boot(struct vm *vm, const struct klass *k, struct error *err) {
  char *dotted = klass_dotted(k), *place = loader_place(vm, k);
  link_error(vm, err, "java/lang/LinkageError",
             "loader 'bootstrap' attempted duplicate class definition for %s. (%s is in %s)",
             dotted, dotted, place);
  free(dotted);
  free(place);
  return NULL;
}

struct klass *vm_define(struct vm *vm, const uint8_t *bytes, size_t len, const char *what,
                        struct klass *host, struct error *err) {
  struct class_file *cf;
  const struct symbol *name;
  classes_forget_failure(vm_classes(vm));
  if (classes_parse(vm, bytes, len, what ? what : "a class", NULL, &cf, err)) return NULL;
  name =
      what && !strncmp(what, cf->name->s, cf->name->len) ? symtab_cstr(vm->syms, what) : cf->name;
  if (classes_find(vm, name) || classes_in_progress(vm_classes(vm), name))
    return duplicate(vm, name, err);
  return classes_link(
      vm, classes_record(vm, cf, name, host ? host->is_jdk : false, host ? host->where : "", host),
      err);
}

/* The properties that distinguish a definition from others, whatever its loader is. */
struct definition {
  struct vm *vm;
  ref loader;
  struct class_file *cf;
  uint64_t hash, peers;
  uint32_t nth;
  struct klass *super, **interfaces;
};

/* ---- for the application's loader and the boot loader ---- */

/* Returns the class that another path defined from the same bytes, or NULL. Sets *rc if the name
 * must not be defined. */
static struct klass *define_again(struct vm *vm, ref loader, bool boot, const struct symbol *name,
                                  uint64_t hash, int *rc, struct error *err) {
  struct klass *k = classes_find(vm, name);
  ref by = k && !k->own_loader ? classes_loader(vm, k) : 0;
  *rc = 0;
  if (k && k->bytes_hash == hash && k->of_boot == boot && !k->own_loader && !by) return k;
  if (!k) k = classes_load(vm, name, NULL);
  if (classes_in_progress(vm_classes(vm), name) || (by && by == loader && k->of_boot == boot) ||
      (k && (boot ? k->is_jdk : klass_init_state(vm, k) != INIT_NONE))) {
    *rc = ERR_INPUT;
    return boot ? duplicate_of_boot(vm, k, err) : duplicate(vm, name, err);
  }
  if (k)
    *rc = error_set(err, ERR_UNSUPPORTED,
                    "a second class named %s, defined by the application's loader", name->s);
  return NULL;
}

/* Returns false if a supertype was defined on other paths but not yet on this one. It must be
 * requested as on those paths, in the order of linking. */
static bool supers_defined(struct vm *vm, const struct klass *k, struct error *err) {
  for (uint32_t i = 0; i <= k->interface_count; i++) {
    const struct klass *s = i < k->interface_count ? k->interfaces[i] : k->super;
    if (s && !loader_has_defined(vm, s)) return classes_missing(vm, s->name, err) != NULL;
  }
  return true;
}

static struct klass *define_application(const struct definition *d, bool boot, struct klass *host,
                                        struct error *err) {
  struct vm *vm = d->vm;
  int rc;
  const char *module = boot ? classes_module(vm, d->cf->name) : NULL;
  struct klass *k = define_again(vm, d->loader, boot, d->cf->name, d->hash, &rc, err);
  if (rc) return NULL;
  classes_forget_failure(vm_classes(vm));
  if (!k) {
    k = classes_record(vm, d->cf, d->cf->name, host ? host->is_jdk : false,
                       host     ? host->where
                       : module ? module
                                : "",
                       host);
    k->bytes_hash = d->hash;
    k->of_boot = boot;
    k = classes_link(vm, k, err);
  }
  return k && supers_defined(vm, k, err) ? k : NULL;
}

/* ---- for a loader of the program ---- */

static struct klass **own_chain(struct vm *vm, const struct symbol *name) {
  return &vm_classes(vm)->own[name->hash % OWN_CHAINS];
}

static void add_peers(struct definition *d, const struct klass *super) {
  for (uint32_t i = 0; super && i < super->super_count; i++) {
    const struct klass *s = super->supers[i];
    if (s->own_loader)
      d->peers = hash_mix(d->peers ^ (s->key + (classes_loader(d->vm, s) == d->loader)));
  }
}

static struct klass *seen(struct definition *d, const struct symbol *name, struct error *err) {
  if (name == d->cf->name) {
    link_error(d->vm, err, "java/lang/ClassCircularityError", "%s", name->s);
    return NULL;
  }
  return loader_gives(d->vm, d->loader, name, err);
}

/* Gets the supertypes that the class file names. Returns false if the loader must still be asked
 * for one, or if one does not exist. */
static bool supers_seen(struct definition *d, struct error *err) {
  const struct class_file *cf = d->cf;
  d->interfaces = mem_alloc((cf->interface_count + 1u) * sizeof *d->interfaces);
  for (uint32_t i = 0; i < cf->interface_count; i++) {
    if (!(d->interfaces[i] = seen(d, cf->interfaces[i], err))) return false;
    add_peers(d, d->interfaces[i]);
  }
  if (cf->super_name && !(d->super = seen(d, cf->super_name, err))) return false;
  add_peers(d, d->super);
  return true;
}

/* Returns how many classes of that name the path has defined. */
static uint32_t namesakes(struct vm *vm, const struct symbol *name) {
  uint32_t n = 0;
  for (const struct klass *k = *own_chain(vm, name); k; k = k->next_own)
    n += k->shown == name && classes_loader(vm, k);
  return n;
}

static bool has_supers(const struct klass *k, const struct definition *d) {
  for (uint32_t i = 0; i < k->interface_count; i++)
    if (k->interfaces[i] != d->interfaces[i]) return false;
  return k->super == d->super && k->peers == d->peers;
}

static bool is_record_of(const struct klass *k, const struct definition *d) {
  return k->shown == d->cf->name && k->bytes_hash == d->hash && k->nth == d->nth &&
         has_supers(k, d);
}

static struct klass *record_of(const struct definition *d) {
  struct klass *k = *own_chain(d->vm, d->cf->name);
  while (k && !is_record_of(k, d)) k = k->next_own;
  return k;
}

/* Returns a key that depends only on the definition, and so only on the path. */
static uint64_t definition_key(const struct definition *d) {
  uint64_t h = hash_mix(XXH3_64bits(d->cf->name->s, d->cf->name->len) ^ d->hash);
  h = hash_mix(h + d->nth) ^ d->peers;
  if (d->super) h = hash_mix(h + d->super->key);
  for (uint32_t i = 0; i < d->cf->interface_count; i++) h = hash_mix(h + d->interfaces[i]->key);
  return h;
}

/* Returns the plain name if no other class has it. */
static const struct symbol *name_inside(struct vm *vm, const struct symbol *name, uint64_t key) {
  char *text;
  const struct symbol *s = name;
  if (!classes_find(vm, name) && !classes_load(vm, name, NULL) && vm_classes(vm)->missing)
    return name;
  text = mem_printf("%s@%016llx", name->s, (unsigned long long)key);
  s = symtab_cstr(vm->syms, text);
  free(text);
  return s;
}

static struct klass *new_record(const struct definition *d, struct error *err) {
  struct vm *vm = d->vm;
  struct klass *k, **chain = own_chain(vm, d->cf->name);
  uint64_t key = definition_key(d);
  k = classes_record(vm, d->cf, name_inside(vm, d->cf->name, key), false, "", NULL);
  classes_forget_failure(vm_classes(vm));
  k->shown = d->cf->name;
  k->key = key;
  k->bytes_hash = d->hash;
  k->peers = d->peers;
  k->nth = d->nth;
  k->own_loader = true;
  k->overriding_loader = loader_overrides(vm, d->loader);
  vm_classes(vm)->definer = d->loader;
  k = classes_link(vm, k, err);
  vm_classes(vm)->definer = 0;
  if (!k) return NULL;
  k->next_own = *chain;
  *chain = k;
  return k;
}

static struct klass *twice(const struct definition *d, struct error *err) {
  struct vm *vm = d->vm;
  ref up = field_get_ref(vm, d->loader, "parent");
  char *who = loader_text(vm, d->loader),
       *above = up ? loader_text(vm, up) : mem_strdup("'bootstrap'"), *dotted, *place;
  const struct klass *k = loader_found(d->vm, d->loader, d->cf->name);
  dotted = klass_dotted(k);
  place = loader_place(vm, k);
  link_error(vm, err, "java/lang/LinkageError",
             "loader %s attempted duplicate class definition for %s. (%s is in %s%s%s)", who,
             dotted, dotted, place, loader_own(vm, k) == d->loader ? ", parent loader " : "",
             loader_own(vm, k) == d->loader ? above : "");
  free(who);
  free(above);
  free(dotted);
  free(place);
  return NULL;
}

static struct klass *define_own(struct definition *d, struct error *err) {
  struct klass *k;
  if (!supers_seen(d, err)) return NULL;
  if (loader_found(d->vm, d->loader, d->cf->name)) return twice(d, err);
  d->nth = namesakes(d->vm, d->cf->name);
  k = record_of(d);
  if (!k) k = new_record(d, err);
  if (k) k->overriding_loader |= loader_overrides(d->vm, d->loader);
  return k;
}

struct klass *classes_define(struct vm *vm, ref loader, bool boot, const struct symbol *name,
                             const uint8_t *bytes, size_t len, struct klass *host,
                             struct error *err) {
  uint64_t hash = XXH3_64bits(bytes, len) | 1;
  bool own = !(host && host->is_jdk) && !loader_is_builtin(vm, loader);
  struct definition d = {.vm = vm, .loader = loader, .hash = hash};
  struct klass *k;
  classes_forget_failure(vm_classes(vm));
  if (classes_parse(vm, bytes, len, "a class", name, &d.cf, err)) return NULL;
  if (own && !loader_may_define(vm, loader, d.cf->name, err)) return NULL;
  k = own ? define_own(&d, err) : define_application(&d, boot, host, err);
  free(d.interfaces);
  if (k) vm_put_ref(vm, k->mirror, vm->wk.class_loader, loader);
  return k;
}

/* ---- hidden classes ---- */

/* Returns the record for the next definition of these bytes on this path, or NULL. Sets *n to the
 * number of records already used. */
static struct klass *free_record(const struct definition *d, const struct klass *lookup,
                                 bool nestmate, uint64_t *n) {
  const struct class_table *t = vm_classes(d->vm);
  struct klass *free = NULL;
  *n = 0;
  for (size_t i = 0; i < t->hidden.len; i++) {
    struct klass *k = t->hidden.data[i];
    if (k->lookup != lookup || k->nestmate != nestmate || k->bytes_hash != d->hash) continue;
    if (classes_loader(d->vm, k))
      ++*n;
    else if (!free && (!k->own_loader || has_supers(k, d)))
      free = k;
  }
  return free;
}

/* Renames the class in the constants that refer to it. Descriptors keep the old name, which there
 * means another class (JVMS 4.4.1). */
static void take_name(struct class_file *cf, const struct symbol *name) {
  for (uint32_t i = 0; i < cf->cp_count; i++) {
    struct cp_entry *e = &cf->cp[i];
    if (e->tag == CP_CLASS && e->name == cf->name) e->name = name;
    if (e->owner == cf->name) e->owner = name;
  }
  cf->name = name;
}

static struct klass *link_hidden(const struct definition *d, struct klass *lookup, bool nestmate,
                                 uint64_t n, struct error *err) {
  struct vm *vm = d->vm;
  uint64_t address =
      /* looks like an address */
      hash_mix(d->hash ^ hash_mix(lookup->key + n * 2 + nestmate)) & 0xffffffff8;
  char *name;
  struct klass *k;
  if (lookup->own_loader) address = hash_mix(address ^ definition_key(d)) & 0xffffffff8;
  name = mem_printf("%s+0x%016llx", d->cf->name->s, (unsigned long long)address);
  take_name(d->cf, symtab_cstr(vm->syms, name));
  free(name);
  k = classes_record(vm, d->cf, d->cf->name, lookup->is_jdk, lookup->where, NULL);
  k->lookup = lookup;
  k->of_boot = lookup->of_boot;
  k->nestmate = nestmate;
  k->own_loader = lookup->own_loader;
  k->overriding_loader = lookup->overriding_loader;
  k->bytes_hash = d->hash;
  k->peers = d->peers;
  vm_classes(vm)->definer = d->loader;
  k = classes_link(vm, k, err);
  vm_classes(vm)->definer = 0;
  if (!k) return NULL;
  for (uint32_t i = 0; i < k->method_count; i++) k->methods[i].vm_flags |= METHOD_HIDDEN;
  *vec_push(&vm_classes(vm)->hidden) = k;
  return k;
}

struct klass *classes_define_hidden(struct vm *vm, ref loader, struct klass *lookup, bool nestmate,
                                    const uint8_t *bytes, size_t len, struct error *err) {
  struct definition d = {.vm = vm, .loader = loader, .hash = XXH3_64bits(bytes, len) | 1};
  struct klass *k = NULL;
  uint64_t n;
  classes_forget_failure(vm_classes(vm));
  if (classes_parse(vm, bytes, len, "a class", NULL, &d.cf, err)) return NULL;
  if (!lookup->own_loader || supers_seen(&d, err)) {
    k = free_record(&d, lookup, nestmate, &n);
    if (!k) k = link_hidden(&d, lookup, nestmate, n, err);
  }
  free(d.interfaces);
  if (!k || !supers_defined(vm, k, err)) return NULL;
  vm_put_ref(vm, k->mirror, vm->wk.class_loader, loader);
  return k;
}
