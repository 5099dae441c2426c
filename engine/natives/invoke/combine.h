/* Making combinators of method handles: a class under construction, with fields for the handles and
 * values that it combines. */
#ifndef HEDDLE_NATIVES_COMBINE_H
#define HEDDLE_NATIVES_COMBINE_H

#include "engine/natives/invoke/handles.h"
#include "engine/natives/util.h"

#define HANDLES "java/lang/invoke/MethodHandles"

/* A combination under construction: the class is named after the operation and everything that its
 * code depends on. */
struct combine {
  struct native_call *c;
  struct text key; /* operation, types, positions */
  char *name;
  struct sig *sig; /* of the result */
  char *type;
  struct synth *s;
  struct synth_method *m;
  bool ended; /* no way leads to the end of the code */
  uint32_t fields;
  ref values[255]; /* of the fields, in order; set in the new object */
};

struct combine *combine_new(struct native_call *c, const char *op);
void combine_free(struct combine *b);
/* Frees b and returns rc. */
int combine_fail(struct combine *b, int rc);
/* The result's type is b->sig now and the key complete: begins the code. Its locals are self, then
 * the arguments. */
void combine_begin(struct combine *b);
/* A field for `value`, pushed by the code: a method handle, or any object. */
void combine_push(struct combine *b, ref value, bool handle);
/* Calls the handle of `type` below its arguments. */
void combine_call(struct combine *b, const char *type);
/* Returns what is on the stack, defines the class or finds the one of that name, and makes the
 * object: the native's result. Frees b. */
int combine_end(struct combine *b);

/* The type of a handle argument: NULL with the exception pending in *rc. */
const char *combine_type_of(struct native_call *c, int slot, int *rc);
int combine_bad(struct native_call *c, const char *what); /* IllegalArgumentException */
/* A value for a parameter of type t, as bindTo and insertArguments check it when they are called.
 */
int combine_check(struct native_call *c, struct jtype t, ref value);
/* The descriptor of a class that lives as long as the machine. */
struct jtype combine_jtype(struct vm *vm, const struct klass *k);

#endif
