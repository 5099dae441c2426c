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
#define LOST "java/lang/NoClassDefFoundError"
#define NOT_FOUND "java/lang/ClassNotFoundException"

ref loader_own(struct vm *vm, const struct klass *k) {
  ref r;
  while (k->is_array && k->elem) k = k->elem;
  r = classes_loader(vm, k);
  return r && !loader_is_builtin(vm, r) ? r : 0;
}

bool loader_has_defined(struct vm *vm, const struct klass *k) {
  while (k->is_array && k->elem) k = k->elem;
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

/* static boolean loads(ClassLoader l, String name) { Class c = l.loadClass(name); return c != null && c.getName().equals(name); } */
static void write_loads(struct synth *s) {
  struct synth_method *m = synth_method(s, ACC_STATIC, "loads", LOADS);
  int none = asm_label(m);
  asm_load(m, 'L', 0);
  asm_load(m, 'L', 1);
  asm_invoke(m, OP_INVOKEVIRTUAL, LOADER, "loadClass", "(Ljava/lang/String;)Ljava/lang/Class;", false);
  asm_op(m, OP_DUP);
  asm_store(m, 'L', 0);
  asm_jump(m, OP_IFNULL, none);
  asm_load(m, 'L', 0);
  asm_type(m, OP_CHECKCAST, "java/lang/Class");
  asm_invoke(m, OP_INVOKEVIRTUAL, "java/lang/Class", "getName", "()Ljava/lang/String;", false);
  asm_load(m, 'L', 1);
  asm_invoke(m, OP_INVOKEVIRTUAL, "java/lang/String", "equals", "(Ljava/lang/Object;)Z", false);
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

char *loader_place(struct vm *vm, const struct klass *k) {
  ref own, name;
  char *text, *place;
  uint32_t hash;
  while (k->is_array && k->elem) k = k->elem;
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
