/* jdk.internal.misc.Unsafe: loads, stores and atomic updates of every type and access mode.
 *
 * Operations that the JDK implements in Java by compare-and-set loops (getAndAdd, sub-word CAS) are
 * overridden by one atomic step, like the intrinsics of a real JVM. The race check receives the
 * access mode unchanged: opaque and plain accesses make no edge. */
#include "engine/natives/concurrent/memory.h"
#include "engine/natives/concurrent/native_memory.h"
#include "engine/natives/util.h"

enum { A_OBJ = 1, A_OFF = 2, A_VALUE = 4 };

struct place {
  ref obj;
  uint32_t off;
};

/* Finds the object and offset given by arguments 1 to 3. Returns NATIVE_OK, or throws InternalError
 * if they are out of bounds. */
static inline int locate(struct native_call *c, int size, struct place *p) {
  int64_t off = arg64(c, A_OFF);
  p->obj = c->args[A_OBJ];
  p->off = (uint32_t)off;
  if (!p->obj) return native_memory_place(c, off, size, &p->obj, &p->off);
  if (__builtin_expect(off < 0 || off + size > (int64_t)vm_object_size(c->vm, p->obj), 0))
    return vm_throw(c->vm, c->t, "java/lang/InternalError",
                    "Unsafe access at offset %lld is outside its object", (long long)off);
  return NATIVE_OK;
}

/* Inlined, because the collections of java.util.concurrent read most fields this way. */
__attribute__((always_inline)) static inline int do_get(struct native_call *c, char type,
                                                        int mode) {
  struct place p;
  int rc = locate(c, type_size(type), &p);
  return rc == NATIVE_OK ? mem_get(c, type, p.obj, p.off, mode) : rc;
}

static inline int do_put(struct native_call *c, char type, int mode) {
  struct place p;
  int rc = locate(c, type_size(type), &p);
  if (rc == NATIVE_OK && mode == ACCESS_PLAIN && type == 'L' && vm_hands_over(c->vm, c->t, p.obj))
    mode = ACCESS_VOLATILE;
  return rc == NATIVE_OK ? mem_put(c, type, p.obj, p.off, mem_arg(c, A_VALUE, type), mode) : rc;
}

static inline int do_cas(struct native_call *c, char type, int rmode, int wmode, bool exchange) {
  struct place p;
  bool done = false;
  int second = A_VALUE + (type == 'J' ? 2 : 1), rc = locate(c, type_size(type), &p);
  if (rc != NATIVE_OK) return rc;
  rc = mem_cas(c, type, p.obj, p.off, mem_arg(c, A_VALUE, type), mem_arg(c, second, type), rmode,
               wmode, &done);
  if (rc == NATIVE_OK && !exchange) c->ret.l = done;
  return rc;
}

static inline int do_update(struct native_call *c, char type, enum mem_update how, int rmode,
                            int wmode) {
  struct place p;
  int rc = locate(c, type_size(type), &p);
  return rc == NATIVE_OK
             ? mem_update(c, type, p.obj, p.off, how, mem_arg(c, A_VALUE, type), rmode, wmode)
             : rc;
}

/* All types, the types with compare-and-set, and the integer types. */
#define TYPES(X) \
  X(Boolean, 'Z', "Z") \
  X(Byte, 'B', "B") \
  X(Short, 'S', "S") \
  X(Char, 'C', "C") \
  X(Int, 'I', "I") \
  X(Long, 'J', "J") X(Float, 'F', "F") X(Double, 'D', "D") X(Reference, 'L', "Ljava/lang/Object;")
#define CAS_TYPES(X) \
  X(Byte, 'B', "B") \
  X(Short, 'S', "S") X(Int, 'I', "I") X(Long, 'J', "J") X(Reference, 'L', "Ljava/lang/Object;")
#define INT_TYPES(X) X(Byte, 'B', "B") X(Short, 'S', "S") X(Int, 'I', "I") X(Long, 'J', "J")

#define ACCESSORS(T, type, D) \
  static int get_##T(struct native_call *c) { return do_get(c, type, ACCESS_PLAIN); } \
  static int get_##T##_o(struct native_call *c) { return do_get(c, type, ACCESS_OPAQUE); } \
  static int get_##T##_a(struct native_call *c) { return do_get(c, type, ACCESS_ACQREL); } \
  static int get_##T##_v(struct native_call *c) { return do_get(c, type, ACCESS_VOLATILE); } \
  static int put_##T(struct native_call *c) { return do_put(c, type, ACCESS_PLAIN); } \
  static int put_##T##_o(struct native_call *c) { return do_put(c, type, ACCESS_OPAQUE); } \
  static int put_##T##_a(struct native_call *c) { return do_put(c, type, ACCESS_ACQREL); } \
  static int put_##T##_v(struct native_call *c) { return do_put(c, type, ACCESS_VOLATILE); }
TYPES(ACCESSORS)

/* Suffixes: none volatile, _p plain, _a acquire, _r release. An acquire update writes without an
 * edge, and a release update reads without one. */
#define CAS_MODES(X, T, type) \
  X(T, type, , ACCESS_VOLATILE, ACCESS_VOLATILE) \
  X(T, type, _p, ACCESS_OPAQUE, ACCESS_OPAQUE) \
  X(T, type, _a, ACCESS_ACQREL, ACCESS_OPAQUE) \
  X(T, type, _r, ACCESS_OPAQUE, ACCESS_ACQREL)
#define ONE_CAS(T, type, suffix, rmode, wmode) \
  static int cas_##T##suffix(struct native_call *c) { \
    return do_cas(c, type, rmode, wmode, false); \
  } \
  __attribute__((unused)) static int cae_##T##suffix(struct native_call *c) { \
    return do_cas(c, type, rmode, wmode, true); \
  } \
  __attribute__((unused)) static int set_##T##suffix(struct native_call *c) { \
    return do_update(c, type, UPDATE_SET, rmode, wmode); \
  }
#define ONE_INT(T, type, suffix, rmode, wmode) \
  __attribute__((unused)) static int add_##T##suffix(struct native_call *c) { \
    return do_update(c, type, UPDATE_ADD, rmode, wmode); \
  } \
  __attribute__((unused)) static int or_##T##suffix(struct native_call *c) { \
    return do_update(c, type, UPDATE_OR, rmode, wmode); \
  } \
  __attribute__((unused)) static int and_##T##suffix(struct native_call *c) { \
    return do_update(c, type, UPDATE_AND, rmode, wmode); \
  } \
  __attribute__((unused)) static int xor_##T##suffix(struct native_call *c) { \
    return do_update(c, type, UPDATE_XOR, rmode, wmode); \
  }
#define CAS_FUNCTIONS(T, type, D) CAS_MODES(ONE_CAS, T, type)
#define INT_FUNCTIONS(T, type, D) CAS_MODES(ONE_INT, T, type)
CAS_TYPES(CAS_FUNCTIONS)
INT_TYPES(INT_FUNCTIONS)

#define U "jdk/internal/misc/Unsafe"
#define ACCESSOR_ROWS(T, type, D) \
  {U, "get" #T, "(Ljava/lang/Object;J)" D, get_##T}, {U, "get" #T "Opaque", NULL, get_##T##_o}, \
      {U, "get" #T "Acquire", NULL, get_##T##_a}, {U, "get" #T "Volatile", NULL, get_##T##_v}, \
      {U, "put" #T, "(Ljava/lang/Object;J" D ")V", put_##T}, \
      {U, "put" #T "Opaque", NULL, put_##T##_o}, {U, "put" #T "Release", NULL, put_##T##_a}, \
      {U, "put" #T "Volatile", NULL, put_##T##_v},
#define CAS_ROWS(T, type, D) \
  {U, "compareAndSet" #T, NULL, cas_##T}, {U, "weakCompareAndSet" #T, NULL, cas_##T}, \
      {U, "weakCompareAndSet" #T "Plain", NULL, cas_##T##_p}, \
      {U, "weakCompareAndSet" #T "Acquire", NULL, cas_##T##_a}, \
      {U, "weakCompareAndSet" #T "Release", NULL, cas_##T##_r}, \
      {U, "compareAndExchange" #T, NULL, cae_##T}, \
      {U, "compareAndExchange" #T "Acquire", NULL, cae_##T##_a}, \
      {U, "compareAndExchange" #T "Release", NULL, cae_##T##_r}, \
      {U, "getAndSet" #T, NULL, set_##T}, {U, "getAndSet" #T "Acquire", NULL, set_##T##_a}, \
      {U, "getAndSet" #T "Release", NULL, set_##T##_r},
#define INT_ROWS(T, type, D) \
  {U, "getAndAdd" #T, NULL, add_##T}, {U, "getAndAdd" #T "Acquire", NULL, add_##T##_a}, \
      {U, "getAndAdd" #T "Release", NULL, add_##T##_r}, {U, "getAndBitwiseOr" #T, NULL, or_##T}, \
      {U, "getAndBitwiseOr" #T "Acquire", NULL, or_##T##_a}, \
      {U, "getAndBitwiseOr" #T "Release", NULL, or_##T##_r}, \
      {U, "getAndBitwiseAnd" #T, NULL, and_##T}, \
      {U, "getAndBitwiseAnd" #T "Acquire", NULL, and_##T##_a}, \
      {U, "getAndBitwiseAnd" #T "Release", NULL, and_##T##_r}, \
      {U, "getAndBitwiseXor" #T, NULL, xor_##T}, \
      {U, "getAndBitwiseXor" #T "Acquire", NULL, xor_##T##_a}, \
      {U, "getAndBitwiseXor" #T "Release", NULL, xor_##T##_r},

/* The methods get<T>(long address) and put<T>(long, value) are Java code that calls these. */
const struct native_row natives_unsafe[] = {TYPES(ACCESSOR_ROWS) CAS_TYPES(CAS_ROWS)
                                                INT_TYPES(INT_ROWS){0}};
