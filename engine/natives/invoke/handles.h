/* Method handles, var handles and their signature-polymorphic calls.
 *
 * A var handle is an object of one synthetic subclass of VarHandle whose fields name the variable.
 * A method handle is an object of a synthetic subclass of MethodHandle of its own per target; that
 * class has a static method R invoke(MethodHandle self, arguments of the handle's type...) so that
 * a call of the handle is a frame of this method. Combinators are such classes too, with fields for
 * the handles and values that they are made of. No Java code of java.lang.invoke's implementation
 * runs, nor its static initialisers. */
#ifndef HEDDLE_NATIVES_HANDLES_H
#define HEDDLE_NATIVES_HANDLES_H

#include "engine/vm/loader/resolve.h"
#include "engine/vm/synth/synth.h"

#define METHOD_HANDLE "java/lang/invoke/MethodHandle"
#define METHOD_HANDLE_DESC "Ljava/lang/invoke/MethodHandle;"
#define VAR_HANDLE "java/lang/invoke/VarHandle"

/* A method record of a signature-polymorphic call: one per (class, name, descriptor). */
struct poly_method {
  struct method m; /* first: the interpreter's view */
  int mode;        /* VarHandle: index of the access mode */
  uint32_t argc;   /* without the handle */
  char type[4];    /* first characters of the first arguments' types, 'L' for all references */
  uint8_t slot[4]; /* and their slots */
  struct klass *ret_class; /* class of a reference result once needed */
};

/* vm_library.polymorphic */
struct method *polymorphic_method(struct vm *vm, struct klass *k, const struct symbol *name,
                                  const struct symbol *desc);
/* The descriptor of the poly method that adapts the call to `exact`: a static method (handle, the
 * call's arguments) that converts them as MethodHandle.asType does, calls m->name with the
 * descriptor `exact` and converts the result. With `varargs` the arguments from the last parameter
 * on are collected in an array, unless one array stands there. NULL: WrongMethodTypeException or a
 * failure is pending (*rc). */
struct method *poly_adapter(struct vm *vm, struct thread *t, const struct method *m,
                            const char *exact, bool varargs, int *rc);
/* Throws WrongMethodTypeException; the descriptors are shown as Java shows method types. */
int throw_wrong_type(struct vm *vm, struct thread *t, const char *expected, const char *found);

/* varhandle.c */
int varhandle_mode(const char *name); /* -1: no access mode */
int varhandle_call(struct native_call *c);
/* descriptor of an access; NULL: none. Caller frees */
char *varhandle_type(struct vm *vm, ref handle, const char *mode);

/* Kinds of variables; the number of coordinates follows. */
enum variable_kind {
  VARIABLE_FIELD,
  VARIABLE_STATIC,
  VARIABLE_ARRAY,
  VARIABLE_BYTES,
  VARIABLE_BUFFER
};
enum { VARIABLE_READ_ONLY = 16, VARIABLE_BIG_ENDIAN = 32, VARIABLE_EXACT = 64 };
/* A new var handle. base: the class of the receiver, the owner of the static, or the array class.
 * 0: exception pending.
 */
ref varhandle_new(struct vm *vm, struct thread *t, enum variable_kind kind, int flags,
                  struct klass *base, struct klass *type, uint32_t offset);

/* methodtype.c */
/* The constant; its errors are pending as those of vm/loader/resolve.h. */
int ldc_method_type(struct vm *vm, struct thread *t, const char *desc, ref *out);
void klass_desc(const struct klass *k, struct text *out); /* "I", "Ljava/lang/String;", "[J" */
char *method_type_desc(struct vm *vm, ref method_type);   /* of a MethodType object; caller frees */
char *desc_readable(const char *desc);                    /* "(String,int)void"; caller frees */

/* methodhandle.c */
/* The constant of a class's pool; likewise. */
int ldc_method_handle(struct vm *vm, struct thread *t, struct klass *k, uint32_t index, ref *out);
int handle_invoke(struct native_call *c);
int handle_invoke_exact(struct native_call *c);
const char *handle_type(struct vm *vm, ref handle); /* descriptor; NULL: not one of ours */
bool handle_varargs(struct vm *vm, ref handle);     /* invoke collects trailing arguments */
void handle_set_varargs(struct vm *vm, ref handle); /* all handles of its class */
/* Ends a class that was begun with handle_class: defines it for the type, or finds the one of that
 * name. *k: the class.
 */
struct synth *handle_class(const char *name);
/* The static method that code goes to; its locals are self, then the arguments. */
struct synth_method *handle_code(struct synth *s, const char *type);
int handle_define(struct vm *vm, struct thread *t, struct synth *s, const char *type,
                  struct klass *host, struct klass **k);
/* A new handle of such a class. 0: exception pending. */
ref handle_new(struct vm *vm, struct thread *t, struct klass *k);
/* The class of handles that call a member as the reference kind (JVMS 5.4.3.5) says. */
struct member_ref {
  int kind; /* 1..9 */
  const char *owner, *name, *desc;
  bool on_interface;
};
int handle_direct(struct vm *vm, struct thread *t, const struct member_ref *r, struct klass **k);

/* handle_combine.c: the handle with its first argument, a reference, fixed; the native's result. */
int handle_bind(struct native_call *c, ref handle, ref value);

#endif
