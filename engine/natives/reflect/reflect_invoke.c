/* Method.invoke and Constructor.newInstance: check the arguments, then push a frame of the member's
 * stub (reflect_stub). */
#include "engine/base/check.h"
#include "engine/natives/lang/box.h"
#include "engine/natives/lang/class_members.h"
#include "engine/natives/util.h"
#include "engine/vm/loader/loaders.h"
#include "engine/vm/loader/resolve.h"
#include "engine/vm/loader/synthetic.h"

#include <stdlib.h>
#include <xxhash.h>

/* ---- the stub of a method or constructor ---- */

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

/* Returns the stub of a method or constructor, made once per member:
 *
 *     static Object call(Object receiver, Object[] args)
 *
 * It unboxes the arguments (with widening), calls the member, and boxes the result (null for void).
 * It wraps an exception of the member in an InvocationTargetException. The caller has checked the
 * receiver and the number and types of the arguments, and has initialised the class. Returns NULL
 * with vm->err. */
static struct method *reflect_stub(struct vm *vm, struct method *m) {
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

/* ---- checks of the arguments ---- */

static int bad_argument(struct native_call *c, const char *what) {
  return vm_throw(c->vm, c->t, "java/lang/IllegalArgumentException", "%s", what);
}

/* The messages changed when reflection was reimplemented with method handles. */
static int bad_count(struct native_call *c, uint32_t got, uint32_t want) {
  if (c->vm->loaded.jdk_release < 18) return bad_argument(c, "wrong number of arguments");
  return vm_throw(c->vm, c->t, "java/lang/IllegalArgumentException",
                  "wrong number of arguments: %u expected: %u", got, want);
}

static int bad_receiver(struct native_call *c, ref receiver, const struct klass *declaring) {
  if (c->vm->loaded.jdk_release < 18)
    return bad_argument(c, "object is not an instance of declaring class");
  return nat_throw_class(c, "java/lang/IllegalArgumentException",
                         "object of type %s is not an instance of %s", vm_klass(c->vm, receiver),
                         declaring);
}

/* Can r be passed for a parameter of type t? It must be a box whose type widens to t, or an
 * instance of t. */
static bool accepts(struct native_call *c, struct jtype t, ref r, int *rc) {
  struct error err = {0};
  struct klass *k;
  char type;
  int64_t bits;
  if (!jtype_is_ref(t))
    return r && unbox_value(c->vm, r, &type, &bits) && prim_widens(type, t.s[0]);
  if (!r) return true;
  k = vm_class_of_desc(c->vm, symtab_intern(c->vm->syms, t.s, t.n)->s, &err);
  if (!k) {
    *rc = synth_failed(c->vm, c->t, &err);
    return false;
  }
  return vm_instance_of(c->vm, r, k);
}

static int check_arguments(struct native_call *c, const struct method *m, ref args) {
  struct sig *sig = mem_alloc(sizeof *sig);
  uint32_t n = args ? array_length(c->vm, args) : 0, i;
  int rc = NATIVE_OK;
  sig_parse(sig, loader_inside(c->vm, m->owner, m->desc->s)->s);
  if (n != sig->argc) rc = bad_count(c, n, sig->argc);
  for (i = 0; i < n && rc == NATIVE_OK; i++)
    if (!accepts(c, sig->arg[i], array_ref(c->vm, args, i), &rc) && rc == NATIVE_OK)
      rc = bad_argument(c, "argument type mismatch");
  free(sig);
  return rc;
}

static int go(struct native_call *c, struct method *m, ref receiver, ref args) {
  struct method *stub;
  uint32_t slots[2] = {receiver, args};
  int rc = check_arguments(c, m, args);
  if (rc == NATIVE_OK && (m->flags & ACC_STATIC || m->name->s[0] == '<'))
    rc = vm_init_class(c->vm, c->t, m->owner);
  if (rc != NATIVE_OK) return rc;
  stub = reflect_stub(c->vm, m);
  INVARIANT(!stub || stub->arg_slots == 2, "a stub takes the receiver and the arguments: %s",
            m->name->s);
  return stub ? vm_push_frame(c->vm, c->t, stub, slots, 0, 0) : NATIVE_FATAL;
}

/* invoke0(Method, Object receiver, Object[] args) */
static int invoke(struct native_call *c) {
  struct method *m = c->args[0] ? member_of_method(c->vm, c->args[0]) : NULL;
  ref receiver = c->args[1];
  if (!m) return nat_npe(c);
  if (!(m->flags & ACC_STATIC)) {
    if (!receiver) return nat_npe(c);
    if (!vm_instance_of(c->vm, receiver, m->owner)) return bad_receiver(c, receiver, m->owner);
  }
  return go(c, m, receiver, c->args[2]);
}

/* newInstance0(Constructor, Object[] args) */
static int new_instance(struct native_call *c) {
  struct method *m = c->args[0] ? member_of_method(c->vm, c->args[0]) : NULL;
  if (!m) return nat_npe(c);
  if (m->owner->flags & ACC_ABSTRACT)
    return nat_throw_class(c, "java/lang/InstantiationException", "%s", m->owner, NULL);
  return go(c, m, 0, c->args[1]);
}

/* Reflection.isCallerSensitive(Method): the linker has read the annotation. */
static int is_caller_sensitive(struct native_call *c) {
  const struct method *m = c->args[0] ? member_of_method(c->vm, c->args[0]) : NULL;
  return ret_int(c, m && m->vm_flags & METHOD_CALLER_SENSITIVE);
}

#define R "jdk/internal/reflect/"
const struct native_row natives_reflect_invoke[] = {
    {R "Reflection", "isCallerSensitive", NULL, is_caller_sensitive},
    {R "NativeMethodAccessorImpl", "invoke0", NULL, invoke},
    {R "NativeConstructorAccessorImpl", "newInstance0", NULL, new_instance},
    {R "DirectMethodHandleAccessor$NativeAccessor", "invoke0", NULL, invoke},
    {R "DirectConstructorHandleAccessor$NativeAccessor", "newInstance0", NULL, new_instance},
    {0},
};
