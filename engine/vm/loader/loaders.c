/* See loaders.h. */
#include "engine/vm/uncounted.h"
#include "engine/base/check.h"
#include "engine/vm/loader/loaders_int.h"
#include "engine/vm/loader/loaders.h"

#include "engine/base/hash.h"
#include "engine/vm/fields.h"
#include "engine/vm/loader/access.h"
#include "engine/vm/loader/classes.h"
#include "engine/vm/synth/synth.h"

bool loader_is_builtin(struct vm *vm, ref loader) {
  static const char prefix[] = "jdk/internal/loader/";
  return !strncmp(vm_klass(vm, loader)->name->s, prefix, sizeof prefix - 1);
}

ref loader_own(struct vm *vm, const struct klass *k) {
  ref r;
  k = klass_base(k);
  r = classes_loader(vm, k);
  return r && !loader_is_builtin(vm, r) ? r : 0;
}

/* Returns the loader whose classes k's code sees: that of the class for which k was made. */
static ref viewer(struct vm *vm, const struct klass *k) {
  if (!k->own_loader) return 0;
  while (k->host) k = k->host;
  return classes_loader(vm, k);
}

bool loader_has_defined(struct vm *vm, const struct klass *k) {
  k = klass_base(k);
  return !k->bytes_hash || classes_loader(vm, k);
}

/* ---- answers of a loader ----
 *
 * The JVM records with each loader the classes with which it has answered, and asks only once.
 * heddle records them in ClassLoader.classes, where a JVM keeps the classes that the loader
 * defined. */

static struct klass *answer_in_list(struct vm *vm, ref loader, const struct symbol *name) {
  ref list = field_get_ref(vm, loader, "classes"),
      elements = list ? field_get_ref(vm, list, "elementData") : 0;
  for (int32_t i = list ? field_get_int(vm, list, "size") : 0; i-- > 0;) {
    struct klass *k = vm_mirror_klass(vm, array_ref(vm, elements, (uint32_t)i));
    if (k && k->shown == name) return k;
  }
  return NULL;
}

/* The list is in no footprint, because a step that adds to it is dependent on every operation
 * (loader_note). */
static struct klass *answer(struct vm *vm, ref loader, const struct symbol *name) {
  struct klass *k;
  READS_ASIDE();
  k = answer_in_list(vm, loader, name);
  READS_COUNT();
  return k;
}

static bool known(struct vm *vm, ref loader, const struct klass *k) {
  return answer(vm, loader, k->shown) == k;
}

struct klass *loader_found(struct vm *vm, ref loader, const struct symbol *name) {
  struct klass *k = classes_own(vm, loader, name);
  return k ? k : answer(vm, loader, name);
}

int loader_note(struct native_call *c) {
  enum { FIRST = 16 };
  struct vm *vm = c->vm;
  ref list = field_get_ref(vm, c->args[0], "classes"), old = field_get_ref(vm, list, "elementData"),
      elements = old;
  uint32_t size = (uint32_t)field_get_int(vm, list, "size");
  vm->run.unreported = true;
  if (loader_found(vm, c->args[0], vm_mirror_klass(vm, c->args[1])->shown)) return NATIVE_OK;
  if (size >= array_length(vm, old)) {
    elements =
        vm_new_ref_array(vm, c->t, vm->wk.object, (int32_t)(size * 2 > FIRST ? size * 2 : FIRST));
    if (!elements) return vm->err.code ? NATIVE_FATAL : NATIVE_THROW;
    for (uint32_t i = 0; i < size; i++) array_put_ref(vm, elements, i, array_ref(vm, old, i));
    field_set_ref(vm, list, "elementData", elements);
  }
  CHECK(size < array_length(vm, elements), "the list of a loader's classes has room: %u", size);
  array_put_ref(vm, elements, size, c->args[1]);
  field_set_int(vm, list, "size", (int32_t)size + 1);
  return NATIVE_OK;
}

static bool overrides(struct klass *k) {
  const struct method *one = klass_method(k, "loadClass", LOAD_CLASS);
  const struct method *two = klass_method(k, "loadClass", "(Ljava/lang/String;Z)Ljava/lang/Class;");
  return !one || !two || !one->owner->is_jdk || !two->owner->is_jdk;
}

/* Returns whether the loader, or one to which it delegates, finds classes in its own way. Sets
 * *application if the chain of parents ends at the application's loader. */
static bool own_way(struct vm *vm, ref loader, bool *application) {
  ref l;
  bool own = false;
  for (l = loader; l && !loader_is_builtin(vm, l); l = field_get_ref(vm, l, "parent"))
    own |= overrides(vm_klass(vm, l));
  *application = l && strstr(vm_klass(vm, l)->name->s, "$AppClassLoader");
  return own;
}

bool loader_overrides(struct vm *vm, ref loader) {
  bool application;
  return own_way(vm, loader, &application) || !application;
}

bool loader_to_ask(struct vm *vm, ref loader, const struct klass *to) {
  bool application, own;
  to = klass_base(to);
  if (to->is_primitive || classes_loader(vm, to) == loader || known(vm, loader, to)) return false;
  if (to->own_loader) return true;
  own = own_way(vm, loader, &application);
  return own || (!application && !to->is_jdk);
}

bool loader_must_ask(struct vm *vm, const struct klass *from, const struct klass *to) {
  ref loader = from->overriding_loader && !access_is_free(from) ? loader_own(vm, from) : 0;
  return loader && loader_to_ask(vm, loader, to);
}

/* ---- classes that a class sees ---- */

/* Returns the class under a name that is not an array's. `made`: for code that heddle has made,
 * which uses internal names and so finds classes of other loaders in the table. */
static struct klass *gives(struct vm *vm, ref loader, const struct symbol *name, bool made,
                           struct error *err) {
  struct klass *c = loader ? loader_found(vm, loader, name) : NULL;
  if (c) return c;
  c = vm_class_sym(vm, name, err);
  if (made) return c;
  if (c ? c->own_loader || c->lookup : loader && loader_overrides(vm, loader))
    return classes_missing(vm, name, err);
  return c && loader && loader_to_ask(vm, loader, c) ? classes_missing(vm, name, err) : c;
}

/* self: a class that may refer to itself by its own name, or NULL. */
static struct klass *gives_any(struct vm *vm, ref loader, const struct symbol *name,
                               const struct klass *self, struct error *err) {
  size_t dims = strspn(name->s, "["), n = name->len - dims;
  const char *elem = name->s + dims;
  const struct symbol *s = !dims ? name
                           : *elem == 'L' && n > 2 && elem[n - 1] == ';'
                               ? symtab_intern(vm->syms, elem + 1, n - 2)
                               : NULL;
  struct klass *c;
  classes_forget_failure(vm_classes(vm));
  if (!s)
    c = vm_class_of_desc(vm, elem, err);
  else if (self && self->cf && s == self->cf->name)
    c = (struct klass *)(uintptr_t)self;
  else
    c = gives(vm, loader, s, self && self->host, err);
  while (c && dims--) c = vm_array_class(vm, c);
  return c;
}

struct klass *loader_gives(struct vm *vm, ref loader, const struct symbol *name,
                           struct error *err) {
  return gives_any(vm, loader, name, NULL, err);
}

struct klass *loader_sees(struct vm *vm, const struct klass *k, const struct symbol *name,
                          struct error *err) {
  return gives_any(vm, viewer(vm, k), name, k, err);
}

bool loader_stands(struct vm *vm, const struct klass *k, const struct klass *c) {
  ref loader = viewer(vm, k);
  struct klass *found;
  c = klass_base(c);
  if (!loader_has_defined(vm, c)) return false;
  if (!loader || c == k || c->is_primitive || classes_loader(vm, c) == loader) return true;
  found = loader_found(vm, loader, c->shown);
  if (found || (c->own_loader && !k->host)) return found == c;
  return k->host || !loader_to_ask(vm, loader, c);
}

static bool is_direct(const struct klass *k, const struct klass *c) {
  for (uint32_t i = 0; i < k->interface_count; i++)
    if (k->interfaces[i] == c) return true;
  return c == k || c == k->super;
}

bool loader_varies(const struct klass *k, const struct klass *c) {
  c = klass_base(c);
  if (c->is_primitive || is_direct(k, c)) return false;
  return c->bytes_hash || (k->own_loader && (k->overriding_loader || !c->is_jdk));
}

/* ---- internal names ---- */

typedef void name_fn(void *self, const char *p, size_t n, struct klass *c);

/* Calls `each` for the parts of a descriptor. For a part that names a class k sees, passes the
 * class too. */
static void each_name(struct vm *vm, const struct klass *k, const char *desc, name_fn *each,
                      void *self) {
  const char *p = desc;
  while (*p) {
    size_t n = strcspn(p, "L"), m;
    each(self, p, p[n] ? n + 1 : n, NULL);
    p += p[n] ? n + 1 : n;
    m = strcspn(p, ";");
    if (m) each(self, p, m, loader_sees(vm, k, symtab_intern(vm->syms, p, m), NULL));
    p += m;
  }
}

static void add_inside(void *self, const char *p, size_t n, struct klass *c) {
  struct text *out = self;
  if (c)
    text_puts(out, c->name->s);
  else
    text_add(out, p, n);
}

const struct symbol *loader_inside_class(struct vm *vm, const struct klass *k,
                                         const struct symbol *name) {
  const struct klass *c = k->own_loader ? loader_sees(vm, k, name, NULL) : NULL;
  return c ? c->name : name;
}

const struct symbol *loader_inside(struct vm *vm, const struct klass *k, const char *desc) {
  struct text out = {0};
  const struct symbol *s;
  if (!k->own_loader) return symtab_cstr(vm->syms, desc);
  each_name(vm, k, desc, add_inside, &out);
  s = symtab_cstr(vm->syms, out.s ? out.s : "");
  text_release(&out);
  return s;
}

static void add_key(void *self, const char *p, size_t n, struct klass *c) {
  uint64_t *hash = self;
  (void)p;
  (void)n;
  if (c) *hash = hash_mix(*hash + c->key);
}

uint64_t loader_view(struct vm *vm, const struct klass *k, const char *desc) {
  uint64_t hash = 0;
  if (k->own_loader) each_name(vm, k, desc, add_key, &hash);
  return hash;
}
