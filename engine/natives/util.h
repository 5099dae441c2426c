/* Helpers that many native classes share: no-op natives, arguments, fields by name, arrays of
 * classes and bytes.
 *
 * Look-ups of fields by name are for code that runs rarely (reflection, files). Hot natives use the
 * offsets in vm->wk. */
#ifndef HEDDLE_NATIVES_UTIL_H
#define HEDDLE_NATIVES_UTIL_H

#include "engine/vm/fields.h"
#include "engine/base/check.h"
#include "engine/vm/machine.h"
#include "engine/vm/sched/event.h"

/* Natives that only return a constant. */
int nat_refused(struct native_call *c); /* inconclusive: Class.method is not supported */
/* returns void; as a <clinit>: the class has nothing to initialise */
int nat_nothing(struct native_call *c);
int nat_fence(struct native_call *c);
int nat_zero(struct native_call *c);      /* 0, false */
int nat_one(struct native_call *c);       /* 1, true */
int nat_minus_one(struct native_call *c); /* int -1 */
int nat_zero_long(struct native_call *c);
int nat_null(struct native_call *c);
int nat_this(struct native_call *c); /* returns argument 0 */

/* Lets an override run the method's Java body instead. Not for synchronized methods. */
static inline int nat_body(struct native_call *c) {
  return vm_push_frame(c->vm, c->t, (struct method *)c->m, c->args, 0, 0);
}

/* Set the result and return NATIVE_OK. */
static inline int ret_int(struct native_call *c, int32_t v) {
  INVARIANT(strchr("IV", c->m->ret) || !v, "a result is of the method's type: int of %s",
            c->m->name->s);
  c->ret.i = v;
  return NATIVE_OK;
}
static inline int ret_long(struct native_call *c, int64_t v) {
  INVARIANT(strchr("JV", c->m->ret) || !v, "a result is of the method's type: long of %s",
            c->m->name->s);
  c->ret.l = v;
  return NATIVE_OK;
}
static inline int ret_ref(struct native_call *c, ref r) {
  INVARIANT(strchr("LV", c->m->ret) || !r, "a result is of the method's type: object of %s",
            c->m->name->s);
  INVARIANT(!r || vm_object(c->vm, r)->klass >= KLASS_FIRST, "a result is an object: %s",
            c->m->name->s);
  c->ret.r = r;
  return NATIVE_OK;
}
/* Sets the result of an allocation; 0 means that the exception is pending. */
static inline int ret_new(struct native_call *c, ref r) {
  c->ret.r = r;
  INVARIANT(r || c->t->exception || c->vm->err.code, "what cannot be made is thrown: %s",
            c->m->name->s);
  return r ? NATIVE_OK : NATIVE_THROW;
}

/* Throws a NullPointerException without a message, not even a helpful one. */
int nat_npe(struct native_call *c);
/* Throws an exception whose message contains dotted class names: `a` and `b` (may be NULL) replace
 * the %s of fmt in order. */
int nat_throw_class(struct native_call *c, const char *klass, const char *fmt,
                    const struct klass *a, const struct klass *b);

/* Returns the class of a Class argument; NULL with a NullPointerException pending. */
struct klass *nat_klass_arg(struct native_call *c, int slot);
/* Returns the class that a field descriptor of `len` bytes names; NULL with the linkage error
 * pending. */
struct klass *nat_desc_class(struct native_call *c, const struct klass *of, const char *desc,
                             size_t len);

/* Returns a new byte[]; 0: OutOfMemoryError is pending. */
ref nat_bytes(struct native_call *c, const void *data, uint32_t len);
/* Returns a new object of the named JDK class without running a constructor; 0: an exception is
 * pending. */
ref nat_new(struct native_call *c, const char *klass);
/* Checks off and len against a byte[] argument. Returns NATIVE_OK or throws. */
int nat_check_range(struct native_call *c, ref array, int32_t off, int32_t len);

/* Call before a native reads n elements of an array of the program: makes the scheduling point and
 * reports the reads. Returns NATIVE_OK or NATIVE_STOP. */
int nat_read_elements(struct native_call *c, ref array, uint32_t from, uint32_t n);
/* Reports reads or writes of n elements, without a scheduling point. */
void nat_report_reads(struct native_call *c, ref array, uint32_t from, uint32_t n);
void nat_report_writes(struct native_call *c, ref array, uint32_t from, uint32_t n);

/* Returns the interned String of a symbol; 0 for NULL. */
static inline ref nat_sym(struct vm *vm, const struct symbol *s) {
  return s ? vm_intern_sym(vm, s) : 0;
}

/* natives/reflect/reflection.c: has the program set a security manager? */
bool security_is_managed(struct vm *vm);

/* Natives that copy elements or fields one by one (vm_bulk_apart) stop before this operation. It
 * has a choice between older writes, a read of several locations at once has none. */
static inline enum op_kind nat_copy_op(const struct vm *vm) {
  return vm->opt.stale_reads ? OPK_COPY_READ : OPK_BULK_READ;
}
/* Reports the read. Returns whether it returns an older write, whose value is in vm->run.stale. */
bool nat_copy_reads_older(struct native_call *c, ref from, uint32_t off, uint32_t size, int mode);
/* Copies `size` bytes from an address in the arena, or from vm->run.stale, to another address. */
void nat_copy_value(struct vm *vm, uint32_t to, uint32_t from, uint32_t size, bool older);

#endif
