/* The class table: where classes come from and how they are found by name. class_arrays.c makes
 * array and primitive classes, class_define.c those that the program defines from bytes. link.c
 * links all classes except arrays and primitive ones.
 *
 * The classes of a package of the JDK image come only from the image, all others from the class
 * path. Loading is a pure function of these inputs; it is never undone and is not part of a
 * state. */
#include "engine/vm/loader/classes.h"
#include "engine/base/check.h"

#include "engine/vm/library.h"
#include "engine/vm/loader/loaders.h"
#include "engine/vm/loader/modules.h"

#include <stdio.h>
#include <stdlib.h>
#include <xxhash.h>

enum { FIRST_SLOTS = 2048, FIRST_MAJOR = 45, FIRST_PREVIEW = 56, PREVIEW = 65535 };

static struct klass **classes_slot_of(struct class_table *t, const struct symbol *name) {
  uint32_t i = name->hash & t->mask;
  while (t->slots[i] && t->slots[i]->name != name) i = (i + 1) & t->mask;
  return &t->slots[i];
}

struct klass *classes_find(struct vm *vm, const struct symbol *name) {
  return *classes_slot_of(vm_classes(vm), name);
}

static void classes_grow(struct class_table *t) {
  struct klass **old = t->slots;
  uint32_t n = t->mask + 1;
  t->mask = n * 2 - 1;
  t->slots = mem_alloc((size_t)n * 2 * sizeof(struct klass *));
  for (uint32_t i = 0; i < n; i++)
    if (old[i]) *classes_slot_of(t, old[i]->name) = old[i];
  free(old);
}

void classes_insert(struct vm *vm, struct klass *k) {
  struct class_table *t = vm_classes(vm);
  CHECK(!*classes_slot_of(t, k->name), "a name has one class: %s", k->name->s);
  *classes_slot_of(t, k->name) = k;
  if (++t->count > (t->mask + 1) / 2) classes_grow(t);
}

struct klass *klass_new(struct vm *vm, const struct symbol *name) {
  struct klass *k = pool_alloc(&vm->pool, sizeof *k);
  k->name = k->shown = name;
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
  vm->loaded.classes = t;
  *vec_push(&vm->klasses) = NULL;
  *vec_push(&vm->methods) = NULL; /* method 0 means none */
  internal_kind(vm, "<monitor>", sizeof(struct monitor));
  internal_kind(vm, "<row>", 0);
  internal_kind(vm, "<writes>", 0);
  bt = internal_kind(vm, "<backtrace>", 0);
  bt->is_array = true;
  bt->elem_type = 'I';
  bt->elem_shift = 2;
  internal_kind(vm, "<free>", 0);
  CHECK(vm->klasses.len == KLASS_FIRST, "each internal kind has its id: %zu", vm->klasses.len);
}

void classes_release(struct vm *vm) {
  struct class_table *t = vm_classes(vm);
  if (!t) return;
  modules_free(t->modules);
  vec_free(&t->hidden);
  free(t->slots);
  free(t);
  vm->loaded.classes = NULL;
}

/* ---- loading ---- */

/* A class made for another one has the other's name as a prefix. Returns the rest of the name, or
 * NULL. */
static const char *after_host(const struct symbol *name, const struct klass *host) {
  bool after = host && !strncmp(name->s, host->name->s, host->name->len);
  return after ? name->s + host->name->len : NULL;
}

static const struct symbol *shown_name(struct vm *vm, const struct symbol *name,
                                       const struct klass *host) {
  const char *rest = host && host->own_loader ? after_host(name, host) : NULL;
  const struct symbol *s = name;
  char *text;
  if (!rest) return s;
  text = mem_printf("%s%.*s", host->shown->s, (int)strcspn(rest, "@"), rest);
  s = symtab_cstr(vm->syms, text);
  free(text);
  return s;
}

/* Several hosts may share a shown name, and which of them also has it as its internal name depends
 * on earlier paths. So the key uses the host's key and the rest of the name. */
static uint64_t record_key(const struct symbol *name, const struct klass *host) {
  const char *s = host && host->own_loader ? after_host(name, host) : NULL;
  if (!s) s = name->s;
  return host ? XXH3_64bits_withSeed(s, strlen(s), host->key) : XXH3_64bits(s, strlen(s));
}

struct klass *classes_record(struct vm *vm, struct class_file *cf, const struct symbol *name,
                             bool jdk, const char *where, struct klass *host) {
  struct klass *k = pool_alloc(&vm->pool, sizeof *k);
  k->cf = cf;
  k->name = name;
  k->shown = shown_name(vm, name, host);
  k->key = record_key(name, host);
  k->flags = cf->flags;
  k->is_jdk = jdk;
  k->where = where;
  k->host = host;
  k->own_loader = host && host->own_loader;
  return k;
}

struct klass *classes_link(struct vm *vm, struct klass *k, struct error *err) {
  struct class_table *t = vm_classes(vm);
  struct loading here = {k->name, t->loading, t->loading ? t->loading->depth + 1 : 1};
  int rc;
  if (here.depth > LOADING_MAX) {
    link_error(vm, err, "java/lang/StackOverflowError",
               "class %s: more than %d superclasses to load", k->name->s, LOADING_MAX);
    return NULL;
  }
  t->loading = &here;
  rc = klass_link(vm, k, err);
  CHECK(t->loading == &here, "a class is loaded within the loading of another: %s", k->name->s);
  t->loading = here.up;
  return rc ? NULL : k;
}

static struct klass *classes_own_define(struct vm *vm, struct class_file *cf,
                                        const struct symbol *name, bool jdk, const char *where,
                                        struct klass *host, struct error *err) {
  return classes_link(vm, classes_record(vm, cf, name, jdk, where, host), err);
}

bool classes_in_progress(struct class_table *t, const struct symbol *name) {
  for (struct loading *l = t->loading; l; l = l->up)
    if (l->name == name) return true;
  return false;
}

/* Checks the class file version. The newest supported version is that of the JDK's own classes; its
 * preview features count as enabled. */
static int check_version(struct vm *vm, const uint8_t *data, size_t len, const struct symbol *name,
                         struct error *err) {
  static const char error_class[] = "java/lang/UnsupportedClassVersionError";
  unsigned minor, major, newest = vm->wk.object && vm->wk.object->cf ? vm->wk.object->cf->major : 0;
  const char *what = name ? name->s : "the class";
  if (len < 8 || !newest) return 0;
  minor = (unsigned)(data[4] << 8 | data[5]);
  major = (unsigned)(data[6] << 8 | data[7]);
  if (major < FIRST_MAJOR)
    return link_error(vm, err, error_class,
                      "%s (class file version %u.%u) was compiled with an invalid major version",
                      what, major, minor);
  if (major > newest)
    return link_error(vm, err, error_class,
                      "%s has been compiled by a more recent version of the Java Runtime (class "
                      "file version %u.%u), this "
                      "version of the Java Runtime only recognizes class file versions up to %u.0",
                      what, major, minor, newest);
  if (major < FIRST_PREVIEW || minor == 0 || (minor == PREVIEW && major == newest)) return 0;
  if (minor == PREVIEW)
    return link_error(
        vm, err, error_class,
        "%s (class file version %u.%u) was compiled with preview features that are unsupported. "
        "This version of "
        "the Java Runtime only recognizes preview features for class file version %u.%u",
        what, major, minor, newest, PREVIEW);
  return link_error(
      vm, err, error_class,
      "%s (class file version %u.%u) was compiled with an invalid non-zero minor version", what,
      major, minor);
}

/* Translates the parser's result into a Java error. */
static int parsed(struct vm *vm, int rc, struct error *err) {
  if (!rc) return 0;
  if (rc == ERR_NOTFOUND && err) err->code = ERR_INPUT; /* the file exists */
  vm_classes(vm)->error_class =
      rc == ERR_NOTFOUND ? "java/lang/NoClassDefFoundError" : "java/lang/ClassFormatError";
  return ERR_INPUT;
}

int classes_parse(struct vm *vm, const uint8_t *data, size_t len, const char *where,
                  const struct symbol *name, struct class_file **cf, struct error *err) {
  static const uint8_t magic[] = {0xCA, 0xFE, 0xBA, 0xBE};
  int rc = len >= sizeof magic && !memcmp(data, magic, sizeof magic)
               ? check_version(vm, data, len, name, err)
               : 0;
  if (rc) return rc;
  rc = parsed(vm, class_parse_named(data, len, where, name, &vm->pool, vm->syms, cf, err), err);
  if (rc) return rc;
  if ((*cf)->flags & ACC_MODULE)
    return link_error(vm, err, "java/lang/NoClassDefFoundError",
                      "%s is not a class because access_flag ACC_MODULE is set", (*cf)->name->s);
  return 0;
}

const char *classes_module(struct vm *vm, const struct symbol *name) {
  const char *slash = strrchr(name->s, '/');
  char package[512];
  if (!slash || !vm->loaded.jdk || (size_t)(slash - name->s) >= sizeof package) return NULL;
  memcpy(package, name->s, (size_t)(slash - name->s));
  package[slash - name->s] = 0;
  return jimage_module_of(vm->loaded.jdk, package);
}

/* Sets *owned if the package belongs to the image. */
static struct klass *load_from_image(struct vm *vm, const struct symbol *name, bool *owned,
                                     struct error *err) {
  const uint8_t *data;
  size_t len;
  struct class_file *cf;
  const char *module = classes_module(vm, name);
  if (!module) return NULL;
  *owned = true;
  if (jimage_class(vm->loaded.jdk, module, name->s, &data, &len, err)) return NULL;
  if (parsed(vm, class_parse_image(data, len, name, &vm->pool, vm->syms, &cf, err), err))
    return NULL;
  return classes_own_define(vm, cf, name, true, module, NULL, err);
}

/* A separate function, so that the buffer is not on the stack while supertypes are loaded. *where
 * lives as long as the machine. */
static __attribute__((noinline)) int read_from_path(struct vm *vm, const char *entry,
                                                    uint8_t **data, size_t *len, const char **where,
                                                    struct error *err) {
  char text[4400];
  int rc = classpath_read(vm->loaded.classpath, entry, data, len, text, sizeof text, err);
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
  if (!vm->loaded.classpath) return NULL;
  entry = mem_printf("%s.class", name->s);
  rc = read_from_path(vm, entry, &data, &len, &where, err);
  free(entry);
  if (rc) {
    if (rc != ERR_NOTFOUND) vm_classes(vm)->error_class = "java/lang/ClassFormatError";
    return NULL;
  }
  if (!classes_parse(vm, data, len, where, name, &cf, err))
    k = classes_own_define(vm, cf, name, false, where, NULL, err);
  free(data);
  return k;
}

void classes_forget_failure(struct class_table *t) {
  t->error_class = NULL;
  t->missing = NULL;
}

struct klass *classes_load(struct vm *vm, const struct symbol *name, struct error *err) {
  struct class_table *t = vm_classes(vm);
  struct klass *k;
  struct error e = {0};
  bool owned = false;
  classes_forget_failure(t);
  if (classes_in_progress(t, name)) {
    link_error(vm, err, "java/lang/ClassCircularityError", "%s", name->s);
    return NULL;
  }
  k = load_from_image(vm, name, &owned, &e);
  if (!k && !t->error_class && !owned) {
    error_clear(&e);
    k = load_from_path(vm, name, &e);
  }
  if (!k && !t->error_class) k = vm->library->supplied(vm, name, NULL);
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

/* ---- looking up ---- */

ref classes_loader(struct vm *vm, const struct klass *k) {
  if (!k->bytes_hash) return 0;
  return k->mirror ? *MEM32(vm, k->mirror + vm->wk.class_loader) : vm_classes(vm)->definer;
}

bool classes_has_namesake(struct vm *vm, const struct klass *k) {
  const struct klass *o = vm_classes(vm)->own[k->shown->hash % OWN_CHAINS];
  while (o && (o == k || o->shown != k->shown || !classes_loader(vm, o))) o = o->next_own;
  return o != NULL;
}

struct klass *classes_own(struct vm *vm, ref loader, const struct symbol *shown) {
  struct klass *k = vm_classes(vm)->own[shown->hash % OWN_CHAINS];
  while (k && (k->shown != shown || classes_loader(vm, k) != loader)) k = k->next_own;
  return k;
}

struct klass *classes_missing(struct vm *vm, const struct symbol *name, struct error *err) {
  classes_forget_failure(vm_classes(vm));
  vm_classes(vm)->error_class = "java/lang/NoClassDefFoundError";
  vm_classes(vm)->missing = name;
  error_set(err, ERR_NOTFOUND, "class %s not found", name->s);
  return NULL;
}

struct klass *vm_class_sym(struct vm *vm, const struct symbol *name, struct error *err) {
  struct klass *k = classes_find(vm, name), *elem;
  if (k && !loader_has_defined(vm, k)) return classes_missing(vm, klass_base(k)->name, err);
  if (k) return k;
  if (name->s[0] != '[') return classes_load(vm, name, err);
  elem = vm_class_of_desc(vm, name->s + 1, err);
  return elem ? vm_array_class(vm, elem) : NULL;
}

struct klass *vm_class(struct vm *vm, const char *name, struct error *err) {
  return vm_class_sym(vm, symtab_cstr(vm->syms, name), err);
}

struct klass *vm_class_throw(struct vm *vm, struct thread *t, const char *name,
                             bool not_found_exception) {
  struct class_table *ct = vm_classes(vm);
  struct error err = {0};
  const struct symbol *sym = symtab_cstr(vm->syms, name);
  struct klass *k = vm_class_sym(vm, sym, &err);
  if (k) return k;
  if (!ct->error_class || ct->missing) {
    const struct symbol *lost = ct->missing ? ct->missing : sym;
    bool itself = lost == sym || name[0] == '[';
    char *dotted = mem_strdup(lost->s);
    mem_exchange(dotted, '/', '.');
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
  return vm_throw(vm, t, ct->error_class ? ct->error_class : "java/lang/ClassFormatError", "%s",
                  err->msg);
}
