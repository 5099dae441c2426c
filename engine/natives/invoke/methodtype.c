/* java.lang.invoke.MethodType: one immortal object for each descriptor. Constants and Java's
 * factory methods share these, so equal types are the same object. The field `form` stays null,
 * because only the JDK's implementation of method handles uses it. */
#include "engine/natives/invoke/handles.h"
#include "engine/natives/util.h"
#include "engine/vm/heap.h"

#include <stdlib.h>

void klass_desc(const struct klass *k, struct text *out) {
  if (k->is_primitive)
    text_add(out, &k->elem_type, 1);
  else if (k->is_array)
    text_puts(out, k->name->s);
  else
    text_printf(out, "L%s;", k->name->s);
}

char *method_type_desc(struct vm *vm, ref method_type) {
  ref ptypes = field_get_ref(vm, method_type, "ptypes"),
      rtype = field_get_ref(vm, method_type, "rtype");
  struct text out = {0};
  text_puts(&out, "(");
  for (uint32_t i = 0; i < array_length(vm, ptypes); i++)
    klass_desc(vm_mirror_klass(vm, array_ref(vm, ptypes, i)), &out);
  text_puts(&out, ")");
  klass_desc(vm_mirror_klass(vm, rtype), &out);
  return out.s;
}

static struct klass *class_of(struct vm *vm, struct jtype t, struct error *err) {
  const struct symbol *s = symtab_intern(vm->syms, t.s, t.n);
  return vm_class_of_desc(vm, s->s, err);
}

static ref immortal_class_array(struct vm *vm, const struct sig *sig, struct error *err) {
  uint32_t size = (ARRAY_BASE + sig->argc * 4 + 15) & ~15u;
  struct klass *of = vm_array_class(vm, vm->wk.klass);
  ref a = of ? arena_immortal_new(&vm->arena, size) : 0;
  if (!a) return 0;
  vm_object(vm, a)->klass = of->id;
  vm_object(vm, a)->lock = OBJ_SHARED;
  *MEM32(vm, a + ARRAY_LENGTH) = sig->argc;
  for (uint32_t i = 0; i < sig->argc; i++) {
    const struct klass *k = class_of(vm, sig->arg[i], err);
    if (!k) return 0;
    *MEM32(vm, a + ARRAY_BASE + i * 4) = k->mirror;
  }
  arena_immortal_seal(&vm->arena, a, size);
  return a;
}

static ref methodtype_make(struct vm *vm, struct klass *k, const struct sig *sig,
                           struct error *err) {
  const struct klass *ret = class_of(vm, sig->ret, err);
  ref ptypes = ret ? immortal_class_array(vm, sig, err) : 0,
      r = ptypes ? immortal_object(vm, k) : 0;
  if (!r) return 0;
  *MEM32(vm, r + klass_field_offset(k, "rtype")) = ret->mirror;
  *MEM32(vm, r + klass_field_offset(k, "ptypes")) = ptypes;
  immortal_seal(vm, r);
  return r;
}

int ldc_method_type(struct vm *vm, struct thread *t, const char *desc, ref *out) {
  struct error err = {0};
  struct klass *k = vm_class(vm, "java/lang/invoke/MethodType", &err);
  const struct symbol *key = symtab_cstr(vm->syms, desc);
  struct sig *sig;
  if (!k) return synth_failed(vm, t, &err);
  *out = (ref)(uintptr_t)synth_fact(k, "type", key);
  if (*out) return NATIVE_OK;
  sig = mem_alloc(sizeof *sig);
  if (sig_parse(sig, key->s))
    *out = methodtype_make(vm, k, sig, &err);
  else
    error_set(&err, ERR_INPUT, "bad descriptor %s", desc);
  free(sig);
  if (!*out) return synth_failed(vm, t, &err);
  synth_fact_put(vm, k, "type", key, (void *)(uintptr_t)*out);
  return NATIVE_OK;
}

/* ---- natives ---- */

static int give(struct native_call *c, char *desc) {
  int rc = ldc_method_type(c->vm, c->t, desc, &c->ret.r);
  free(desc);
  return rc;
}

/* MethodType makeImpl(Class rtype, Class[] ptypes, boolean trusted) */
static int make_impl(struct native_call *c) {
  struct text d = {0};
  const struct klass *k = nat_klass_arg(c, 0);
  uint32_t n = k && c->args[1] ? array_length(c->vm, c->args[1]) : 0;
  if (!k) return NATIVE_THROW;
  if (!c->args[1]) return nat_npe(c);
  text_puts(&d, "(");
  for (uint32_t i = 0; i < n; i++) {
    const struct klass *p = vm_mirror_klass(c->vm, array_ref(c->vm, c->args[1], i));
    if (!p || (p->is_primitive && p->elem_type == 'V')) {
      text_release(&d);
      return p ? vm_throw(c->vm, c->t, "java/lang/IllegalArgumentException",
                          "parameter type cannot be void")
               : nat_npe(c);
    }
    klass_desc(p, &d);
  }
  text_puts(&d, ")");
  klass_desc(k, &d);
  return give(c, d.s);
}

static int from_descriptor(struct native_call *c) {
  char *desc;
  if (!c->args[0]) return nat_npe(c);
  desc = vm_utf8(c->vm, c->args[0]);
  if (desc_is_method(desc)) return give(c, desc);
  vm_throw(c->vm, c->t, "java/lang/IllegalArgumentException", "not a method descriptor: %s", desc);
  free(desc);
  return NATIVE_THROW;
}

static int has_primitives(struct native_call *c) {
  char *desc = method_type_desc(c->vm, c->args[0]);
  struct sig *sig = mem_alloc(sizeof *sig);
  bool any = sig_parse(sig, desc) && !jtype_is_ref(sig->ret) && sig->ret.s[0] != 'V';
  for (uint32_t i = 0; i < sig->argc; i++) any |= !jtype_is_ref(sig->arg[i]);
  free(sig);
  free(desc);
  return ret_int(c, any);
}

static int slot_count(struct native_call *c) {
  char *desc = method_type_desc(c->vm, c->args[0]);
  ret_int(c, desc_arg_slots(desc));
  free(desc);
  return NATIVE_OK;
}

static int erase(struct native_call *c) {
  char *desc = method_type_desc(c->vm, c->args[0]);
  struct sig *sig = mem_alloc(sizeof *sig);
  const struct jtype object = jtype_of("Ljava/lang/Object;");
  char *erased;
  sig_parse(sig, desc);
  for (uint32_t i = 0; i < sig->argc; i++)
    if (jtype_is_ref(sig->arg[i])) sig->arg[i] = object;
  if (jtype_is_ref(sig->ret)) sig->ret = object;
  erased = sig_desc(sig);
  free(sig);
  free(desc);
  return give(c, erased);
}

#define MT "java/lang/invoke/MethodType"
const struct native_row natives_methodtype[] = {
    {MT, "makeImpl", NULL, make_impl},
    {MT, "fromMethodDescriptorString", NULL, from_descriptor},
    {MT, "fromDescriptor", NULL, from_descriptor},
    {MT, "hasPrimitives", NULL, has_primitives},
    {MT, "parameterSlotCount", NULL, slot_count},
    {MT, "erase", NULL, erase},
    {0},
};
