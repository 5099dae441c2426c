/* The class table: where classes come from and how they are found by name. Array and primitive classes are made here, all
 * others are linked by link.c.
 *
 * A package of the JDK image belongs to the image: its classes are taken from there alone. Everything else comes from the
 * class path. Loading is a pure function of these inputs; it is never undone and part of no state. */
#include "engine/vm/classes.h"

#include "engine/base/hash.h"
#include "engine/natives/resources.h"
#include "engine/natives/supplied.h"
#include "engine/vm/loaders.h"
#include "engine/vm/modules.h"

#include <stdio.h>
#include <stdlib.h>
#include <xxhash.h>

enum { FIRST_SLOTS = 2048, FIRST_MAJOR = 45, FIRST_PREVIEW = 56, PREVIEW = 65535 };

static struct klass **slot_of(struct class_table *t, const struct symbol *name) {
  uint32_t i = name->hash & t->mask;
  while (t->slots[i] && t->slots[i]->name != name) i = (i + 1) & t->mask;
  return &t->slots[i];
}

struct klass *classes_find(struct vm *vm, const struct symbol *name) { return *slot_of(vm_classes(vm), name); }

static void grow(struct class_table *t) {
  struct klass **old = t->slots;
  uint32_t n = t->mask + 1;
  t->mask = n * 2 - 1;
  t->slots = mem_alloc((size_t)n * 2 * sizeof(struct klass *));
  for (uint32_t i = 0; i < n; i++)
    if (old[i]) *slot_of(t, old[i]->name) = old[i];
  free(old);
}

void classes_insert(struct vm *vm, struct klass *k) {
  struct class_table *t = vm_classes(vm);
  *slot_of(t, k->name) = k;
  if (++t->count > (t->mask + 1) / 2) grow(t);
}

struct klass *klass_new(struct vm *vm, const struct symbol *name) {
  struct klass *k = pool_alloc(&vm->pool, sizeof *k);
  k->name = name;
  k->id = (uint32_t)vm->klasses.len;
  k->key = XXH3_64bits(name->s, name->len);
  k->where = "";
  *vec_push(&vm->klasses) = k;
  return k;
}

static struct klass *internal_kind(struct vm *vm, const char *name, uint32_t size) {
  struct klass *k = klass_new(vm, symtab_cstr(vm->syms, name));
  k->instance_size = size;
  k->is_jdk = true;
  k->trivial_init = true;
  return k;
}

void classes_init(struct vm *vm) {
  struct class_table *t = mem_alloc(sizeof *t);
  struct klass *bt;
  t->mask = FIRST_SLOTS - 1;
  t->slots = mem_alloc(FIRST_SLOTS * sizeof(struct klass *));
  t->modules = modules_new();
  vm->class_table = t;
  *vec_push(&vm->klasses) = NULL;
  *vec_push(&vm->methods) = NULL; /* method 0: none */
  internal_kind(vm, "<monitor>", sizeof(struct monitor));
  internal_kind(vm, "<row>", 0);
  bt = internal_kind(vm, "<backtrace>", 0);
  bt->is_array = true;
  bt->elem_type = 'I';
  bt->elem_shift = 2;
  internal_kind(vm, "<free>", 0);
}

void classes_release(struct vm *vm) {
  struct class_table *t = vm_classes(vm);
  if (!t) return;
  modules_free(t->modules);
  vec_free(&t->hidden);
  free(t->slots);
  free(t);
  vm->class_table = NULL;
}

/* ---- loading ---- */

/* It gets its id in klass_link, once its supertypes have theirs. */
static struct klass *new_record(struct vm *vm, struct class_file *cf, const struct symbol *name, bool jdk, const char *where,
                                struct klass *host) {
  struct klass *k = pool_alloc(&vm->pool, sizeof *k);
  k->cf = cf;
  k->name = name;
  k->key = host ? XXH3_64bits_withSeed(name->s, name->len, host->key) : XXH3_64bits(name->s, name->len);
  k->flags = cf->flags;
  k->is_jdk = jdk;
  k->where = where;
  k->host = host;
  k->own_loader = host && host->own_loader;
  return k;
}

static struct klass *link_record(struct vm *vm, struct klass *k, struct error *err) {
  struct class_table *t = vm_classes(vm);
  struct loading here = {k->name, t->loading, t->loading ? t->loading->depth + 1 : 1};
  int rc;
  if (here.depth > LOADING_MAX) {
    link_error(vm, err, "java/lang/StackOverflowError", "class %s: more than %d superclasses to load", k->name->s, LOADING_MAX);
    return NULL;
  }
  t->loading = &here;
  rc = klass_link(vm, k, err);
  t->loading = here.up;
  return rc ? NULL : k;
}

static struct klass *define(struct vm *vm, struct class_file *cf, const struct symbol *name, bool jdk, const char *where,
                            struct klass *host, struct error *err) {
  return link_record(vm, new_record(vm, cf, name, jdk, where, host), err);
}

static bool in_progress(struct class_table *t, const struct symbol *name) {
  for (struct loading *l = t->loading; l; l = l->up)
    if (l->name == name) return true;
  return false;
}

/* The newest version is that of the JDK's own classes; its preview features are as good as enabled. */
static int check_version(struct vm *vm, const uint8_t *data, size_t len, const struct symbol *name, struct error *err) {
  static const char error_class[] = "java/lang/UnsupportedClassVersionError";
  unsigned minor, major, newest = vm->wk.object && vm->wk.object->cf ? vm->wk.object->cf->major : 0;
  const char *what = name ? name->s : "the class";
  if (len < 8 || !newest) return 0;
  minor = (unsigned)(data[4] << 8 | data[5]);
  major = (unsigned)(data[6] << 8 | data[7]);
  if (major < FIRST_MAJOR)
    return link_error(vm, err, error_class, "%s (class file version %u.%u) was compiled with an invalid major version", what,
                      major, minor);
  if (major > newest)
    return link_error(vm, err, error_class,
                      "%s has been compiled by a more recent version of the Java Runtime (class file version %u.%u), this "
                      "version of the Java Runtime only recognizes class file versions up to %u.0",
                      what, major, minor, newest);
  if (major < FIRST_PREVIEW || minor == 0 || (minor == PREVIEW && major == newest)) return 0;
  if (minor == PREVIEW)
    return link_error(vm, err, error_class,
                      "%s (class file version %u.%u) was compiled with preview features that are unsupported. This version of "
                      "the Java Runtime only recognizes preview features for class file version %u.%u",
                      what, major, minor, newest, PREVIEW);
  return link_error(vm, err, error_class, "%s (class file version %u.%u) was compiled with an invalid non-zero minor version",
                    what, major, minor);
}

/* The parser's answer; the Java error that it means. */
static int parsed(struct vm *vm, int rc, struct error *err) {
  if (!rc) return 0;
  if (rc == ERR_NOTFOUND && err) err->code = ERR_INPUT; /* the file is there */
  vm_classes(vm)->error_class = rc == ERR_NOTFOUND ? "java/lang/NoClassDefFoundError" : "java/lang/ClassFormatError";
  return ERR_INPUT;
}

static int parse(struct vm *vm, const uint8_t *data, size_t len, const char *where, const struct symbol *name,
                 struct class_file **cf, struct error *err) {
  static const uint8_t magic[] = {0xCA, 0xFE, 0xBA, 0xBE};
  int rc = len >= sizeof magic && !memcmp(data, magic, sizeof magic) ? check_version(vm, data, len, name, err) : 0;
  if (rc) return rc;
  rc = parsed(vm, class_parse_named(data, len, where, name, &vm->pool, vm->syms, cf, err), err);
  if (rc) return rc;
  if ((*cf)->flags & ACC_MODULE)
    return link_error(vm, err, "java/lang/NoClassDefFoundError", "%s is not a class because access_flag ACC_MODULE is set",
                      (*cf)->name->s);
  return 0;
}

/* *owned: the package is one of the image's. */
static struct klass *load_from_image(struct vm *vm, const struct symbol *name, bool *owned, struct error *err) {
  const uint8_t *data;
  size_t len;
  struct class_file *cf;
  const char *slash = strrchr(name->s, '/'), *module;
  char package[512];
  if (!slash || !vm->jdk || (size_t)(slash - name->s) >= sizeof package) return NULL;
  memcpy(package, name->s, (size_t)(slash - name->s));
  package[slash - name->s] = 0;
  module = jimage_module_of(vm->jdk, package);
  if (!module) return NULL;
  *owned = true;
  if (jimage_class(vm->jdk, module, name->s, &data, &len, err)) return NULL;
  if (parsed(vm, class_parse_image(data, len, name, &vm->pool, vm->syms, &cf, err), err)) return NULL;
  return define(vm, cf, name, true, module, NULL, err);
}

/* On its own, so that the buffer is not on the stack while supertypes are loaded. *where lives as long as the machine. */
static __attribute__((noinline)) int read_from_path(struct vm *vm, const char *entry, uint8_t **data, size_t *len, const char **where,
                                                    struct error *err) {
  char text[4400];
  int rc = classpath_read(vm->classpath, entry, data, len, text, sizeof text, err);
  if (!rc) *where = pool_strndup(&vm->pool, text, strlen(text));
  return rc;
}

static struct klass *load_from_path(struct vm *vm, const struct symbol *name, struct error *err) {
  uint8_t *data;
  size_t len;
  struct class_file *cf;
  struct klass *k = NULL;
  const char *where;
  char *entry;
  int rc;
  if (!vm->classpath) return NULL;
  entry = mem_printf("%s.class", name->s);
  rc = read_from_path(vm, entry, &data, &len, &where, err);
  free(entry);
  if (rc) {
    if (rc != ERR_NOTFOUND) vm_classes(vm)->error_class = "java/lang/ClassFormatError";
    return NULL;
  }
  if (!parse(vm, data, len, where, name, &cf, err)) k = define(vm, cf, name, false, where, NULL, err);
  free(data);
  return k;
}

static void forget_failure(struct class_table *t) {
  t->error_class = NULL;
  t->missing = NULL;
}

static struct klass *load(struct vm *vm, const struct symbol *name, struct error *err) {
  struct class_table *t = vm_classes(vm);
  struct klass *k;
  struct error e = {0};
  bool owned = false;
  forget_failure(t);
  if (in_progress(t, name)) {
    link_error(vm, err, "java/lang/ClassCircularityError", "%s", name->s);
    return NULL;
  }
  k = load_from_image(vm, name, &owned, &e);
  if (!k && !t->error_class && !owned) {
    error_clear(&e);
    k = load_from_path(vm, name, &e);
  }
  if (!k && !t->error_class) k = supplied_class(vm, name, NULL);
  if (k) return k;
  if (!t->error_class) {
    t->error_class = "java/lang/NoClassDefFoundError";
    t->missing = name;
    error_set(err, ERR_NOTFOUND, "class %s not found", name->s);
  } else {
    error_set(err, e.code ? e.code : ERR_INPUT, "%s", e.msg);
  }
  return NULL;
}

/* ---- arrays and primitives ---- */

static uint8_t shift_of(char type) {
  switch (type) {
    case 'Z':
    case 'B': return 0;
    case 'C':
    case 'S': return 1;
    case 'J':
    case 'D': return 3;
    default: return 2;
  }
}

static struct klass *make_array(struct vm *vm, struct klass *elem, const struct symbol *name, char type) {
  struct klass *k, *object;
  struct error err = {0};
  object = vm_class(vm, "java/lang/Object", &err);
  if (!object) return NULL;
  k = klass_new(vm, name);
  k->flags = (uint16_t)(ACC_FINAL | ACC_ABSTRACT | (elem ? elem->flags & ACC_PUBLIC : ACC_PUBLIC));
  k->is_array = true;
  k->is_jdk = elem ? elem->is_jdk : true;
  k->where = elem ? elem->where : "";
  k->elem = elem;
  k->own_loader = elem && elem->own_loader;
  k->elem_type = type;
  k->elem_shift = shift_of(type);
  k->super = object;
  k->trivial_init = true;
  k->interfaces = pool_alloc(&vm->pool, 2 * sizeof(struct klass *));
  k->interfaces[0] = vm_class(vm, "java/lang/Cloneable", &err);
  k->interfaces[1] = vm_class(vm, "java/io/Serializable", &err);
  if (!k->interfaces[0] || !k->interfaces[1]) return NULL;
  k->interface_count = 2;
  k->vtable = object->vtable;
  k->vtable_len = object->vtable_len;
  klass_set_supers(vm, k);
  if (elem) elem->array = k;
  classes_insert(vm, k);
  if (mirror_make(vm, k)) return NULL;
  return k;
}

struct klass *vm_array_class(struct vm *vm, struct klass *elem) {
  char *name, type = 'L';
  struct klass *k;
  if (elem->array) return elem->array;
  if (elem->is_primitive) {
    type = elem->elem_type;
    name = mem_printf("[%c", type);
  } else {
    name = elem->is_array ? mem_printf("[%s", elem->name->s) : mem_printf("[L%s;", elem->name->s);
  }
  k = make_array(vm, elem, symtab_cstr(vm->syms, name), type);
  free(name);
  return k;
}

static const struct {
  char type;
  const char *name;
} primitives[] = {{'Z', "boolean"}, {'B', "byte"},  {'C', "char"},   {'S', "short"}, {'I', "int"},
                  {'J', "long"},    {'F', "float"}, {'D', "double"}, {'V', "void"}};

/* Primitive classes have names that no class file can have only by habit ("int" is a legal class name in the JVM): they are kept
 * out of the table and found by descriptor. */
static struct klass *primitive(struct vm *vm, char type) {
  for (size_t i = 0; i < COUNT(primitives); i++) {
    struct klass *k;
    if (primitives[i].type != type) continue;
    if (vm->wk.prim[i]) return vm->wk.prim[i];
    k = klass_new(vm, symtab_cstr(vm->syms, primitives[i].name));
    k->flags = ACC_PUBLIC | ACC_FINAL | ACC_ABSTRACT;
    k->is_primitive = k->is_jdk = k->trivial_init = true;
    k->elem_type = type;
    k->elem_shift = shift_of(type);
    k->key ^= 0x9e3779b97f4a7c15u; /* not the key of a class that is called so */
    klass_set_supers(vm, k);
    vm->wk.prim[i] = k;
    mirror_make(vm, k);
    return k;
  }
  return NULL;
}

struct klass *vm_class_of_desc(struct vm *vm, const char *desc, struct error *err) {
  struct klass *k;
  size_t len = strlen(desc);
  if (desc[0] == '[') return vm_class(vm, desc, err);
  if (desc[0] == 'L' && len > 2 && desc[len - 1] == ';')
    return vm_class_sym(vm, symtab_intern(vm->syms, desc + 1, len - 2), err);
  k = len == 1 ? primitive(vm, desc[0]) : NULL;
  if (k) return k;
  vm_classes(vm)->error_class = NULL; /* no class was looked for */
  vm_classes(vm)->missing = NULL;
  error_set(err, ERR_INPUT, "bad descriptor %s", desc);
  return NULL;
}

ref classes_loader(struct vm *vm, const struct klass *k) {
  return k->bytes_hash ? *MEM32(vm, k->mirror + vm->wk.class_loader) : 0;
}

static const struct klass *base(const struct klass *k) {
  while (k->is_array && k->elem) k = k->elem;
  return k;
}

static struct klass *not_yet_defined(struct vm *vm, const struct symbol *name, struct error *err) {
  forget_failure(vm_classes(vm));
  vm_classes(vm)->error_class = "java/lang/NoClassDefFoundError";
  vm_classes(vm)->missing = name;
  error_set(err, ERR_NOTFOUND, "class %s not found", name->s);
  return NULL;
}

struct klass *vm_class_sym(struct vm *vm, const struct symbol *name, struct error *err) {
  struct klass *k = classes_find(vm, name), *elem;
  if (k && !loader_has_defined(vm, k)) return not_yet_defined(vm, base(k)->name, err);
  if (k) return k;
  if (name->s[0] != '[') return load(vm, name, err);
  elem = vm_class_of_desc(vm, name->s + 1, err);
  return elem ? vm_array_class(vm, elem) : NULL;
}

struct klass *vm_class(struct vm *vm, const char *name, struct error *err) {
  return vm_class_sym(vm, symtab_cstr(vm->syms, name), err);
}

static struct klass *duplicate(struct vm *vm, const struct symbol *name, struct error *err) {
  link_error(vm, err, "java/lang/LinkageError", "duplicate class definition for name: %s", name->s);
  return NULL;
}

struct klass *vm_define(struct vm *vm, const uint8_t *bytes, size_t len, const char *what, struct klass *host,
                        struct error *err) {
  struct class_file *cf;
  const struct symbol *name;
  forget_failure(vm_classes(vm));
  if (parse(vm, bytes, len, what ? what : "a class", NULL, &cf, err)) return NULL;
  name = what && !strncmp(what, cf->name->s, cf->name->len) ? symtab_cstr(vm->syms, what) : cf->name;
  if (classes_find(vm, name) || in_progress(vm_classes(vm), name)) return duplicate(vm, name, err);
  return define(vm, cf, name, host ? host->is_jdk : false, host ? host->where : "", host, err);
}

/* The class of a path that defined it before, from the same bytes; or *rc tells what is wrong with the name. */
static struct klass *define_again(struct vm *vm, ref loader, const struct symbol *name, uint64_t hash, int *rc, struct error *err) {
  struct klass *k = classes_find(vm, name);
  ref by = k ? classes_loader(vm, k) : 0;
  *rc = 0;
  if (k && k->bytes_hash == hash && !by) return k;
  if (in_progress(vm_classes(vm), name) || (by && by == loader)) {
    *rc = ERR_INPUT;
    return duplicate(vm, name, err);
  }
  if (k || load(vm, name, NULL))
    *rc = error_set(err, ERR_UNSUPPORTED, "a second class of the name %s, by a class loader of the program", name->s);
  return NULL;
}

/* A supertype that other paths have defined, and this one has not yet: it is to be asked for as on those, in the order of linking. */
static bool supers_defined(struct vm *vm, const struct klass *k, struct error *err) {
  for (uint32_t i = 0; i <= k->interface_count; i++) {
    const struct klass *s = i < k->interface_count ? k->interfaces[i] : k->super;
    if (s && !loader_has_defined(vm, s)) return not_yet_defined(vm, s->name, err) != NULL;
  }
  return true;
}

/* The loader has answered for the supertypes that a class file names; false: not for one, or that is not there. */
static bool supers_known(struct vm *vm, ref loader, const struct class_file *cf, struct error *err) {
  for (uint32_t i = 0; i <= cf->interface_count; i++) {
    const struct symbol *name = i < cf->interface_count ? cf->interfaces[i] : cf->super_name;
    const struct klass *k = name ? vm_class_sym(vm, name, NULL) : NULL;
    if (k ? loader_to_ask(vm, loader, k) : name && vm_classes(vm)->missing) return not_yet_defined(vm, name, err) != NULL;
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
  forget_failure(vm_classes(vm));
  if (parse(vm, bytes, len, "a class", name, &cf, err)) return NULL;
  if (own && loader_is_picky(vm, loader) && !supers_known(vm, loader, cf, err)) return NULL;
  k = define_again(vm, loader, cf->name, hash, &rc, err);
  if (rc) return NULL;
  forget_failure(vm_classes(vm));
  if (!k) {
    k = new_record(vm, cf, cf->name, host ? host->is_jdk : false, host ? host->where : "", host);
    k->bytes_hash = hash;
    k->own_loader = own;
    k = link_record(vm, k, err);
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
  k = new_record(vm, cf, cf->name, lookup->is_jdk, lookup->where, NULL);
  k->lookup = lookup;
  k->nestmate = nestmate;
  k->own_loader = lookup->own_loader;
  k->picky_loader = lookup->picky_loader;
  k->bytes_hash = hash;
  if (!link_record(vm, k, err)) return NULL;
  for (uint32_t i = 0; i < k->method_count; i++) k->methods[i].vm_flags |= METHOD_HIDDEN;
  *vec_push(&vm_classes(vm)->hidden) = k;
  return k;
}

struct klass *classes_define_hidden(struct vm *vm, ref loader, struct klass *lookup, bool nestmate, const uint8_t *bytes, size_t len,
                                    struct error *err) {
  uint64_t hash = XXH3_64bits(bytes, len) | 1, n;
  struct klass *k = free_record(vm, lookup, nestmate, hash, &n);
  struct class_file *cf;
  forget_failure(vm_classes(vm));
  if (!k && parse(vm, bytes, len, "a class", NULL, &cf, err)) return NULL;
  if (!k) k = link_hidden(vm, cf, lookup, nestmate, hash, n, err);
  if (!k || !supers_defined(vm, k, err)) return NULL;
  vm_put_ref(vm, k->mirror, vm->wk.class_loader, loader);
  return k;
}

struct klass *vm_class_throw(struct vm *vm, struct thread *t, const char *name, bool not_found_exception) {
  struct class_table *ct = vm_classes(vm);
  struct error err = {0};
  const struct symbol *sym = symtab_cstr(vm->syms, name);
  struct klass *k = vm_class_sym(vm, sym, &err);
  if (k) return k;
  if (!ct->error_class || ct->missing) {
    const struct symbol *lost = ct->missing ? ct->missing : sym;
    bool itself = lost == sym || name[0] == '[';
    char *dotted = mem_strdup(lost->s);
    for (char *p = dotted; *p; p++)
      if (*p == '/') *p = '.';
    if (not_found_exception && itself)
      vm_throw(vm, t, "java/lang/ClassNotFoundException", "%s", dotted);
    else
      vm_throw(vm, t, "java/lang/NoClassDefFoundError", "%s", lost->s);
    free(dotted);
  } else {
    vm_throw(vm, t, ct->error_class, "%s", err.msg);
  }
  return NULL;
}

int classes_throw(struct vm *vm, struct thread *t, const struct error *err) {
  const struct class_table *ct = vm_classes(vm);
  if (ct->missing) return vm_throw(vm, t, "java/lang/NoClassDefFoundError", "%s", ct->missing->s);
  return vm_throw(vm, t, ct->error_class ? ct->error_class : "java/lang/ClassFormatError", "%s", err->msg);
}
