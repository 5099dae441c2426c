/* java.lang.reflect.Array. Accesses are like those of bytecode: visible on shared arrays and
 * reported to the race check. */
#include "engine/natives/lang/box.h"
#include "engine/base/check.h"
#include "engine/natives/concurrent/memory.h"
#include "engine/natives/util.h"

#include <stdlib.h>

#define IAE "java/lang/IllegalArgumentException"

static int not_array(struct native_call *c) {
  return vm_throw(c->vm, c->t, IAE, "Argument is not an array");
}
static int mismatch(struct native_call *c) {
  return vm_throw(c->vm, c->t, IAE, "argument type mismatch");
}

static int check_primitive(struct native_call *c) {
  const struct klass *k;
  if (!c->args[0]) return nat_npe(c);
  k = vm_klass(c->vm, c->args[0]);
  if (k->is_array && k->elem_type != 'L') return NATIVE_OK;
  return vm_throw(c->vm, c->t, IAE, "Argument is not an array of primitive type");
}

static int check_index(struct native_call *c, const struct klass **k) {
  ref a = c->args[0];
  if (!a) return nat_npe(c);
  *k = vm_klass(c->vm, a);
  if (!(*k)->is_array) return not_array(c);
  if (c->args[1] >= array_length(c->vm, a))
    return vm_throw(c->vm, c->t, "java/lang/ArrayIndexOutOfBoundsException",
                    "Index %d out of bounds for length %u", (int32_t)c->args[1],
                    array_length(c->vm, a));
  return NATIVE_OK;
}

static int get_length(struct native_call *c) {
  if (!c->args[0]) return nat_npe(c);
  if (!vm_klass(c->vm, c->args[0])->is_array) return not_array(c);
  return ret_int(c, (int32_t)array_length(c->vm, c->args[0]));
}

/* A Java value of the primitive type `type` ('L': a reference). */
struct value {
  char type;
  union {
    int32_t i;
    int64_t l;
    float f;
    double d;
    ref r;
  } u;
};

static struct value reflect_array_load(const void *from, char type) {
  struct value v = {.type = type};
  int64_t l = mem_value(from, type == 'Z' ? 'B' : type);
  if (type == 'J' || type == 'D')
    v.u.l = l;
  else
    v.u.i = (int32_t)l;
  return v;
}

/* Widens v to `type` (JLS 5.1.2). Returns false if that is impossible. */
static bool widen(struct value *v, char type) {
  static const char *const from[] = {"Z:Z",   "B:BSIJFD", "C:CIJFD", "S:SIJFD", "I:IJFD",
                                     "J:JFD", "F:FD",     "D:D",     "L:L"};
  int64_t l;
  double d;
  bool ok = false;
  for (size_t i = 0; i < COUNT(from); i++)
    if (from[i][0] == v->type) ok = strchr(from[i] + 2, type) != NULL;
  if (!ok || v->type == type) return ok;
  l = v->type == 'J' ? v->u.l : v->u.i;
  d = v->type == 'F' ? (double)v->u.f : (double)l;
  if (type == 'F')
    v->u.f = v->type == 'J' ? (float)v->u.l : (float)v->u.i;
  else if (type == 'D')
    v->u.d = d;
  else if (type == 'J')
    v->u.l = l;
  v->type = type;
  return true;
}

static int get_value(struct native_call *c, struct value *v) {
  struct vm *vm = c->vm;
  const struct klass *k = NULL;
  uint32_t off;
  bool stale;
  int rc = check_index(c, &k);
  if (rc != NATIVE_OK) return rc;
  off = ARRAY_BASE + (c->args[1] << k->elem_shift);
  VISIBLE(c, OPK_READ, c->args[0], off);
  stale = stale_begin(vm, c->t, c->args[0], off);
  ev_access(vm, c->t, c->args[0], off, 1 << k->elem_shift, 0, ACCESS_PLAIN);
  stale_end(vm);
  *v = reflect_array_load(stale ? (const void *)&vm->run.stale : MEM8(vm, c->args[0] + off),
                          k->elem_type);
  return NATIVE_OK;
}

static int get_as(struct native_call *c, char type) {
  struct value v;
  int rc = check_primitive(c);
  if (rc == NATIVE_OK) rc = get_value(c, &v);
  if (rc != NATIVE_OK) return rc;
  if (!widen(&v, type)) return mismatch(c);
  memcpy(&c->ret, &v.u, sizeof c->ret);
  return NATIVE_OK;
}

static int get(struct native_call *c) {
  struct value v;
  int rc = get_value(c, &v);
  if (rc != NATIVE_OK) return rc;
  if (v.type == 'L') return ret_ref(c, v.u.r);
  return ret_new(c, box_value(c, v.type, &v.u));
}

static int put_value(struct native_call *c, struct value v) {
  struct vm *vm = c->vm;
  const struct klass *k = NULL;
  uint32_t off, a;
  int rc = check_index(c, &k);
  if (rc != NATIVE_OK) return rc;
  if (k->elem_type == 'L') {
    if (v.type != 'L' || (v.u.r && !vm_instance_of(vm, v.u.r, k->elem)))
      return vm_throw(vm, c->t, IAE, "array element type mismatch");
  } else if (!widen(&v, k->elem_type)) {
    return mismatch(c);
  }
  CHECK(v.type == k->elem_type, "a value that is stored has the type of the elements: '%c'",
        v.type);
  off = ARRAY_BASE + (c->args[1] << k->elem_shift);
  VISIBLE(c, OPK_WRITE, c->args[0], off);
  ev_access(vm, c->t, c->args[0], off, 1 << k->elem_shift, 1, ACCESS_PLAIN);
  a = c->args[0] + off;
  switch (k->elem_shift) {
    case 0: arena_put_u8(&vm->arena, a, (uint8_t)v.u.i); break;
    case 1: arena_put_u16(&vm->arena, a, (uint16_t)v.u.i); break;
    case 3: put64(vm, a, (uint64_t)v.u.l); break;
    default:
      if (k->elem_type == 'L')
        vm_put_ref(vm, c->args[0], off, v.u.r);
      else
        put32(vm, a, (uint32_t)v.u.i);
  }
  return NATIVE_OK;
}

static int set(struct native_call *c) {
  struct value v = {.type = 'L'};
  const struct klass *k = NULL;
  int rc = check_index(c, &k);
  if (rc != NATIVE_OK) return rc;
  v.u.r = c->args[2];
  if (k->elem_type != 'L' && !(v.u.r && unbox_value(c->vm, v.u.r, &v.type, &v.u)))
    return mismatch(c);
  return put_value(c, v);
}

static int set_as(struct native_call *c, char type) {
  struct value v = {.type = type};
  int rc = check_primitive(c);
  if (rc != NATIVE_OK) return rc;
  v.u.l = 0;
  memcpy(&v.u, c->args + 2, type == 'J' || type == 'D' ? 8 : 4);
  return put_value(c, v);
}

#define BOTH(name, type) \
  static int get_##name(struct native_call *c) { return get_as(c, type); } \
  static int set_##name(struct native_call *c) { return set_as(c, type); }
BOTH(boolean, 'Z')
BOTH(byte, 'B')
BOTH(char, 'C')
BOTH(short, 'S')
BOTH(int, 'I')
BOTH(long, 'J')
BOTH(float, 'F')
BOTH(double, 'D')
#undef BOTH

static int new_array(struct native_call *c) {
  struct klass *k = nat_klass_arg(c, 0);
  if (!k) return NATIVE_THROW;
  if (k->is_primitive && k->elem_type == 'V') return vm_throw(c->vm, c->t, IAE, NULL);
  return ret_new(c, vm_new_array(c->vm, c->t, vm_array_class(c->vm, k), (int32_t)c->args[1]));
}

static ref multi(struct native_call *c, struct klass *k, const int32_t *dims, uint32_t n) {
  ref r = vm_new_array(c->vm, c->t, k, dims[0]);
  if (!r || n == 1) return r;
  for (int32_t i = 0; i < dims[0]; i++) {
    ref e = multi(c, k->elem, dims + 1, n - 1);
    if (!e) return 0;
    array_put_ref(c->vm, r, (uint32_t)i, e);
  }
  return r;
}

static int multi_new_array(struct native_call *c) {
  struct vm *vm = c->vm;
  struct klass *k = nat_klass_arg(c, 0);
  ref dims = c->args[1];
  uint32_t n;
  if (!k) return NATIVE_THROW;
  if (!dims) return nat_npe(c);
  n = array_length(vm, dims);
  if (n == 0) return vm_throw(vm, c->t, IAE, "Empty dimensions array");
  if (n > 255 || (k->is_primitive && k->elem_type == 'V')) return vm_throw(vm, c->t, IAE, NULL);
  for (uint32_t i = 0; i < n; i++) {
    int32_t d = (int32_t)array_ref(vm, dims, i);
    if (d < 0) return vm_throw(vm, c->t, "java/lang/NegativeArraySizeException", "%d", d);
    k = vm_array_class(vm, k);
  }
  return ret_new(c, multi(c, k, (const int32_t *)(void *)array_data(vm, dims), n));
}

#define ARRAY "java/lang/reflect/Array"
const struct native_row natives_reflect_array[] = {
    {ARRAY, "getLength", NULL, get_length},
    {ARRAY, "get", NULL, get},
    {ARRAY, "set", NULL, set},
    {ARRAY, "getBoolean", NULL, get_boolean},
    {ARRAY, "getByte", NULL, get_byte},
    {ARRAY, "getChar", NULL, get_char},
    {ARRAY, "getShort", NULL, get_short},
    {ARRAY, "getInt", NULL, get_int},
    {ARRAY, "getLong", NULL, get_long},
    {ARRAY, "getFloat", NULL, get_float},
    {ARRAY, "getDouble", NULL, get_double},
    {ARRAY, "setBoolean", NULL, set_boolean},
    {ARRAY, "setByte", NULL, set_byte},
    {ARRAY, "setChar", NULL, set_char},
    {ARRAY, "setShort", NULL, set_short},
    {ARRAY, "setInt", NULL, set_int},
    {ARRAY, "setLong", NULL, set_long},
    {ARRAY, "setFloat", NULL, set_float},
    {ARRAY, "setDouble", NULL, set_double},
    {ARRAY, "newArray", NULL, new_array},
    {ARRAY, "multiNewArray", NULL, multi_new_array},
    {0},
};
