/* Reflective calls as frames. A method or constructor gets a synthetic class with
 *
 *     static Object call(Object receiver, Object[] args)
 *
 * It unboxes the arguments (with widening), calls the member, and boxes the result (null for void).
 * It wraps an exception of the member in an InvocationTargetException. The caller has checked the
 * receiver and the number and types of the arguments, and has initialised the class. */
#include "engine/vm/synth/synth.h"

#include "engine/vm/loader/resolve.h"

#include <stdlib.h>
#include <xxhash.h>

static const char wrapper[] = "java/lang/reflect/InvocationTargetException";
static const char stub_desc[] = "(Ljava/lang/Object;[Ljava/lang/Object;)Ljava/lang/Object;";

static void load_arguments(struct synth_method *m, const struct sig *sig) {
  for (uint32_t i = 0; i < sig->argc; i++) {
    asm_op(m, OP_ALOAD_1);
    asm_int(m, (int32_t)i);
    asm_op(m, OP_AALOAD);
    if (jtype_is_ref(sig->arg[i]))
      asm_checkcast(m, sig->arg[i]);
    else
      asm_unbox_any(m, sig->arg[i].s[0]);
  }
}

static int opcode_of(const struct method *m) {
  if (m->flags & ACC_STATIC) return OP_INVOKESTATIC;
  if (m->name->s[0] == '<') return OP_INVOKESPECIAL;
  return m->owner->is_interface ? OP_INVOKEINTERFACE : OP_INVOKEVIRTUAL;
}

static void write_stub(struct synth_method *code, const struct method *m, const struct sig *sig) {
  int start = asm_label(code), end = asm_label(code), thrown = asm_label(code), op = opcode_of(m);
  const char *owner = m->owner->name->s;
  bool ctor = m->name->s[0] == '<';
  if (ctor) {
    asm_type(code, OP_NEW, owner);
    asm_op(code, OP_DUP);
  } else if (op != OP_INVOKESTATIC) {
    asm_op(code, OP_ALOAD_0);
    asm_type(code, OP_CHECKCAST, owner);
  }
  load_arguments(code, sig);
  asm_bind(code, start);
  asm_invoke(code, op, owner, m->name->s, m->desc->s, m->owner->is_interface);
  asm_bind(code, end);
  if (!ctor && sig->ret.s[0] == 'V') asm_op(code, OP_ACONST_NULL);
  if (!ctor && sig->ret.s[0] != 'V' && !jtype_is_ref(sig->ret)) asm_box(code, sig->ret.s[0]);
  asm_op(code, OP_ARETURN);
  asm_handler(code, start, end, thrown, NULL);
  asm_bind(code, thrown);
  asm_store(code, 'L', 2);
  asm_type(code, OP_NEW, wrapper);
  asm_op(code, OP_DUP);
  asm_load(code, 'L', 2);
  asm_invoke(code, OP_INVOKESPECIAL, wrapper, "<init>", "(Ljava/lang/Throwable;)V", false);
  asm_op(code, OP_ATHROW);
}

struct method *reflect_stub(struct vm *vm, struct method *m) {
  struct klass *k;
  char *name = mem_printf("%s$$Reflect$%016llx", m->owner->name->s,
                          (unsigned long long)XXH3_64bits_withSeed(
                              m->desc->s, m->desc->len, XXH3_64bits(m->name->s, m->name->len)));
  struct sig *sig = mem_alloc(sizeof *sig);
  struct synth *s;
  k = synth_find(vm, name);
  if (!k) {
    s = synth_new(name, "java/lang/Object", ACC_FINAL | ACC_SUPER | ACC_SYNTHETIC);
    sig_parse(sig, m->desc->s);
    write_stub(synth_method(s, ACC_STATIC, "call", stub_desc), m, sig);
    k = synth_define(vm, s, m->owner, &vm->err);
  }
  free(sig);
  free(name);
  return k ? klass_declared_method(k, "call", stub_desc) : NULL;
}
