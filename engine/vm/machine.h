/* Writing native methods: what a function in engine/natives/ sees.
 *
 * A native runs inside one transition of one thread. It must not keep references across allocations
 * that... can: the collector runs only at safepoints of the interpreter, never inside a native, so
 * plain local `ref` variables are safe.
 *
 * A native that performs a visible operation (soundness rules 8 (escape is transitive) to 10 (bulk
 * by elements)) first calls VISIBLE(); when that says stop, it returns NATIVE_STOP having changed
 * nothing and is executed again when its thread is chosen. */
#ifndef HEDDLE_VM_MACHINE_H
#define HEDDLE_VM_MACHINE_H

#include "engine/vm/vm.h"

enum native_result {
  NATIVE_OK,    /* result in c->ret */
  NATIVE_THROW, /* an exception is pending (vm_throw*) */
  NATIVE_STOP,  /* stands before a visible operation; execute again when the thread is chosen */
  /* a frame was pushed (class initialisation, an up-call with FRAME_DISCARD) or the thread was
     blocked: execute again when the frame is popped or the thread resumed */
  NATIVE_RETRY,
  NATIVE_TAIL,  /* a frame was pushed whose result becomes the native's result */
  NATIVE_EXIT,  /* the program ended (System.exit) */
  NATIVE_FATAL, /* vm->err is set */
};

struct native_call {
  struct vm *vm;
  struct thread *t;
  const struct method *m;
  uint32_t *args; /* slots: receiver first; long and double take two (low word first), see arg64 */
  union {
    int32_t i;
    int64_t l;
    float f;
    double d;
    ref r;
  } ret;
};

static inline int64_t arg64(const struct native_call *c, int slot) {
  int64_t v;
  memcpy(&v, c->args + slot, sizeof v);
  return v;
}
static inline double arg_double(const struct native_call *c, int slot) {
  double v;
  memcpy(&v, c->args + slot, sizeof v);
  return v;
}
static inline float arg_float(const struct native_call *c, int slot) {
  float v;
  memcpy(&v, c->args + slot, sizeof v);
  return v;
}

/* One row of a natives table. Class, name and descriptor as in class files; descriptor NULL matches
 * any overload. A row for a method with a Java body overrides it. */
struct native_row {
  const char *klass, *name, *desc;
  native_fn *fn;
};
/* Each file of engine/natives/ defines one `const struct native_row natives_NAME[]` ended by {0}
 * and one row NATIVES(NAME) in natives/natives.def. */

/* --- visible operations ---
 * True: go on now. False: the thread stands before the operation (recorded for the views); return
 * NATIVE_STOP. `obj` may be 0 for operations on no object; `off` is the offset of a field or
 * element inside obj. For memory operations on an object that is not shared it always says go on.
 */
bool vm_visible(struct vm *vm, struct thread *t, enum op_kind op, ref obj, uint32_t off);
/* The same for an operation that is no scheduling point; only vm->sched.cut may stop before it. */
bool vm_passes(struct vm *vm, struct thread *t, enum op_kind op, ref obj, uint32_t off);
/* Does the method that t executes hand references over by what it stores plainly into arrays
 * (vm/interp/releases.def)? Such a write is a volatile one. */
bool vm_hands_over(struct vm *vm, const struct thread *t, ref obj);
/* Are the elements of what a native copies scheduling points each? */
static inline bool vm_bulk_apart(const struct vm *vm) {
  return vm->sched.scheduling && vm->sched.apart;
}
/* The value of an input, one of `count` (1 .. CHOICE_VALUES_MAX): a choice of the search, and
 * always a scheduling point. False: the thread stands before it; return NATIVE_STOP. Only while
 * vm->sched.scheduling. */
bool vm_choose(struct vm *vm, struct thread *t, uint32_t count, uint32_t *which);
#define VISIBLE(c, op, obj, off) \
  do { \
    if (!vm_visible((c)->vm, (c)->t, (op), (obj), (off))) return NATIVE_STOP; \
  } while (0)

/* --- exceptions --- returns NATIVE_THROW, or NATIVE_FATAL when the class cannot be had. fmt may be
 * NULL: no message. */
int vm_throw(struct vm *vm, struct thread *t, const char *klass, const char *fmt, ...)
    __attribute__((format(printf, 4, 5)));
/* with the JDK's message */
int vm_throw_class_cast(struct vm *vm, struct thread *t, ref r, const struct klass *to);
/* AbstractMethodError: m has no code, and an object of class receiver (NULL: there is none) no
 * other method for it. */
int vm_throw_abstract(struct vm *vm, struct thread *t, const struct klass *receiver,
                      const struct method *m);
int vm_throw_ref(struct vm *vm, struct thread *t, ref exception);
/* Fills backtrace and depth of a Throwable from t's stack. */
void vm_fill_stack_trace(struct vm *vm, struct thread *t, ref throwable);
/* Fails the run as unsupported: verdict inconclusive with this text and the Java stack. Returns
 * NATIVE_FATAL. */
int vm_unsupported(struct vm *vm, struct thread *t, const char *fmt, ...)
    __attribute__((format(printf, 3, 4)));
/* the same, of a native method */
int vm_lacks_native(struct vm *vm, struct thread *t, const struct method *m);

/* --- allocation --- all return 0 with OutOfMemoryError pending (t may be NULL at boot). Memory is
 * zeroed. */
ref vm_new_object(struct vm *vm, struct thread *t, struct klass *k);
ref vm_new_array(struct vm *vm, struct thread *t, struct klass *array_class, int32_t length);
ref vm_new_prim_array(struct vm *vm, struct thread *t, char type, int32_t length);
ref vm_new_ref_array(struct vm *vm, struct thread *t, struct klass *elem, int32_t length);
ref vm_new_multi_array(struct vm *vm, struct thread *t, struct klass *k, const int32_t *dims,
                       int count);
uint32_t vm_object_size(struct vm *vm, ref r); /* bytes, header included, multiple of 8 */

/* --- field and element access from natives: raw value access with barrier, escape marking and
 * events. The `_raw` way (MEM32 / put32) is for fields that no Java code races on. */
/* marks the closure of value shared if holder is */
void vm_put_ref(struct vm *vm, ref holder, uint32_t off, ref value);
/* Marks the closure of r as shared (soundness rule 8, escape is transitive). */
void vm_share(struct vm *vm, ref r);
/* Look-ups by name through superclasses; NULL / 0 when missing. Instance and static fields alike.
 */
struct field *klass_field(struct klass *k, const char *name, const char *desc);
/* this class, then supers, then interfaces */
struct method *klass_method(struct klass *k, const char *name, const char *desc);
/* this class only */
struct method *klass_declared_method(struct klass *k, const char *name, const char *desc);
/* The field at an offset of an object or mirror; NULL for array elements. */
struct field *vm_field_at(struct vm *vm, ref obj, uint32_t off);
/* instance field offset; aborts the boot when missing */
uint32_t klass_field_offset(struct klass *k, const char *name);

/* --- classes --- */
/* Loads and links by internal name ("java/lang/String", "[I", "[Ljava/lang/Foo;"). NULL: not found
 * or bad; err is filled with ERR_NOTFOUND (no such class) or ERR_INPUT. Loading is a pure function
 * of the class path and not part of any state. */
struct klass *vm_class(struct vm *vm, const char *name, struct error *err);
struct klass *vm_class_sym(struct vm *vm, const struct symbol *name, struct error *err);
struct klass *vm_array_class(struct vm *vm, struct klass *elem);
/* field descriptor: "I", "[J", "Lx/Y;" */
struct klass *vm_class_of_desc(struct vm *vm, const char *desc, struct error *err);
/* Same as vm_class but raises NoClassDefFoundError / ClassNotFoundException / ClassFormatError in
 * t. NULL: pending. */
struct klass *vm_class_throw(struct vm *vm, struct thread *t, const char *name,
                             bool not_found_exception);
/* assignability, arrays and interfaces included */
bool klass_is_subclass(const struct klass *k, const struct klass *of);
/* Of java.util.concurrent.locks, or a subclass: what a lock, a semaphore, a latch keeps to order
 * the threads. */
bool klass_orders_threads(const struct klass *k);
bool vm_instance_of(struct vm *vm, ref r, const struct klass *k); /* false for null */
/* Makes sure k is initialised. NATIVE_OK: it is (or this thread is doing it); NATIVE_RETRY: a frame
 * was pushed or the thread waits; NATIVE_STOP: stands before the visible check; NATIVE_THROW. */
int vm_init_class(struct vm *vm, struct thread *t, struct klass *k);
/* Defines a class from bytes (Lookup.defineClass, indy synthesis): name may differ from the bytes'
 * name by a suffix. */
struct klass *vm_define(struct vm *vm, const uint8_t *bytes, size_t len, const char *what,
                        struct klass *host, struct error *err);

/* --- methods and frames --- */
/* The method that invokevirtual/invokeinterface of m on an object of class k selects. NULL:
 * abstract. */
struct method *vm_select(struct vm *vm, const struct klass *k, const struct method *m);
/* Pushes a frame for m with the given argument slots (m->arg_slots of them). flags: enum
 * frame_flag, aux as in struct frame. Returns NATIVE_TAIL, or NATIVE_THROW (StackOverflowError,
 * abstract). Native methods: a stub frame is not possible; calls the native directly and returns
 * its result with *done. Use only through vm_call. */
int vm_push_frame(struct vm *vm, struct thread *t, struct method *m, const uint32_t *args,
                  uint32_t flags, uint32_t aux);

/* --- strings --- */
/* new String from (modified) UTF-8 */
ref vm_string(struct vm *vm, struct thread *t, const char *utf8);
ref vm_string_n(struct vm *vm, struct thread *t, const char *utf8, size_t len);
ref vm_string_utf16(struct vm *vm, struct thread *t, const uint16_t *s, size_t len);
ref vm_intern(struct vm *vm, ref string); /* the immortal String equal to it */
ref vm_intern_sym(struct vm *vm, const struct symbol *s);
/* The text of a String as malloc'd modified UTF-8 (caller frees); NULL for a null ref. */
char *vm_utf8(struct vm *vm, ref string);
uint32_t vm_string_length(struct vm *vm, ref string);
uint16_t vm_string_char(struct vm *vm, ref string, uint32_t i);

/* --- identity and time --- */
uint32_t vm_identity_hash(struct vm *vm, struct thread *t, ref r);
uint64_t vm_clock(struct vm *vm, struct thread *t); /* virtual ns; notes that it was read */
uint64_t vm_random(struct vm *vm);                  /* from machine.random */

/* --- monitors (vm/sched/monitor.c) --- all to be called after VISIBLE */
struct monitor *vm_monitor(struct vm *vm, ref obj); /* NULL when it has none */
struct monitor *vm_monitor_make(struct vm *vm, struct thread *t, ref obj);
bool vm_holds(struct vm *vm, const struct thread *t, ref obj);

/* --- text for people --- */
/* "Class.method(File.java:12)" lines of t's stack, innermost first; caller frees. */
char *vm_stack_text(struct vm *vm, struct thread *t);
/* "TwoStage.java:31" of the innermost frame outside the JDK (or the innermost at all); caller
 * frees. */
char *vm_location_text(struct vm *vm, struct thread *t);
/* The same from the backtrace of a Throwable: the stack (with "Caused by"), and its first place
 * outside the JDK. */
char *vm_throwable_text(struct vm *vm, ref throwable);
char *vm_throwable_location(struct vm *vm, ref throwable);
/* Class name with dots. Caller frees. */
char *klass_dotted(const struct klass *k);

#endif
