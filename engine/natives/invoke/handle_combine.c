/* Combinators of method handles: asType, bindTo, insertArguments, ... Each is a class of handles
 * with fields for the combined handles and values, and a few instructions that call them. Missing
 * combinators are reported as unsupported. */
#include "engine/natives/invoke/combine.h"
#include "engine/base/check.h"

#include <stdio.h>
#include <stdlib.h>
#include <xxhash.h>

struct combine *combine_new(struct native_call *c, const char *op) {
  struct combine *b = mem_alloc(sizeof *b);
  b->c = c;
  b->sig = mem_alloc(sizeof *b->sig);
  text_puts(&b->key, op);
  return b;
}

void combine_free(struct combine *b) {
  synth_free(b->s);
  text_release(&b->key);
  free(b->name);
  free(b->type);
  free(b->sig);
  free(b);
}

void combine_begin(struct combine *b) {
  b->type = sig_desc(b->sig);
  text_printf(&b->key, " %s", b->type);
  b->name = mem_printf("%s$$%.*s$%016llx", METHOD_HANDLE, (int)strcspn(b->key.s, " "), b->key.s,
                       (unsigned long long)XXH3_64bits(b->key.s, b->key.len));
  b->s = handle_class(b->name);
  b->m = handle_code(b->s, b->type);
}

void combine_push(struct combine *b, ref value, bool handle) {
  char field[16];
  const char *desc = handle ? METHOD_HANDLE_DESC : "Ljava/lang/Object;";
  snprintf(field, sizeof field, "a%u", b->fields);
  synth_field(b->s, ACC_FINAL, field, desc);
  asm_op(b->m, OP_ALOAD_0);
  asm_type(b->m, OP_CHECKCAST, b->name);
  asm_field(b->m, OP_GETFIELD, b->name, field, desc);
  CHECK(b->fields < COUNT(b->values), "a combinator has room for what it combines: %u", b->fields);
  b->values[b->fields++] = value;
}

void combine_call(struct combine *b, const char *type) {
  asm_invoke(b->m, OP_INVOKEVIRTUAL, METHOD_HANDLE, "invokeExact", type, false);
}

int combine_end(struct combine *b) {
  struct vm *vm = b->c->vm;
  struct klass *k = synth_find(vm, b->name);
  char field[16];
  ref r = 0;
  int rc = NATIVE_OK;
  if (!k) {
    if (!b->ended) asm_return(b->m, b->sig->ret.s[0]);
    rc = handle_define(vm, b->c->t, b->s, b->type, NULL, &k);
    b->s = NULL;
  }
  INVARIANT(rc != NATIVE_OK || k->field_count == b->fields,
            "a class of combinators has the fields that its code uses: %s", b->name);
  if (rc == NATIVE_OK) r = handle_new(vm, b->c->t, k);
  for (uint32_t i = 0; r && i < b->fields; i++) {
    snprintf(field, sizeof field, "a%u", i);
    put32(vm, r + klass_field_offset(k, field), b->values[i]);
  }
  if (rc == NATIVE_OK) rc = ret_new(b->c, r);
  combine_free(b);
  return rc;
}

int combine_fail(struct combine *b, int rc) {
  combine_free(b);
  return rc;
}

const char *combine_type_of(struct native_call *c, int slot, int *rc) {
  const char *type;
  if (!c->args[slot]) {
    *rc = nat_npe(c);
    return NULL;
  }
  type = handle_type(c->vm, c->args[slot]);
  if (!type) *rc = vm_unsupported(c->vm, c->t, "MethodHandle.%s on this handle", c->m->name->s);
  return type;
}

int combine_bad(struct native_call *c, const char *what) {
  return vm_throw(c->vm, c->t, "java/lang/IllegalArgumentException", "%s", what);
}

struct jtype combine_jtype(struct vm *vm, const struct klass *k) {
  struct text d = {0};
  struct jtype t;
  klass_desc(k, &d);
  t = jtype_of(symtab_cstr(vm->syms, d.s)->s);
  text_release(&d);
  return t;
}

/* ---- conversions ---- */

/* Can each argument and the result be converted? */
static bool convertible(const char *from, const char *to) {
  struct synth *s = synth_new("probe", "java/lang/Object", 0);
  struct sig *a = mem_alloc(sizeof *a), *b = mem_alloc(sizeof *b);
  struct synth_method *m = synth_method(s, ACC_STATIC, "probe", to);
  bool ok = sig_parse(a, from) && sig_parse(b, to) && a->argc == b->argc;
  int slot = 0;
  for (uint32_t i = 0; ok && i < b->argc; i++) {
    asm_load(m, b->arg[i].s[0], slot);
    slot += jtype_slots(b->arg[i]);
    ok = asm_as_type(m, b->arg[i], a->arg[i]);
  }
  if (ok) {
    asm_invoke(m, OP_INVOKESTATIC, "probe", "probe", from, false);
    ok = asm_as_type(m, a->ret, b->ret);
  }
  synth_free(s);
  free(a);
  free(b);
  return ok;
}

/* Is the handle of variable arity, and can it take these arguments? Any number of trailing
 * arguments is possible; they are converted at the call. */
static bool collects(struct native_call *c, const char *from, const char *to) {
  struct sig *a = mem_alloc(sizeof *a), *b = mem_alloc(sizeof *b);
  bool ok = handle_varargs(c->vm, c->args[0]) && sig_parse(a, from) && sig_parse(b, to) &&
            b->argc + 1 >= a->argc;
  free(a);
  free(b);
  return ok;
}

static int as_type(struct native_call *c) {
  int rc = NATIVE_OK;
  const char *old = combine_type_of(c, 0, &rc);
  struct combine *b;
  char *type;
  if (!old) return rc;
  if (!c->args[1]) return nat_npe(c);
  type = method_type_desc(c->vm, c->args[1]);
  if (!strcmp(type, old)) {
    free(type);
    return ret_ref(c, c->args[0]);
  }
  if (!convertible(old, type) && !collects(c, old, type)) {
    char *a = desc_readable(old), *z = desc_readable(type);
    rc = vm_throw(c->vm, c->t, "java/lang/invoke/WrongMethodTypeException",
                  "cannot convert MethodHandle%s to %s", a, z);
    free(a);
    free(z);
    free(type);
    return rc;
  }
  b = combine_new(c, "AsType");
  sig_parse(b->sig, type);
  combine_begin(b);
  combine_push(b, c->args[0], true);
  asm_load_args(b->m, b->sig, 1);
  asm_invoke(b->m, OP_INVOKEVIRTUAL, METHOD_HANDLE, "invoke", b->type, false);
  rc = combine_end(b);
  free(type);
  return rc;
}

/* ---- removing and adding arguments ---- */

/* Binds the n arguments of the handle from `pos` on to `values`. */
static int insert(struct native_call *c, const char *type, uint32_t pos, const ref *values,
                  uint32_t n) {
  struct combine *b = combine_new(c, "Insert");
  struct sig *target = mem_alloc(sizeof *target);
  int slot = 1;
  bool ok = sig_parse(target, type) && pos + n <= target->argc;
  if (!ok) {
    free(target);
    return combine_fail(b, combine_bad(c, "too many values to insert"));
  }
  text_printf(&b->key, " %u %u %s", pos, n, type);
  *b->sig = *target;
  sig_remove(b->sig, pos, n);
  combine_begin(b);
  combine_push(b, c->args[0], true);
  for (uint32_t i = 0; i < target->argc; i++) {
    if (i >= pos && i < pos + n) {
      combine_push(b, values[i - pos], false);
      asm_as_type(b->m, jtype_of("Ljava/lang/Object;"), target->arg[i]);
    } else {
      asm_load(b->m, target->arg[i].s[0], slot);
      slot += jtype_slots(target->arg[i]);
    }
  }
  combine_call(b, type);
  free(target);
  return combine_end(b);
}

int combine_check(struct native_call *c, struct jtype t, ref value) {
  struct error err = {0};
  struct klass *k;
  if (!jtype_is_ref(t)) t = jtype_boxed(t.s[0]);
  k = vm_class_of_desc(c->vm, symtab_intern(c->vm->syms, t.s, t.n)->s, &err);
  if (!k) return synth_failed(c->vm, c->t, &err);
  if (!value || vm_instance_of(c->vm, value, k)) return NATIVE_OK;
  return nat_throw_class(c, "java/lang/ClassCastException", "Cannot cast %s to %s",
                         vm_klass(c->vm, value), k);
}

static int bind_to(struct native_call *c) {
  int rc = NATIVE_OK;
  const char *type = combine_type_of(c, 0, &rc);
  struct sig *sig;
  if (!type) return rc;
  sig = mem_alloc(sizeof *sig);
  sig_parse(sig, type);
  if (!sig->argc || !jtype_is_ref(sig->arg[0]))
    rc = combine_bad(c, "no leading reference parameter");
  else
    rc = combine_check(c, sig->arg[0], c->args[1]);
  free(sig);
  return rc == NATIVE_OK ? insert(c, type, 0, &c->args[1], 1) : rc;
}

int handle_bind(struct native_call *c, ref handle, ref value) {
  uint32_t args[] = {handle, value};
  struct native_call bind = *c;
  int rc;
  bind.args = args;
  rc = bind_to(&bind);
  c->ret = bind.ret;
  return rc;
}

/* bindArgumentL(pos, value): the value has the parameter's type. */
static int bind_argument(struct native_call *c) {
  int rc = NATIVE_OK;
  const char *type = combine_type_of(c, 0, &rc);
  return type ? insert(c, type, c->args[1], &c->args[2], 1) : rc;
}

/* insertArguments(target, pos, Object... values) */
static int insert_arguments(struct native_call *c) {
  int rc = NATIVE_OK;
  const char *type = combine_type_of(c, 0, &rc);
  uint32_t n, pos = c->args[1];
  struct sig *sig;
  ref values[255];
  if (!type) return rc;
  if (!c->args[2]) return nat_npe(c);
  n = array_length(c->vm, c->args[2]);
  sig = mem_alloc(sizeof *sig);
  sig_parse(sig, type);
  if (n > sig->argc || pos > sig->argc - n) rc = combine_bad(c, "no argument type to append");
  for (uint32_t i = 0; rc == NATIVE_OK && i < n; i++) {
    values[i] = array_ref(c->vm, c->args[2], i);
    rc = combine_check(c, sig->arg[pos + i], values[i]);
  }
  free(sig);
  return rc == NATIVE_OK ? insert(c, type, pos, values, n) : rc;
}

/* dropArguments(target, pos, Class... types) */
static int drop_arguments(struct native_call *c) {
  int rc = NATIVE_OK, slot = 1;
  const char *type = combine_type_of(c, 0, &rc);
  uint32_t n, pos = c->args[1];
  struct combine *b;
  if (!type) return rc;
  if (!c->args[2]) return nat_npe(c);
  n = array_length(c->vm, c->args[2]);
  b = combine_new(c, "Drop");
  sig_parse(b->sig, type);
  if (pos > b->sig->argc) return combine_fail(b, combine_bad(c, "position is not in the type"));
  text_printf(&b->key, " %u %u %s", pos, n, type);
  for (uint32_t i = 0; i < n; i++) {
    const struct klass *k = vm_mirror_klass(c->vm, array_ref(c->vm, c->args[2], i));
    struct text d = {0};
    if (!k) return combine_fail(b, nat_npe(c));
    klass_desc(k, &d);
    sig_insert(b->sig, pos + i, jtype_of(symtab_cstr(c->vm->syms, d.s)->s));
    text_release(&d);
  }
  combine_begin(b);
  combine_push(b, c->args[0], true);
  for (uint32_t i = 0; i < b->sig->argc; i++) {
    if (i < pos || i >= pos + n) asm_load(b->m, b->sig->arg[i].s[0], slot);
    slot += jtype_slots(b->sig->arg[i]);
  }
  combine_call(b, type);
  return combine_end(b);
}

/* dropArguments(target, pos, List): pushes a frame that converts the list to an array and calls
 * again. */
static int drop_list(struct native_call *c) {
  static const char name[] = METHOD_HANDLE "$$DropList",
                    desc[] = "(" METHOD_HANDLE_DESC "ILjava/util/List;)" METHOD_HANDLE_DESC;
  struct error err = {0};
  struct klass *k = synth_find(c->vm, name);
  if (!c->args[2]) return nat_npe(c);
  if (!k) {
    struct synth *s = synth_new(name, "java/lang/Object", ACC_FINAL | ACC_SUPER | ACC_SYNTHETIC);
    struct synth_method *m = synth_method(s, ACC_STATIC, "drop", desc);
    asm_op(m, OP_ALOAD_0);
    asm_op(m, OP_ILOAD_1);
    asm_op(m, OP_ALOAD_2);
    asm_int(m, 0);
    asm_type(m, OP_ANEWARRAY, "java/lang/Class");
    asm_invoke(m, OP_INVOKEINTERFACE, "java/util/List", "toArray",
               "([Ljava/lang/Object;)[Ljava/lang/Object;", true);
    asm_type(m, OP_CHECKCAST, "[Ljava/lang/Class;");
    asm_invoke(m, OP_INVOKESTATIC, HANDLES, "dropArguments",
               "(" METHOD_HANDLE_DESC "I[Ljava/lang/Class;)" METHOD_HANDLE_DESC, false);
    asm_op(m, OP_ARETURN);
    k = synth_define(c->vm, s, vm_class(c->vm, METHOD_HANDLE, &err), &err);
  }
  if (!k) return synth_failed(c->vm, c->t, &err);
  return vm_push_frame(c->vm, c->t, klass_declared_method(k, "drop", NULL), c->args, 0, 0);
}

/* ---- invokeWithArguments(Object...) ---- */

/* Returns a class with a static method spread(MethodHandle, Object[]). It calls a handle like
 * MethodHandle.invoke with n arguments of type Object. */
static struct klass *spreader(struct native_call *c, uint32_t n, struct error *err) {
  char *name = mem_printf("%s$$Spread$%u", METHOD_HANDLE, n);
  struct klass *k = synth_find(c->vm, name);
  if (!k) {
    struct synth *s = synth_new(name, "java/lang/Object", ACC_FINAL | ACC_SUPER | ACC_SYNTHETIC);
    struct synth_method *m = synth_method(
        s, ACC_STATIC, "spread", "(" METHOD_HANDLE_DESC "[Ljava/lang/Object;)Ljava/lang/Object;");
    struct text desc = {0};
    text_puts(&desc, "(");
    asm_op(m, OP_ALOAD_0);
    for (uint32_t i = 0; i < n; i++) {
      asm_op(m, OP_ALOAD_1);
      asm_int(m, (int32_t)i);
      asm_op(m, OP_AALOAD);
      text_puts(&desc, "Ljava/lang/Object;");
    }
    text_puts(&desc, ")Ljava/lang/Object;");
    asm_invoke(m, OP_INVOKEVIRTUAL, METHOD_HANDLE, "invoke", desc.s, false);
    asm_op(m, OP_ARETURN);
    text_release(&desc);
    k = synth_define(c->vm, s, vm_class(c->vm, METHOD_HANDLE, err), err);
  }
  free(name);
  return k;
}

static int invoke_with_arguments(struct native_call *c) {
  uint32_t n = c->args[1] ? array_length(c->vm, c->args[1]) : 0;
  struct error err = {0};
  struct klass *k;
  if (n > 250)
    return vm_unsupported(c->vm, c->t, "MethodHandle.invokeWithArguments of %u arguments", n);
  k = spreader(c, n, &err);
  if (!k) return synth_failed(c->vm, c->t, &err);
  return vm_push_frame(c->vm, c->t, klass_declared_method(k, "spread", NULL), c->args, 0, 0);
}

const struct native_row natives_handle_combine[] = {
    {METHOD_HANDLE, "asType", NULL, as_type},
    {METHOD_HANDLE, "bindTo", NULL, bind_to},
    {METHOD_HANDLE, "bindArgumentL", NULL, bind_argument},
    {METHOD_HANDLE, "invokeWithArguments", "([Ljava/lang/Object;)Ljava/lang/Object;",
     invoke_with_arguments},
    {HANDLES, "insertArguments", NULL, insert_arguments},
    {HANDLES, "dropArguments", "(" METHOD_HANDLE_DESC "I[Ljava/lang/Class;)" METHOD_HANDLE_DESC,
     drop_arguments},
    {HANDLES, "dropArguments", "(" METHOD_HANDLE_DESC "ILjava/util/List;)" METHOD_HANDLE_DESC,
     drop_list},
    {HANDLES, "dropArguments0", NULL, drop_list},
    {HANDLES, "dropArgumentsTrusted", NULL, drop_arguments},
    {0},
};
