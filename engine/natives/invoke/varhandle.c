/* VarHandle: the access modes, called with any descriptor that is convertible to the variable's
 * types.
 *
 * If the argument and result types are those of the variable, the access runs here in one step. Any
 * reference type matches any other, with the casts that the JDK makes. All other calls use a
 * synthesised adapter that converts like asType and calls again. An acquire update writes without a
 * release edge, and a release update reads without an acquire edge. Plain and opaque updates make
 * no edge. */
#include <stdlib.h>

#include "engine/base/check.h"
#include "engine/natives/concurrent/memory.h"
#include "engine/natives/concurrent/native_memory.h"
#include "engine/natives/invoke/handles.h"
#include "engine/natives/util.h"

enum access_op { DO_GET, DO_SET, DO_CAS, DO_EXCHANGE, DO_GET_SET, DO_ADD, DO_OR, DO_AND, DO_XOR };

struct varhandle_mode {
  const char *name;
  uint8_t op, read, write; /* enum access_op, and enum access_mode of the read and of the write */
};
extern const struct varhandle_mode varhandle_modes[]; /* indexed by varhandle_mode() */

struct variable {
  struct klass *base, *type;
  int kind, flags;
  char sort; /* 'Z' ... 'D', 'L' */
  uint32_t coordinates;
  ref obj; /* set once the variable is located */
  uint32_t off;
};

static bool varhandle_read_handle(struct vm *vm, ref handle, struct variable *v);
static bool varhandle_is_view(const struct variable *v);
static bool varhandle_mode_supported(const struct vm *vm, int mode, const struct variable *v);
static uint32_t varhandle_values_of(int op);
static bool varhandle_fits(const struct poly_method *p, const struct variable *v, int op);
static char *varhandle_exact_desc(const struct variable *v, int op);
static int varhandle_adapt(struct native_call *c, const struct variable *v, int op);

/* ---- locating the variable ---- */

static int cannot_cast(struct native_call *c, ref r, const struct klass *to) {
  return nat_throw_class(c, "java/lang/ClassCastException", "Cannot cast %s to %s",
                         vm_klass(c->vm, r), to);
}

static int locate_element(struct native_call *c, const struct poly_method *p, struct variable *v) {
  int32_t i = (int32_t)c->args[p->slot[1]], n = (int32_t)array_length(c->vm, v->obj);
  if (i < 0 || i >= n)
    return vm_throw(c->vm, c->t, "java/lang/ArrayIndexOutOfBoundsException",
                    "Index %d out of bounds for length %d", i, n);
  v->off = ARRAY_BASE + ((uint32_t)i << vm_klass(c->vm, v->obj)->elem_shift);
  return NATIVE_OK;
}

static bool is_plain(const struct varhandle_mode *a) {
  return a->op <= DO_SET && a->read == ACCESS_PLAIN;
}

/* Checks that the view's type fits into `n` bytes at index i. Returns NATIVE_OK or throws. */
static int check_view_index(struct native_call *c, const struct variable *v, int32_t i, int32_t n) {
  n -= type_size(v->sort) - 1;
  return i >= 0 && i < n ? NATIVE_OK
                         : vm_throw(c->vm, c->t, "java/lang/IndexOutOfBoundsException",
                                    "Index %d out of bounds for length %d", i, n);
}

static int check_aligned(struct native_call *c, const struct variable *v,
                         const struct varhandle_mode *a, int64_t address, int32_t i) {
  return is_plain(a) || address % type_size(v->sort) == 0
             ? NATIVE_OK
             : vm_throw(c->vm, c->t, "java/lang/IllegalStateException",
                        "Misaligned access at index: %d", i);
}

static int locate_bytes(struct native_call *c, const struct poly_method *p, struct variable *v,
                        const struct varhandle_mode *a) {
  int32_t i = (int32_t)c->args[p->slot[1]];
  int rc = check_view_index(c, v, i, (int32_t)array_length(c->vm, v->obj));
  v->off = ARRAY_BASE + (uint32_t)i;
  return rc == NATIVE_OK ? check_aligned(c, v, a, v->off, i) : rc;
}

/* Locates the bytes of a buffer, in its array or in native memory. */
static int locate_in_buffer(struct native_call *c, const struct poly_method *p, struct variable *v,
                            const struct varhandle_mode *a) {
  struct vm *vm = c->vm;
  ref buffer = v->obj, array = field_get_ref(vm, buffer, "hb");
  int32_t i = (int32_t)c->args[p->slot[1]];
  int64_t address = field_get_long(vm, buffer, "address") + i;
  int rc;
  if (a->op != DO_GET && *MEM8(vm, buffer + klass_field_offset(vm_klass(vm, buffer), "isReadOnly")))
    return vm_throw(vm, c->t, "java/nio/ReadOnlyBufferException", NULL);
  rc = check_view_index(c, v, i, field_get_int(vm, buffer, "limit"));
  if (rc == NATIVE_OK && array && !is_plain(a) && vm->loaded.jdk_release >= 23)
    return vm_throw(vm, c->t, "java/lang/IllegalStateException",
                    "Atomic access not supported for heap buffer");
  if (rc == NATIVE_OK) rc = check_aligned(c, v, a, address, i);
  if (rc != NATIVE_OK) return rc;
  v->obj = array;
  v->off = (uint32_t)address;
  return array ? NATIVE_OK : native_memory_place(c, address, type_size(v->sort), &v->obj, &v->off);
}

static int locate(struct native_call *c, const struct poly_method *p, struct variable *v,
                  const struct varhandle_mode *a) {
  if (v->kind == VARIABLE_STATIC) {
    v->obj = v->base->mirror;
    return klass_init_state(c->vm, v->base) == INIT_DONE && !c->vm->sched.trace_on
               ? NATIVE_OK
               : vm_init_class(c->vm, c->t, v->base);
  }
  v->obj = c->args[p->slot[0]];
  if (!v->obj) return nat_npe(c);
  if (!vm_instance_of(c->vm, v->obj, v->base)) return cannot_cast(c, v->obj, v->base);
  if (v->kind == VARIABLE_ARRAY) return locate_element(c, p, v);
  if (v->kind == VARIABLE_BYTES) return locate_bytes(c, p, v, a);
  if (v->kind == VARIABLE_BUFFER) return locate_in_buffer(c, p, v, a);
  return NATIVE_OK;
}

/* Checks that stored references are of the variable's type and, for an array, of its actual element
 * type. The JDK implements the plain store by aastore and the others by a cast, so the exceptions
 * differ. */
static int check_values(struct native_call *c, const struct poly_method *p,
                        const struct variable *v, const struct varhandle_mode *a) {
  const struct klass *elem = v->kind == VARIABLE_ARRAY ? vm_klass(c->vm, v->obj)->elem : v->type;
  bool plain_set = a->op == DO_SET && a->write == ACCESS_PLAIN;
  if (v->sort != 'L') return NATIVE_OK;
  for (uint32_t i = v->coordinates; i < p->argc; i++) {
    ref r = c->args[p->slot[i]];
    if (!r) continue;
    if (!vm_instance_of(c->vm, r, v->type)) return cannot_cast(c, r, v->type);
    if (vm_instance_of(c->vm, r, elem)) continue;
    if (!plain_set) return cannot_cast(c, r, elem);
    return nat_throw_class(c, "java/lang/ArrayStoreException", "%s", vm_klass(c->vm, r), NULL);
  }
  return NATIVE_OK;
}

/* ---- performing the access ---- */

static int64_t swapped(const struct variable *v, int64_t x) {
  if (!(v->flags & VARIABLE_BIG_ENDIAN)) return x;
  switch (v->sort) {
    case 'S': return (int16_t)__builtin_bswap16((uint16_t)x);
    case 'C': return __builtin_bswap16((uint16_t)x);
    case 'J':
    case 'D': return (int64_t)__builtin_bswap64((uint64_t)x);
    default: return (int32_t)__builtin_bswap32((uint32_t)x);
  }
}

/* Accesses a view of bytes: one plain access of several elements, in the requested byte order. */
static int access_bytes(struct native_call *c, const struct varhandle_mode *a, struct variable *v,
                        int64_t value) {
  bool write = a->op == DO_SET;
  int mode = write ? a->write : a->read;
  VISIBLE(c, write ? OPK_BULK_WRITE : OPK_BULK_READ, v->obj, v->off);
  weak_access(c->vm, c->t, v->obj, mode);
  for (int i = 0; i < type_size(v->sort); i++)
    ev_access(c->vm, c->t, v->obj, v->off + (uint32_t)i, 1, write, mode);
  if (write)
    mem_store(c->vm, v->obj, v->off, v->sort, swapped(v, value));
  else
    mem_result(c, swapped(v, mem_load(c->vm, v->obj + v->off, v->sort)));
  return NATIVE_OK;
}

/* Performs compare-and-set, exchange and updates. Byte views use operands in swapped byte order.
 * Bitwise operations work with these, but an addition does not. */
static int update(struct native_call *c, const struct varhandle_mode *a, struct variable *v,
                  int64_t first, int64_t second) {
  static const int how[] = {[DO_GET_SET] = UPDATE_SET,
                            [DO_ADD] = UPDATE_ADD,
                            [DO_OR] = UPDATE_OR,
                            [DO_AND] = UPDATE_AND,
                            [DO_XOR] = UPDATE_XOR};
  enum mem_update what = (enum mem_update)how[a->op];
  INVARIANT((size_t)a->op < COUNT(how) || a->op == DO_CAS || a->op == DO_EXCHANGE,
            "an access that updates is a known one: %d", (int)a->op);
  bool done = false;
  int rc;
  if (a->op == DO_ADD && v->flags & VARIABLE_BIG_ENDIAN) {
    first = mem_sum(v->sort, swapped(v, mem_load(c->vm, v->obj + v->off, v->sort)), first);
    what = UPDATE_SET;
  }
  first = swapped(v, first);
  if (a->op == DO_CAS || a->op == DO_EXCHANGE)
    rc = mem_cas(c, v->sort, v->obj, v->off, first, swapped(v, second), a->read, a->write, &done);
  else
    rc = mem_update(c, v->sort, v->obj, v->off, what, first, a->read, a->write);
  if (rc) return rc;
  mem_result(c, a->op == DO_CAS ? done : swapped(v, c->ret.l));
  return NATIVE_OK;
}

static int perform(struct native_call *c, const struct poly_method *p,
                   const struct varhandle_mode *a, struct variable *v) {
  int64_t x = 0, y = 0;
  INVARIANT(p->argc == v->coordinates + varhandle_values_of(a->op),
            "an access has its coordinates and values: %u of %s", p->argc, a->name);
  INVARIANT(v->obj && v->off >= OBJ_HEADER &&
                v->off + (uint32_t)type_size(v->sort) <= vm_object_size(c->vm, v->obj),
            "a variable lies in its object: 0x%x +%u", v->obj, v->off);
  if (varhandle_values_of(a->op) > 0) x = mem_arg(c, p->slot[v->coordinates], v->sort);
  if (varhandle_values_of(a->op) > 1) y = mem_arg(c, p->slot[v->coordinates + 1], v->sort);
  if (varhandle_is_view(v) && is_plain(a)) return access_bytes(c, a, v, x);
  if (a->op == DO_SET) return mem_put(c, v->sort, v->obj, v->off, swapped(v, x), a->write);
  if (a->op == DO_GET) {
    int rc = mem_get(c, v->sort, v->obj, v->off, a->read);
    if (rc == NATIVE_OK && varhandle_is_view(v)) mem_result(c, swapped(v, c->ret.l));
    return rc;
  }
  return update(c, a, v, x, y);
}

/* Checks the result against the class that the caller expects, as in `(Node) NEXT.get(x)`. */
static int check_result(struct native_call *c, struct poly_method *p, const struct variable *v) {
  struct error err = {0};
  if (p->m.ret != 'L' || !c->ret.r) return NATIVE_OK;
  if (!p->ret_class) p->ret_class = vm_class_of_desc(c->vm, desc_result(p->m.desc->s), &err);
  if (!p->ret_class) return synth_failed(c->vm, c->t, &err);
  if (p->ret_class == v->type || vm_instance_of(c->vm, c->ret.r, p->ret_class)) return NATIVE_OK;
  return cannot_cast(c, c->ret.r, p->ret_class);
}

int varhandle_call(struct native_call *c) {
  struct poly_method *p = (struct poly_method *)(uintptr_t)c->m;
  const struct varhandle_mode *a = &varhandle_modes[p->mode];
  struct variable v;
  int rc;
  if (!c->args[0]) return nat_npe(c);
  if (!varhandle_read_handle(c->vm, c->args[0], &v))
    return vm_unsupported(c->vm, c->t, "VarHandle.%s on this handle", a->name);
  if (!varhandle_fits(p, &v, a->op)) return varhandle_adapt(c, &v, a->op);
  if (!varhandle_mode_supported(c->vm, p->mode, &v))
    return vm_throw(c->vm, c->t, "java/lang/UnsupportedOperationException",
                    c->vm->loaded.jdk_release >= 23 ? "%s" : NULL, a->name);
  rc = locate(c, p, &v, a);
  if (rc == NATIVE_OK) rc = check_values(c, p, &v, a);
  if (rc == NATIVE_OK) rc = perform(c, p, a, &v);
  return rc == NATIVE_OK ? check_result(c, p, &v) : rc;
}

char *varhandle_type(struct vm *vm, ref handle, const char *mode) {
  struct variable v;
  int i = varhandle_mode(mode);
  return i >= 0 && varhandle_read_handle(vm, handle, &v)
             ? varhandle_exact_desc(&v, varhandle_modes[i].op)
             : NULL;
}

/* ---- access modes ---- */

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

/* ---- fields of the handle ---- */

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

/* Reads the handle. Returns false if it is not one of ours. */
static bool varhandle_read_handle(struct vm *vm, ref handle, struct variable *v) {
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

static bool varhandle_is_view(const struct variable *v) {
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

static bool varhandle_mode_supported(const struct vm *vm, int mode, const struct variable *v) {
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

/* ---- exact types ---- */

static uint32_t varhandle_values_of(int op) {
  return op == DO_GET ? 0 : op == DO_CAS || op == DO_EXCHANGE ? 2 : 1;
}

static bool is_int(char type) { return type == 'I' || type == 'S' || type == 'B' || type == 'C'; }

/* Do all arguments and the result have the variable's exact types, apart from references? */
static bool varhandle_fits(const struct poly_method *p, const struct variable *v, int op) {
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

static char *varhandle_exact_desc(const struct variable *v, int op) {
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

/* Calls the adapter, which calls again with the exact types. */
static int varhandle_adapt(struct native_call *c, const struct variable *v, int op) {
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

/* ---- native methods ---- */

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
