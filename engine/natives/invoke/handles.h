/* Method handles, var handles and their signature-polymorphic calls.
 *
 * A var handle is an object of one synthetic subclass of VarHandle, whose fields name the variable.
 * A method handle is an object of a synthetic subclass of MethodHandle; each target has its own
 * subclass. That class has a static method R invoke(MethodHandle self, arguments of the handle's
 * type...), and a call of the handle is a frame of this method. Combinators are such classes too,
 * with fields for the handles and values that they combine. No Java code of the implementation of
 * java.lang.invoke runs, not even its static initialisers. */
#ifndef HEDDLE_NATIVES_HANDLES_H
#define HEDDLE_NATIVES_HANDLES_H

#include "engine/vm/heap.h"
#include "engine/vm/loader/resolve.h"
#include "engine/vm/loader/synthetic.h"

#define METHOD_HANDLE "java/lang/invoke/MethodHandle"
#define METHOD_HANDLE_DESC "Ljava/lang/invoke/MethodHandle;"
#define VAR_HANDLE "java/lang/invoke/VarHandle"

/* The method record of a signature-polymorphic call: one per (class, name, descriptor). */
struct poly_method {
  struct method m; /* must be first: the interpreter's view */
  int mode;        /* VarHandle: index of the access mode */
  uint32_t argc;   /* number of arguments without the handle */
  char type[4];    /* descriptor characters of the first arguments, 'L' for all references */
  uint8_t slot[4]; /* slots of these arguments */
  struct klass *ret_class; /* class of a reference result, set on demand */
};

/* Implements vm_library.polymorphic. */
struct method *polymorphic_method(struct vm *vm, struct klass *k, const struct symbol *name,
                                  const struct symbol *desc);
/* Returns a static method (handle, the call's arguments) that adapts the call to the descriptor
 * `exact`. It converts the arguments as MethodHandle.asType does, calls m->name with the descriptor
 * `exact`, and converts the result. With `varargs`, it collects the arguments from the last
 * parameter on in an array, unless the caller passed such an array. NULL: WrongMethodTypeException
 * or a failure is pending (*rc). */
struct method *poly_adapter(struct vm *vm, struct thread *t, const struct method *m,
                            const char *exact, bool varargs, int *rc);
/* Throws WrongMethodTypeException; the message shows the descriptors as Java shows method types. */
int throw_wrong_type(struct vm *vm, struct thread *t, const char *expected, const char *found);

/* varhandle.c */
int varhandle_mode(const char *name); /* -1: no access mode */
int varhandle_call(struct native_call *c);
/* descriptor of an access; NULL: not supported. The caller frees it. */
char *varhandle_type(struct vm *vm, ref handle, const char *mode);

/* Kinds of variables. */
enum variable_kind {
  VARIABLE_FIELD,
  VARIABLE_STATIC,
  VARIABLE_ARRAY,
  VARIABLE_BYTES,
  VARIABLE_BUFFER
};
enum { VARIABLE_READ_ONLY = 16, VARIABLE_BIG_ENDIAN = 32, VARIABLE_EXACT = 64 };
/* Returns a new var handle. base: the class of the receiver, the owner of the static field, or the
 * array class. 0: an exception is pending. */
ref varhandle_new(struct vm *vm, struct thread *t, enum variable_kind kind, int flags,
                  struct klass *base, struct klass *type, uint32_t offset);

/* methodtype.c */
/* Resolves a MethodType constant; errors are pending as in vm/loader/resolve.h. */
int ldc_method_type(struct vm *vm, struct thread *t, const char *desc, ref *out);
/* Appends "I", "Ljava/lang/String;", "[J". */
void klass_desc(const struct klass *k, struct text *out);
/* Returns the descriptor of a MethodType object. The caller frees it. */
char *method_type_desc(struct vm *vm, ref method_type);
/* Returns "(String,int)void". The caller frees it. */
char *desc_readable(const char *desc);

/* methodhandle.c */
/* Resolves a MethodHandle constant of a class's constant pool, in the same way. */
int ldc_method_handle(struct vm *vm, struct thread *t, struct klass *k, uint32_t index, ref *out);
int handle_invoke(struct native_call *c);
int handle_invoke_exact(struct native_call *c);
const char *handle_type(struct vm *vm, ref handle); /* its descriptor; NULL: not one of ours */
bool handle_varargs(struct vm *vm, ref handle);     /* does invoke collect trailing arguments? */
void handle_set_varargs(struct vm *vm, ref handle); /* for all handles of its class */
/* Begins a class of method handles, which handle_define ends. */
struct synth *handle_class(const char *name);
/* Returns the static method to which the code is added; its locals are self, then the arguments. */
struct synth_method *handle_code(struct synth *s, const char *type);
/* Defines the class for handles of `type`, or finds the existing class of that name. *k receives
 * the class. */
int handle_define(struct vm *vm, struct thread *t, struct synth *s, const char *type,
                  struct klass *host, struct klass **k);
/* Returns a new handle of such a class. 0: an exception is pending. */
ref handle_new(struct vm *vm, struct thread *t, struct klass *k);
/* A member and the reference kind (JVMS 5.4.3.5) with which a handle calls it; handle_direct
 * returns the class of such handles. */
struct member_ref {
  int kind; /* 1..9 */
  const char *owner, *name, *desc;
  bool on_interface;
};
int handle_direct(struct vm *vm, struct thread *t, const struct member_ref *r, struct klass **k);

/* handle_combine.c: binds the handle's first argument, a reference; the new handle is the native's
 * result. */
int handle_bind(struct native_call *c, ref handle, ref value);

#endif
