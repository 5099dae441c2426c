/* See loaders.h. */
#include "engine/vm/loaders.h"

#include <stdlib.h>

#include "engine/natives/resources.h"
#include "engine/natives/util.h"
#include "engine/vm/access.h"
#include "engine/vm/classes.h"
#include "engine/vm/synth.h"

#define LOADER "java/lang/ClassLoader"
#define ASK LOADER "$$Ask"
#define LOADS "(L" LOADER ";Ljava/lang/String;)Z"
#define NOTE "(L" LOADER ";Ljava/lang/Class;)V"
#define LOAD_CLASS "(Ljava/lang/String;)Ljava/lang/Class;"
#define LOST "java/lang/NoClassDefFoundError"
#define NOT_FOUND "java/lang/ClassNotFoundException"

ref loader_own(struct vm *vm, const struct klass *k) {
  ref r;
  k = klass_base(k);
  r = classes_loader(vm, k);
  return r && !loader_is_builtin(vm, r) ? r : 0;
}

bool loader_has_defined(struct vm *vm, const struct klass *k) {
  k = klass_base(k);
  return !k->bytes_hash || classes_loader(vm, k);
}

int loader_check(struct vm *vm, struct thread *t, const struct klass *from, const struct klass *to) {
  ref own = access_is_free(from) ? 0 : loader_own(vm, from), wanted = loader_own(vm, to), l;
  if (!wanted || own == wanted || access_is_free(from)) return NATIVE_OK;
  if (!own) return vm_throw(vm, t, LOST, "%s", to->name->s);
  for (l = own; l; l = nat_get_ref(vm, l, "parent"))
    if (l == wanted) return NATIVE_OK;
  return vm_unsupported(vm, t, "%s, of another class loader of the program", to->name->s);
}

/* ---- what a loader has been asked for ----
 *
 * The JVM remembers with each loader the classes that it has answered with, and asks once. So does ClassLoader.classes here, where a JVM
 * keeps those that the loader defined. */

static bool known(struct vm *vm, ref loader, ref mirror) {
  ref list = nat_get_ref(vm, loader, "classes"), elements = list ? nat_get_ref(vm, list, "elementData") : 0;
  for (int32_t i = list ? nat_get_int(vm, list, "size") : 0; i-- > 0;)
    if (array_ref(vm, elements, (uint32_t)i) == mirror) return true;
  return false;
}

int loader_note(struct native_call *c) {
  enum { FIRST = 16 };
  struct vm *vm = c->vm;
  ref list = nat_get_ref(vm, c->args[0], "classes"), old = nat_get_ref(vm, list, "elementData"), elements = old;
  uint32_t size = (uint32_t)nat_get_int(vm, list, "size");
  if (known(vm, c->args[0], c->args[1]) || classes_loader(vm, vm_mirror_klass(vm, c->args[1])) == c->args[0]) return NATIVE_OK;
  if (size >= array_length(vm, old)) {
    elements = vm_new_ref_array(vm, c->t, vm->wk.object, (int32_t)(size * 2 > FIRST ? size * 2 : FIRST));
    if (!elements) return vm->err.code ? NATIVE_FATAL : NATIVE_THROW;
    for (uint32_t i = 0; i < size; i++) array_put_ref(vm, elements, i, array_ref(vm, old, i));
    nat_set_ref(vm, list, "elementData", elements);
  }
  array_put_ref(vm, elements, size, c->args[1]);
  nat_set_int(vm, list, "size", (int32_t)size + 1);
  return NATIVE_OK;
}

static bool overrides(struct klass *k) {
  const struct method *one = klass_method(k, "loadClass", LOAD_CLASS);
  const struct method *two = klass_method(k, "loadClass", "(Ljava/lang/String;Z)Ljava/lang/Class;");
  return !one || !two || !one->owner->is_jdk || !two->owner->is_jdk;
}

/* Does it, or one that it delegates to, find classes in a way of its own? *application: the search ends at that loader. */
static bool own_way(struct vm *vm, ref loader, bool *application) {
  ref l;
  bool own = false;
  for (l = loader; l && !loader_is_builtin(vm, l); l = nat_get_ref(vm, l, "parent")) own |= overrides(vm_klass(vm, l));
  *application = l && strstr(vm_klass(vm, l)->name->s, "$AppClassLoader");
  return own;
}

bool loader_is_picky(struct vm *vm, ref loader) {
  bool application;
  return own_way(vm, loader, &application) || !application;
}

bool loader_to_ask(struct vm *vm, ref loader, const struct klass *to) {
  bool application, own;
  to = klass_base(to);
  if (to->is_primitive || classes_loader(vm, to) == loader || known(vm, loader, to->mirror)) return false;
  own = own_way(vm, loader, &application);
  return own || (!application && !to->is_jdk);
}

bool loader_must_ask(struct vm *vm, const struct klass *from, const struct klass *to) {
  ref loader = from->picky_loader && !access_is_free(from) ? loader_own(vm, from) : 0;
  return loader && loader_to_ask(vm, loader, to);
}

/* ---- asking it ---- */

/* static boolean loads(ClassLoader l, String name) { Class c = l.loadClass(name); if (c == null || !c.getName().equals(name)) return false;
 * note(l, c); return true; } */
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

/* static void ask(ClassLoader l, String name, String internal) { try { if (loads(l, name)) return; } catch (ClassNotFoundException e) {
 * throw new NoClassDefFoundError(internal).initCause(e); } throw new NoClassDefFoundError(internal); } */
static void write_ask(struct synth *s) {
  struct synth_method *m = synth_method(s, ACC_STATIC, "ask", "(L" LOADER ";Ljava/lang/String;Ljava/lang/String;)V");
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
  asm_invoke(m, OP_INVOKEVIRTUAL, "java/lang/Throwable", "initCause", "(Ljava/lang/Throwable;)Ljava/lang/Throwable;", false);
  asm_op(m, OP_ATHROW);
  asm_bind(m, other);
  new_error(m, LOST, 2);
  asm_op(m, OP_ATHROW);
}

/* static void find(ClassLoader l, String name, String internal) { if (!loads(l, name)) throw new ClassNotFoundException(internal); } */
static void write_find(struct synth *s) {
  struct synth_method *m = synth_method(s, ACC_STATIC, "find", "(L" LOADER ";Ljava/lang/String;Ljava/lang/String;)V");
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
  for (char *p = dotted; *p; p++)
    if (*p == '/') *p = '.';
  r = vm_intern_sym(vm, symtab_cstr(vm->syms, dotted));
  free(dotted);
  return r;
}

static int call(struct vm *vm, struct thread *t, const char *method, ref loader, const struct symbol *name, const struct symbol *told) {
  struct error err = {0};
  struct klass *k = asker(vm, &err);
  uint32_t args[3] = {loader};
  if (!k) return synth_failed(vm, t, &err);
  args[1] = dotted_string(vm, name);
  args[2] = vm_intern_sym(vm, told);
  if (vm_push_frame(vm, t, klass_declared_method(k, method, NULL), args, FRAME_DISCARD, 0) == NATIVE_TAIL) return NATIVE_RETRY;
  return vm->err.code ? NATIVE_FATAL : NATIVE_THROW;
}

int loader_ask(struct vm *vm, struct thread *t, ref loader, const struct symbol *name) {
  return call(vm, t, "ask", loader, name, name);
}

int loader_find(struct vm *vm, struct thread *t, ref loader, const struct symbol *name, const struct symbol *told) {
  return call(vm, t, "find", loader, name, told);
}

bool loader_may_define(struct vm *vm, ref loader, const struct symbol *name, struct error *err) {
  char *package, *who;
  ref id;
  if (strncmp(name->s, "java/", 5) != 0) return true;
  package = mem_printf("%.*s", (int)(strrchr(name->s, '/') - name->s), name->s);
  for (char *p = package; *p; p++)
    if (*p == '/') *p = '.';
  id = nat_get_ref(vm, loader, "nameAndId");
  who = id ? vm_utf8(vm, id) : klass_dotted(vm_klass(vm, loader));
  link_error(vm, err, "java/lang/SecurityException", "Class loader (instance of): %s tried to load prohibited package name: %s", who, package);
  free(who);
  free(package);
  return false;
}

char *loader_place(struct vm *vm, const struct klass *k) {
  ref own, name;
  char *text, *place;
  uint32_t hash;
  k = klass_base(k);
  if (k->is_jdk || k->is_primitive) return mem_printf("module %s of loader 'bootstrap'", k->where[0] ? k->where : "java.base");
  own = k->mirror ? loader_own(vm, k) : 0;
  if (!own) return mem_strdup("unnamed module of loader 'app'");
  name = nat_get_ref(vm, own, "name");
  hash = vm_identity_hash(vm, vm->cur, own);
  text = name ? vm_utf8(vm, name) : klass_dotted(vm_klass(vm, own));
  place = mem_printf(name ? "unnamed module of loader '%s' @%x" : "unnamed module of loader %s @%x", text, hash);
  free(text);
  return place;
}
