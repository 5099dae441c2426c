/* Locates the variable of a VarHandle and accesses it according to the access mode
 * (varhandle.c). */
#include "engine/natives/invoke/handles.h"
#include "engine/base/check.h"
#include "engine/natives/invoke/varhandle_int.h"
#include "engine/natives/concurrent/memory.h"
#include "engine/natives/concurrent/native_memory.h"
#include "engine/natives/util.h"

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

/* ---- the access ---- */

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
