/* Method.invoke and Constructor.newInstance: check the arguments, then push a frame of the member's
 * stub (reflect_stub). */
#include "engine/natives/lang/box.h"
#include "engine/base/check.h"
#include "engine/natives/lang/class_members.h"
#include "engine/natives/util.h"
#include "engine/vm/loader/loaders.h"
#include "engine/vm/loader/resolve.h"
#include "engine/vm/synth/synth.h"

#include <stdlib.h>

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
