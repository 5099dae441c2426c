/* The interface for native methods: what a function in engine/natives/ may use.
 *
 * A native runs inside one transition of one thread. The collector runs only at safepoints of the
 * interpreter, never inside a native, so a native may keep plain local `ref` variables across
 * allocations.
 *
 * A native that performs a visible operation (soundness rules 8 (escape is transitive) to 10 (bulk
 * by elements)) first calls VISIBLE(). If the thread must stop there, the native returns
 * NATIVE_STOP and must not have changed anything. It is executed again when its thread is
 * chosen. */
#ifndef HEDDLE_VM_MACHINE_H
#define HEDDLE_VM_MACHINE_H

#include "engine/vm/vm.h"
#include "engine/base/check.h"

enum native_result {
  NATIVE_OK,    /* the result is in c->ret */
  NATIVE_THROW, /* an exception is pending (vm_throw*) */
  NATIVE_STOP,  /* the thread stopped before a visible operation; execute again when it is chosen */
  /* a frame was pushed (class initialisation, an up-call with FRAME_DISCARD) or the thread blocked:
   * execute again when the frame is popped or the thread resumes */
  NATIVE_RETRY,
  NATIVE_TAIL,  /* a frame was pushed; its result becomes the native's result */
  NATIVE_EXIT,  /* the program ended (System.exit) */
  NATIVE_FATAL, /* vm->err is set */
};

struct native_call {
  struct vm *vm;
  struct thread *t;
  const struct method *m;
  /* argument slots, receiver first; long and double take two slots (low word first), see arg64 */
  uint32_t *args;
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

/* A row of a natives table. Class, name and descriptor are as in class files. A NULL descriptor
 * matches any overload. A row for a method with a Java body overrides the body. */
struct native_row {
  const char *klass, *name, *desc;
  native_fn *fn;
};
/* Each file of engine/natives/ defines one `const struct native_row natives_NAME[]` that ends with
 * {0}, and has one row NATIVES(NAME) in natives/natives.def. */

/* --- visible operations ---
 * Returns true if the thread may go on now. Returns false if it must stop before the operation; the
 * thread record then holds the operation, and the native must return NATIVE_STOP. `obj` may be 0
 * for an operation on no object; `off` is the offset of a field or element inside obj. An access to
 * an unshared object stops only with --por none. */
bool vm_visible(struct vm *vm, struct thread *t, enum op_kind op, ref obj, uint32_t off);
/* Like vm_visible, but for an operation that is not a scheduling point. Only vm->sched.cut can stop
 * the thread before it. */
bool vm_passes(struct vm *vm, struct thread *t, enum op_kind op, ref obj, uint32_t off);
/* Returns whether the method that t executes publishes references by plain stores into arrays
 * (vm/interp/releases.def). Such a store counts as a volatile write. */
bool vm_hands_over(struct vm *vm, const struct thread *t, ref obj);
/* Returns whether each element that a native copies is a scheduling point of its own. */
static inline bool vm_bulk_apart(const struct vm *vm) {
  return vm->sched.scheduling && vm->sched.apart;
}
/* Chooses an input value from `count` values (1 .. CHOICE_VALUES_MAX). This is a choice of the
 * search and always a scheduling point. Sets *which and returns true, or returns false if the
 * thread stops before it; then return NATIVE_STOP. Call only while vm->sched.scheduling. */
bool vm_choose(struct vm *vm, struct thread *t, uint32_t count, uint32_t *which);
#define VISIBLE(c, op, obj, off) \
  do { \
    if (!vm_visible((c)->vm, (c)->t, (op), (obj), (off))) return NATIVE_STOP; \
  } while (0)

/* --- exceptions ---
 * Raises an exception of class `klass` in t. Returns NATIVE_THROW, or NATIVE_FATAL if the class
 * cannot be loaded. fmt may be NULL for no message. */
int vm_throw(struct vm *vm, struct thread *t, const char *klass, const char *fmt, ...)
    __attribute__((format(printf, 4, 5)));
/* uses the JDK's message */
int vm_throw_class_cast(struct vm *vm, struct thread *t, ref r, const struct klass *to);
/* Raises AbstractMethodError: m has no code, and the class `receiver` has no other method for it.
 * receiver is NULL if there is no receiver. */
int vm_throw_abstract(struct vm *vm, struct thread *t, const struct klass *receiver,
                      const struct method *m);
int vm_throw_ref(struct vm *vm, struct thread *t, ref exception);
/* Fills the backtrace and depth of a Throwable from t's stack. */
void vm_fill_stack_trace(struct vm *vm, struct thread *t, ref throwable);
/* Fails the run as unsupported: the verdict becomes inconclusive, with this text and the Java
 * stack. Returns NATIVE_FATAL. */
int vm_unsupported(struct vm *vm, struct thread *t, const char *fmt, ...)
    __attribute__((format(printf, 3, 4)));
/* Like vm_unsupported, with a message about the missing native m. */
int vm_lacks_native(struct vm *vm, struct thread *t, const struct method *m);

/* --- allocation ---
 * All return zeroed memory, or 0 with OutOfMemoryError pending. t may be NULL during boot. */
ref vm_new_object(struct vm *vm, struct thread *t, struct klass *k);
ref vm_new_array(struct vm *vm, struct thread *t, struct klass *array_class, int32_t length);
ref vm_new_prim_array(struct vm *vm, struct thread *t, char type, int32_t length);
ref vm_new_ref_array(struct vm *vm, struct thread *t, struct klass *elem, int32_t length);
ref vm_new_multi_array(struct vm *vm, struct thread *t, struct klass *k, const int32_t *dims,
                       int count);
uint32_t vm_object_size(struct vm *vm, ref r); /* size in bytes, header included, multiple of 8 */

/* --- field and element access from natives ---
 * Raw access to values with write barrier and escape marking. Direct access (MEM32, put32) is for
 * fields on which no Java code races. */
/* Stores value. Marks its closure shared if holder is shared. */
void vm_put_ref(struct vm *vm, ref holder, uint32_t off, ref value);
/* Marks the closure of r as shared (soundness rule 8, escape is transitive). */
void vm_share(struct vm *vm, ref r);
/* Look-ups by name through the superclasses, for instance and static fields alike. They return NULL
 * or 0 when nothing is found. */
struct field *klass_field(struct klass *k, const char *name, const char *desc);
/* searches this class, then its superclasses, then its interfaces */
struct method *klass_method(struct klass *k, const char *name, const char *desc);
/* searches this class only */
struct method *klass_declared_method(struct klass *k, const char *name, const char *desc);
/* Returns the field at an offset of an object or mirror, or NULL for an array element. */
struct field *vm_field_at(struct vm *vm, ref obj, uint32_t off);
/* Returns the offset of an instance field. Aborts the boot if the field is missing. */
uint32_t klass_field_offset(struct klass *k, const char *name);

/* --- classes --- */
/* Loads and links a class by its internal name ("java/lang/String", "[I", "[Ljava/lang/Foo;").
 * Returns NULL with err set to ERR_NOTFOUND (no such class) or ERR_INPUT (bad class). Loading is a
 * pure function of the class path and not part of any state. */
struct klass *vm_class(struct vm *vm, const char *name, struct error *err);
struct klass *vm_class_sym(struct vm *vm, const struct symbol *name, struct error *err);
struct klass *vm_array_class(struct vm *vm, struct klass *elem);
/* takes a field descriptor: "I", "[J", "Lx/Y;" */
struct klass *vm_class_of_desc(struct vm *vm, const char *desc, struct error *err);
/* Like vm_class, but raises NoClassDefFoundError, ClassNotFoundException or ClassFormatError in t
 * and then returns NULL. */
struct klass *vm_class_throw(struct vm *vm, struct thread *t, const char *name,
                             bool not_found_exception);
/* tests assignability, arrays and interfaces included */
bool klass_is_subclass(const struct klass *k, const struct klass *of);
/* Returns whether k is a class of java.util.concurrent.locks or a subclass of one. Locks,
 * semaphores and latches order threads by such objects. */
bool klass_orders_threads(const struct klass *k);
bool vm_instance_of(struct vm *vm, ref r, const struct klass *k); /* false for null */
/* Makes sure that k is initialised. Returns NATIVE_OK if it is, or if this thread is initialising
 * it; NATIVE_RETRY if a frame was pushed or the thread waits; NATIVE_STOP if the thread stopped
 * before the visible check; or NATIVE_THROW. */
int vm_init_class(struct vm *vm, struct thread *t, struct klass *k);
/* Defines a class from bytes (Lookup.defineClass, invokedynamic). Its name may have a suffix that
 * the name in the bytes lacks. */
struct klass *vm_define(struct vm *vm, const uint8_t *bytes, size_t len, const char *what,
                        struct klass *host, struct error *err);

/* --- methods and frames --- */
/* Returns the method that invokevirtual or invokeinterface of m selects on an object of class k, or
 * NULL if that is abstract. */
struct method *vm_select(struct vm *vm, const struct klass *k, const struct method *m);
/* Pushes a frame for m with m->arg_slots argument slots. flags: enum frame_flag; aux: as in struct
 * frame. Returns NATIVE_TAIL, or NATIVE_THROW (StackOverflowError, abstract method). */
int vm_push_frame(struct vm *vm, struct thread *t, struct method *m, const uint32_t *args,
                  uint32_t flags, uint32_t aux);

/* --- strings --- */
/* makes a String from (modified) UTF-8 */
ref vm_string(struct vm *vm, struct thread *t, const char *utf8);
ref vm_string_n(struct vm *vm, struct thread *t, const char *utf8, size_t len);
ref vm_string_utf16(struct vm *vm, struct thread *t, const uint16_t *s, size_t len);
ref vm_intern(struct vm *vm, ref string); /* returns the immortal String equal to it */
ref vm_intern_sym(struct vm *vm, const struct symbol *s);
/* Returns the text of a String as modified UTF-8, allocated with malloc (the caller frees it), or
 * NULL for a null ref. */
char *vm_utf8(struct vm *vm, ref string);
uint32_t vm_string_length(struct vm *vm, ref string);
uint16_t vm_string_char(struct vm *vm, ref string, uint32_t i);

/* --- identity and time --- */
uint32_t vm_identity_hash(struct vm *vm, struct thread *t, ref r);
uint64_t vm_seed_nanos(struct vm *vm); /* the nanoTime that class initialisers of the library get */
uint64_t vm_clock(struct vm *vm, struct thread *t); /* virtual ns; notes that it was read */
uint64_t vm_random(struct vm *vm);                  /* next number of machine.random */

/* --- monitors (vm/sched/monitor.c) ---
 * Call these after VISIBLE. */
struct monitor *vm_monitor(struct vm *vm, ref obj); /* NULL if the object has no monitor record */
struct monitor *vm_monitor_make(struct vm *vm, struct thread *t, ref obj);
bool vm_holds(struct vm *vm, const struct thread *t, ref obj);

/* --- text for people --- */
/* Adds the frames of t's stack that are shown, innermost first. Returns how many calls of a test's
 * runner are left out at the end. */
uint32_t vm_stack_places(struct vm *vm, struct thread *t, stack_place_vec *out);
/* Returns the lines "Class.method(File.java:12)" of t's stack, innermost first. The caller frees
 * them. */
char *vm_stack_text(struct vm *vm, struct thread *t);
/* Returns the place, such as "TwoStage.java:31", of the innermost frame outside the JDK, or else of
 * the innermost frame. The caller frees it. */
char *vm_location_text(struct vm *vm, struct thread *t);
/* Returns the method of that place, or NULL, and sets *bci, if `bci` is not NULL. */
const struct method *vm_location_method(struct vm *vm, const struct thread *t, uint32_t *bci);
/* The same from the backtrace of a Throwable: its stack (with "Caused by") and its innermost place
 * outside the JDK. */
char *vm_throwable_text(struct vm *vm, ref throwable);
char *vm_throwable_location(struct vm *vm, ref throwable);
const struct method *vm_throwable_method(struct vm *vm, ref throwable);
/* Adds the frames in that text, as frames of the thread. */
void vm_throwable_places(struct vm *vm, ref throwable, uint32_t thread, stack_place_vec *out);
/* Returns the class name with dots. The caller frees it. */
char *klass_dotted(const struct klass *k);

#endif
