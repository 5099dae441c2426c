/* Asks a class loader of the program for a class, by synthetic calls of its loadClass
 * (loaders.h). */
#include "engine/vm/uncounted.h"
#include "engine/vm/loader/loaders_int.h"
#include "engine/vm/loader/loaders.h"
#include <stdlib.h>
#include "engine/base/hash.h"
#include "engine/vm/fields.h"
#include "engine/vm/loader/access.h"
#include "engine/vm/loader/classes.h"
#include "engine/vm/synth/synth.h"

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
  if (vm_push_frame(vm, t, klass_declared_method(k, method, NULL), args, FRAME_DISCARD, 0) ==
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
