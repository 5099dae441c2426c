/* Finds out which classes the code of a class sees: asks class loaders of the program by synthetic
 * calls of loadClass, and records their answers. */
#include "engine/vm/loader/loaders.h"

#include <stdlib.h>

#include "engine/base/check.h"
#include "engine/base/hash.h"
#include "engine/vm/fields.h"
#include "engine/vm/loader/access.h"
#include "engine/vm/loader/classes.h"
#include "engine/vm/loader/synthetic.h"
#include "engine/vm/uncounted.h"

#define LOADER "java/lang/ClassLoader"

#define LOAD_CLASS "(Ljava/lang/String;)Ljava/lang/Class;"

/* ---- asking a loader ---- */

#define ASK LOADER "$$Ask"

#define LOADS "(L" LOADER ";Ljava/lang/String;)Z"

#define NOTE "(L" LOADER ";Ljava/lang/Class;)V"

#define LOST "java/lang/NoClassDefFoundError"

#define NOT_FOUND "java/lang/ClassNotFoundException"

/* static boolean loads(ClassLoader l, String name) {
 *   Class c = l.loadClass(name);
 *   if (c == null || !c.getName().equals(name)) return false;
 *   note(l, c);
 *   return true;
 * } */
static void write_loads(struct synth *s) {
  struct synth_method *m = synth_method(s, ACC_STATIC, "loads", LOADS);
  int none = asm_label(m);
  asm_load(m, 'L', 0);
  asm_load(m, 'L', 1);
  asm_invoke(m, OP_INVOKEVIRTUAL, LOADER, "loadClass", LOAD_CLASS, false);
  asm_op(m, OP_DUP);
  asm_store(m, 'L', 2);
  asm_jump(m, OP_IFNULL, none);
  asm_load(m, 'L', 2);
  asm_invoke(m, OP_INVOKEVIRTUAL, "java/lang/Class", "getName", "()Ljava/lang/String;", false);
  asm_load(m, 'L', 1);
  asm_invoke(m, OP_INVOKEVIRTUAL, "java/lang/String", "equals", "(Ljava/lang/Object;)Z", false);
  asm_jump(m, OP_IFEQ, none);
  asm_load(m, 'L', 0);
  asm_load(m, 'L', 2);
  asm_invoke(m, OP_INVOKESTATIC, ASK, "note", NOTE, false);
  asm_int(m, 1);
  asm_return(m, 'Z');
  asm_bind(m, none);
  asm_int(m, 0);
  asm_return(m, 'Z');
}

static void new_error(struct synth_method *m, const char *klass, int message) {
  asm_type(m, OP_NEW, klass);
  asm_op(m, OP_DUP);
  asm_load(m, 'L', message);
  asm_invoke(m, OP_INVOKESPECIAL, klass, "<init>", "(Ljava/lang/String;)V", false);
}

/* static void ask(ClassLoader l, String name, String internal) {
 *   try {
 *     if (loads(l, name)) return;
 *   } catch (ClassNotFoundException e) {
 *     throw new NoClassDefFoundError(internal).initCause(e);
 *   }
 *   throw new NoClassDefFoundError(internal);
 * } */
static void write_ask(struct synth *s) {
  struct synth_method *m =
      synth_method(s, ACC_STATIC, "ask", "(L" LOADER ";Ljava/lang/String;Ljava/lang/String;)V");
  int start = asm_label(m), end = asm_label(m), other = asm_label(m), handler = asm_label(m);
  asm_bind(m, start);
  asm_load(m, 'L', 0);
  asm_load(m, 'L', 1);
  asm_invoke(m, OP_INVOKESTATIC, ASK, "loads", LOADS, false);
  asm_bind(m, end);
  asm_jump(m, OP_IFEQ, other);
  asm_return(m, 'V');
  asm_handler(m, start, end, handler, NOT_FOUND);
  asm_bind(m, handler);
  asm_store(m, 'L', 0);
  new_error(m, LOST, 2);
  asm_load(m, 'L', 0);
  asm_invoke(m, OP_INVOKEVIRTUAL, "java/lang/Throwable", "initCause",
             "(Ljava/lang/Throwable;)Ljava/lang/Throwable;", false);
  asm_op(m, OP_ATHROW);
  asm_bind(m, other);
  new_error(m, LOST, 2);
  asm_op(m, OP_ATHROW);
}

/* static void find(ClassLoader l, String name, String internal) {
 *   if (!loads(l, name)) throw new ClassNotFoundException(internal);
 * } */
static void write_find(struct synth *s) {
  struct synth_method *m =
      synth_method(s, ACC_STATIC, "find", "(L" LOADER ";Ljava/lang/String;Ljava/lang/String;)V");
  int other = asm_label(m);
  asm_load(m, 'L', 0);
  asm_load(m, 'L', 1);
  asm_invoke(m, OP_INVOKESTATIC, ASK, "loads", LOADS, false);
  asm_jump(m, OP_IFEQ, other);
  asm_return(m, 'V');
  asm_bind(m, other);
  new_error(m, NOT_FOUND, 2);
  asm_op(m, OP_ATHROW);
}

static struct klass *asker(struct vm *vm, struct error *err) {
  struct klass *k = synth_find(vm, ASK), *host = k ? NULL : vm_class(vm, LOADER, err);
  struct synth *s;
  if (k || !host) return k;
  s = synth_new(ASK, "java/lang/Object", ACC_FINAL | ACC_SUPER | ACC_SYNTHETIC);
  synth_method(s, ACC_STATIC | ACC_NATIVE, "note", NOTE);
  write_loads(s);
  write_ask(s);
  write_find(s);
  return synth_define(vm, s, host, err);
}

static ref dotted_string(struct vm *vm, const struct symbol *name) {
  char *dotted = mem_strdup(name->s);
  ref r;
  mem_exchange(dotted, '/', '.');
  r = vm_intern_sym(vm, symtab_cstr(vm->syms, dotted));
  free(dotted);
  return r;
}

static int call(struct vm *vm, struct thread *t, const char *method, ref loader,
                const struct symbol *name, const struct symbol *asked) {
  struct error err = {0};
  struct klass *k = asker(vm, &err);
  uint32_t args[3] = {loader};
  if (!k) return synth_failed(vm, t, &err);
  args[1] = dotted_string(vm, name);
  args[2] = vm_intern_sym(vm, asked);
  if (vm->push_frame(vm, t, klass_declared_method(k, method, NULL), args, FRAME_DISCARD, 0) ==
      NATIVE_TAIL)
    return NATIVE_RETRY;
  return vm->err.code ? NATIVE_FATAL : NATIVE_THROW;
}

int loader_ask(struct vm *vm, struct thread *t, ref loader, const struct symbol *name) {
  return call(vm, t, "ask", loader, name, name);
}

int loader_find(struct vm *vm, struct thread *t, ref loader, const struct symbol *name,
                const struct symbol *asked) {
  return call(vm, t, "find", loader, name, asked);
}

bool loader_may_define(struct vm *vm, ref loader, const struct symbol *name, struct error *err) {
  char *package, *who;
  ref id;
  if (strncmp(name->s, "java/", 5) != 0) return true;
  package = mem_printf("%.*s", (int)(strrchr(name->s, '/') - name->s), name->s);
  mem_exchange(package, '/', '.');
  id = field_get_ref(vm, loader, "nameAndId");
  who = id ? vm_utf8(vm, id) : klass_dotted(vm_klass(vm, loader));
  link_error(vm, err, "java/lang/SecurityException",
             "Class loader (instance of): %s tried to load prohibited package name: %s", who,
             package);
  free(who);
  free(package);
  return false;
}

char *loader_text(struct vm *vm, ref loader) {
  ref name = field_get_ref(vm, loader, "name");
  uint32_t hash = vm_identity_hash(vm, vm->run.cur, loader);
  char *of = name ? vm_utf8(vm, name) : klass_dotted(vm_klass(vm, loader));
  char *text = loader_is_builtin(vm, loader) ? mem_printf("'%s'", of)
                                             : mem_printf(name ? "'%s' @%x" : "%s @%x", of, hash);
  free(of);
  return text;
}

char *loader_place(struct vm *vm, const struct klass *k) {
  ref own;
  char *text, *place;
  k = klass_base(k);
  if (k->of_boot && !k->where[0]) return mem_strdup("unnamed module of loader 'bootstrap'");
  if (klass_of_bootstrap(k) || k->is_primitive)
    return mem_printf("module %s of loader 'bootstrap'", k->where[0] ? k->where : "java.base");
  own = loader_own(vm, k);
  if (!own) return mem_strdup("unnamed module of loader 'app'");
  text = loader_text(vm, own);
  place = mem_printf("unnamed module of loader %s", text);
  free(text);
  return place;
}

/* ---- loader of a class ---- */

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

/* ---- answers of a loader ---- */

/* The JVM records with each loader the classes with which it has answered, and asks only once.
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

/* Like gives, but the name may be that of an array or of `self`, a class that may refer to itself
 * by its own name. `self` may be NULL. */
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

/* ---- names in descriptors ---- */

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
