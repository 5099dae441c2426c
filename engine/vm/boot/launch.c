/* Finds the method in which a program begins. Up to JDK 24 it is public static void main(String[]).
 * Since JDK 25 main need not be public, static or have a parameter. For such a main, makes a
 * launcher class that makes the object and calls it. */
#include "engine/vm/boot/launch.h"

#include "engine/vm/loader/classes.h"
#include "engine/vm/loader/synthetic.h"

#include <stdlib.h>

static const char with_args[] = "([Ljava/lang/String;)V";

static bool is_classic(const struct method *m) {
  return m && (m->flags & (ACC_STATIC | ACC_PUBLIC)) == (ACC_STATIC | ACC_PUBLIC) &&
         m->info->code_len;
}

static struct method *candidate(struct klass *k, const char *desc) {
  struct method *m = klass_method(k, "main", desc);
  return m && !(m->flags & ACC_PRIVATE) && m->info->code_len ? m : NULL;
}

/* class Program$$Launch { static void main(String[] args) { [new Program()].main([args]); } } */
static struct method *launcher(struct vm *vm, struct klass *k, const struct method *target,
                               struct error *err) {
  char *name = mem_printf("%s$$Launch", k->name->s);
  struct klass *made = synth_find(vm, name);
  struct synth *s;
  struct synth_method *m;
  bool is_static = target->flags & ACC_STATIC;
  if (!made) {
    s = synth_new(name, "java/lang/Object", ACC_FINAL | ACC_SUPER | ACC_SYNTHETIC);
    m = synth_method(s, ACC_STATIC | ACC_PUBLIC, "main", with_args);
    if (!is_static) {
      asm_type(m, OP_NEW, k->name->s);
      asm_op(m, OP_DUP);
      asm_invoke(m, OP_INVOKESPECIAL, k->name->s, "<init>", "()V", false);
    }
    if (!strcmp(target->desc->s, with_args)) asm_op(m, OP_ALOAD_0);
    asm_invoke(m, is_static ? OP_INVOKESTATIC : OP_INVOKEVIRTUAL, k->name->s, "main",
               target->desc->s, false);
    asm_op(m, OP_RETURN);
    made = synth_define(vm, s, k, err);
  }
  free(name);
  return made ? klass_declared_method(made, "main", with_args) : NULL;
}

int launch_method(struct vm *vm, struct klass *k, struct method **out, struct error *err) {
  struct method *m = klass_method(k, "main", with_args), *init;
  *out = m;
  if (is_classic(m)) return 0;
  if (vm->loaded.jdk_release < 25 || k->is_interface)
    return error_set(err, ERR_INPUT, "class %s has no method public static void main(String[])",
                     k->name->s);
  m = candidate(k, with_args);
  if (!m) m = candidate(k, "()V");
  if (!m)
    return error_set(err, ERR_INPUT, "class %s has no method void main(String[]) or main()",
                     k->name->s);
  init = m->flags & ACC_STATIC ? NULL : klass_declared_method(k, "<init>", "()V");
  if (!(m->flags & ACC_STATIC) && (!init || init->flags & ACC_PRIVATE || k->flags & ACC_ABSTRACT))
    return error_set(
        err, ERR_INPUT,
        "class %s has no constructor without parameters for the object on which main is called",
        k->name->s);
  *out = launcher(vm, k, m, err);
  return *out ? 0 : err->code;
}
