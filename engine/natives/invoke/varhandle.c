/* VarHandle: the access modes, called with any descriptor that is convertible to the variable's
 * types.
 *
 * If the argument and result types are those of the variable, the access runs here in one step. Any
 * reference type matches any other, with the casts that the JDK makes. All other calls use a
 * synthesised adapter that converts like asType and calls again. An acquire update writes without a
 * release edge, and a release update reads without an acquire edge. Plain and opaque updates make
 * no edge. */
#include "engine/natives/invoke/handles.h"
#include "engine/base/check.h"
#include "engine/natives/invoke/varhandle_int.h"
#include "engine/natives/concurrent/memory.h"
#include "engine/natives/concurrent/native_memory.h"
#include "engine/natives/util.h"

#include <stdlib.h>

const struct varhandle_mode varhandle_modes[] = {
#define FOUR(base, op) \
  {base, op, ACCESS_VOLATILE, ACCESS_VOLATILE}, \
      {base "Acquire", op, ACCESS_ACQREL, ACCESS_OPAQUE}, \
      {base "Release", op, ACCESS_OPAQUE, ACCESS_ACQREL},
    {"get", DO_GET, ACCESS_PLAIN, ACCESS_PLAIN},
    {"set", DO_SET, ACCESS_PLAIN, ACCESS_PLAIN},
    {"getVolatile", DO_GET, ACCESS_VOLATILE, ACCESS_VOLATILE},
    {"setVolatile", DO_SET, ACCESS_VOLATILE, ACCESS_VOLATILE},
    {"getOpaque", DO_GET, ACCESS_OPAQUE, ACCESS_OPAQUE},
    {"setOpaque", DO_SET, ACCESS_OPAQUE, ACCESS_OPAQUE},
    {"getAcquire", DO_GET, ACCESS_ACQREL, ACCESS_ACQREL},
    {"setRelease", DO_SET, ACCESS_ACQREL, ACCESS_ACQREL},
    {"compareAndSet", DO_CAS, ACCESS_VOLATILE, ACCESS_VOLATILE},
    {"weakCompareAndSetPlain", DO_CAS, ACCESS_OPAQUE, ACCESS_OPAQUE},
    FOUR("weakCompareAndSet", DO_CAS) FOUR("compareAndExchange", DO_EXCHANGE)
        FOUR("getAndSet", DO_GET_SET) FOUR("getAndAdd", DO_ADD) FOUR("getAndBitwiseOr", DO_OR)
            FOUR("getAndBitwiseAnd", DO_AND) FOUR("getAndBitwiseXor", DO_XOR)
#undef FOUR
};

int varhandle_mode(const char *name) {
  for (size_t i = 0; i < COUNT(varhandle_modes); i++)
    if (!strcmp(varhandle_modes[i].name, name)) return (int)i;
  return -1;
}

/* ---- the handle ---- */

/* Offsets of the fields of the synthetic class. */
struct layout {
  struct klass *klass;
  uint32_t base, type, bits, offset;
};

static const char handle_name[] = "java/lang/invoke/VarHandle$$Variable";

static struct klass *define_handle(struct vm *vm, struct klass *super, struct error *err) {
  struct synth *s = synth_new(handle_name, VAR_HANDLE, ACC_FINAL | ACC_SUPER | ACC_SYNTHETIC);
  synth_field(s, ACC_FINAL, "base", "Ljava/lang/Class;");
  synth_field(s, ACC_FINAL, "variableType", "Ljava/lang/Class;");
  synth_field(s, ACC_FINAL, "bits", "I"); /* enum variable_kind, VARIABLE_* */
  synth_field(s, ACC_FINAL, "offset", "I");
  return synth_define(vm, s, super, err);
}

static const struct layout *layout_of(struct vm *vm, struct error *err) {
  struct klass *super = vm_class(vm, VAR_HANDLE, err);
  struct layout *l = super ? synth_fact(super, "layout", super->name) : NULL;
  if (l || !super) return l;
  l = pool_alloc(&vm->pool, sizeof *l);
  l->klass = define_handle(vm, super, err);
  if (!l->klass) return NULL;
  l->base = klass_field_offset(l->klass, "base");
  l->type = klass_field_offset(l->klass, "variableType");
  l->bits = klass_field_offset(l->klass, "bits");
  l->offset = klass_field_offset(l->klass, "offset");
  synth_fact_put(vm, super, "layout", super->name, l);
  synth_fact_put(vm, l->klass, "layout", l->klass->name, l);
  return l;
}

ref varhandle_new(struct vm *vm, struct thread *t, enum variable_kind kind, int flags,
                  struct klass *base, struct klass *type, uint32_t offset) {
  struct error err = {0};
  const struct layout *l = layout_of(vm, &err);
  ref r;
  if (!l) {
    synth_failed(vm, t, &err);
    return 0;
  }
  r = vm_new_object(vm, t, l->klass);
  if (!r) return 0;
  put32(vm, r + l->base, base->mirror);
  put32(vm, r + l->type, type->mirror);
  put32(vm, r + l->bits, (uint32_t)kind | (uint32_t)flags);
  put32(vm, r + l->offset, offset);
  return r;
}

bool varhandle_read_handle(struct vm *vm, ref handle, struct variable *v) {
  static const uint8_t coordinates[] = {1, 0, 2, 2, 2};
  const struct klass *k = vm_klass(vm, handle);
  const struct layout *l = synth_fact(k, "layout", k->name);
  uint32_t bits;
  if (!l) return false;
  bits = *MEM32(vm, handle + l->bits);
  v->kind = (int)(bits & 15);
  v->flags = (int)(bits & ~15u);
  CHECK((size_t)v->kind < COUNT(coordinates), "a variable is of a known kind: %d", v->kind);
  v->base = vm_mirror_klass(vm, *MEM32(vm, handle + l->base));
  v->type = vm_mirror_klass(vm, *MEM32(vm, handle + l->type));
  v->sort = v->type->is_primitive ? v->type->elem_type : 'L';
  v->coordinates = coordinates[v->kind];
  v->off = *MEM32(vm, handle + l->offset);
  return true;
}

bool varhandle_is_view(const struct variable *v) {
  return v->kind == VARIABLE_BYTES || v->kind == VARIABLE_BUFFER;
}

/* A view of bytes supports what the machine can do with the type. From JDK 23 on, views of arrays,
 * which need not be aligned, support only plain accesses. */
static bool view_supports(const struct vm *vm, const struct variable *v,
                          const struct varhandle_mode *a) {
  if (v->kind == VARIABLE_BYTES && vm->loaded.jdk_release >= 23)
    return a->op <= DO_SET && a->read == ACCESS_PLAIN;
  if (v->sort == 'S' || v->sort == 'C') return a->op <= DO_SET;
  return a->op < DO_ADD || v->sort == 'I' || v->sort == 'J';
}

bool varhandle_mode_supported(const struct vm *vm, int mode, const struct variable *v) {
  const struct varhandle_mode *a = &varhandle_modes[mode];
  CHECK(mode >= 0 && (size_t)mode < COUNT(varhandle_modes), "an access mode is known: %d", mode);
  if (varhandle_is_view(v)) return view_supports(vm, v, a);
  if (a->op == DO_GET) return true;
  if (v->flags & VARIABLE_READ_ONLY) return false;
  if (a->op == DO_ADD) return v->sort != 'L' && v->sort != 'Z';
  if (a->op == DO_OR || a->op == DO_AND || a->op == DO_XOR)
    return v->sort != 'L' && v->sort != 'F' && v->sort != 'D';
  return true;
}

/* ---- does the call have the exact types? ---- */

uint32_t varhandle_values_of(int op) {
  return op == DO_GET ? 0 : op == DO_CAS || op == DO_EXCHANGE ? 2 : 1;
}

static bool is_int(char type) { return type == 'I' || type == 'S' || type == 'B' || type == 'C'; }

bool varhandle_fits(const struct poly_method *p, const struct variable *v, int op) {
  uint32_t n = v->coordinates, i;
  char ret = p->m.ret_exact == '[' ? 'L' : p->m.ret_exact;
  if (p->argc != n + varhandle_values_of(op)) return false;
  if (n && p->type[0] != 'L') return false;
  if (n == 2 && !is_int(p->type[1])) return false;
  for (i = n; i < p->argc; i++)
    if (p->type[i] != v->sort) return false;
  if (ret == 'V') return true;
  return op == DO_SET ? false : op == DO_CAS ? ret == 'Z' : ret == v->sort;
}

char *varhandle_exact_desc(const struct variable *v, int op) {
  struct text d = {0};
  text_puts(&d, "(");
  if (v->coordinates) klass_desc(v->base, &d);
  if (v->coordinates == 2) text_puts(&d, "I");
  for (uint32_t i = 0; i < varhandle_values_of(op); i++) klass_desc(v->type, &d);
  text_puts(&d, ")");
  if (op == DO_CAS)
    text_puts(&d, "Z");
  else if (op == DO_SET)
    text_puts(&d, "V");
  else
    klass_desc(v->type, &d);
  return d.s;
}

int varhandle_adapt(struct native_call *c, const struct variable *v, int op) {
  char *exact = varhandle_exact_desc(v, op);
  int rc = NATIVE_FATAL;
  struct method *m = NULL;
  if (v->flags & VARIABLE_EXACT || !strcmp(exact, c->m->desc->s))
    rc = throw_wrong_type(c->vm, c->t, exact, c->m->desc->s);
  else
    m = poly_adapter(c->vm, c->t, c->m, exact, false, &rc);
  free(exact);
  return m ? vm_push_frame(c->vm, c->t, m, c->args, 0, 0) : rc;
}

/* ---- methods of VarHandle ---- */

static int var_type(struct native_call *c) {
  struct variable v;
  if (!varhandle_read_handle(c->vm, c->args[0], &v))
    return vm_unsupported(c->vm, c->t, "VarHandle.varType on this handle");
  return ret_ref(c, v.type->mirror);
}

static int is_supported(struct native_call *c) {
  struct variable v;
  ref name = c->args[1] ? field_get_ref(c->vm, c->args[1], "methodName") : 0;
  char *text = name ? vm_utf8(c->vm, name) : NULL;
  int mode = text ? varhandle_mode(text) : -1;
  free(text);
  if (!c->args[1]) return nat_npe(c);
  if (mode < 0 || !varhandle_read_handle(c->vm, c->args[0], &v))
    return vm_unsupported(c->vm, c->t, "VarHandle.isAccessModeSupported on this handle");
  return ret_int(c, varhandle_mode_supported(c->vm, mode, &v));
}

static int with_exact(struct native_call *c, bool exact) {
  struct variable v;
  int flags;
  if (!varhandle_read_handle(c->vm, c->args[0], &v))
    return vm_unsupported(c->vm, c->t, "VarHandle.withInvokeExactBehavior");
  flags = exact ? v.flags | VARIABLE_EXACT : v.flags & ~VARIABLE_EXACT;
  return ret_new(
      c, varhandle_new(c->vm, c->t, (enum variable_kind)v.kind, flags, v.base, v.type, v.off));
}
static int with_invoke_exact(struct native_call *c) { return with_exact(c, true); }
static int with_invoke(struct native_call *c) { return with_exact(c, false); }

static int has_exact(struct native_call *c) {
  struct variable v;
  return ret_int(c, varhandle_read_handle(c->vm, c->args[0], &v) && (v.flags & VARIABLE_EXACT));
}

const struct native_row natives_varhandle[] = {
    {VAR_HANDLE, "<clinit>", NULL, nat_nothing},
    {VAR_HANDLE, "varType", NULL, var_type},
    {VAR_HANDLE, "isAccessModeSupported", NULL, is_supported},
    {VAR_HANDLE, "withInvokeExactBehavior", NULL, with_invoke_exact},
    {VAR_HANDLE, "withInvokeBehavior", NULL, with_invoke},
    {VAR_HANDLE, "hasInvokeExactBehavior", NULL, has_exact},
    {VAR_HANDLE, "describeConstable", NULL, nat_refused},
    {VAR_HANDLE, "fullFence", NULL, nat_fence},
    {VAR_HANDLE, "acquireFence", NULL, nat_fence},
    {VAR_HANDLE, "releaseFence", NULL, nat_fence},
    {VAR_HANDLE, "loadLoadFence", NULL, nat_fence},
    {VAR_HANDLE, "storeStoreFence", NULL, nat_fence},
    {0},
};
