/* Creates combinators of method handles: builds a class with fields for the handles and values that
 * it combines. */
#ifndef HEDDLE_NATIVES_COMBINE_H
#define HEDDLE_NATIVES_COMBINE_H

#include "engine/natives/invoke/handles.h"
#include "engine/natives/util.h"

#define HANDLES "java/lang/invoke/MethodHandles"

/* A combinator under construction. Its class is named after the operation and everything on which
 * its code depends. */
struct combine {
  struct native_call *c;
  struct text key; /* operation, types, positions */
  char *name;
  struct sig *sig; /* signature of the result */
  char *type;
  struct synth *s;
  struct synth_method *m;
  bool ended; /* the end of the code is unreachable */
  uint32_t fields;
  ref values[255]; /* initial values of the new object's fields, in order */
};

struct combine *combine_new(struct native_call *c, const char *op);
void combine_free(struct combine *b);
/* Frees b and returns rc. */
int combine_fail(struct combine *b, int rc);
/* Begins the code, once b->sig is the result's type and the key is complete. The locals of the code
 * are self, then the arguments. */
void combine_begin(struct combine *b);
/* Adds a field for `value`, a method handle or any object, and pushes it in the code. */
void combine_push(struct combine *b, ref value, bool handle);
/* Calls the handle of `type` that is below its arguments on the stack. */
void combine_call(struct combine *b, const char *type);
/* Returns the value on the stack, defines the class or finds the existing one of that name, and
 * creates the object as the native's result. Frees b. */
int combine_end(struct combine *b);

/* Returns the type of a handle argument; NULL with the exception pending in *rc. */
const char *combine_type_of(struct native_call *c, int slot, int *rc);
int combine_bad(struct native_call *c, const char *what); /* throws IllegalArgumentException */
/* Checks a value for a parameter of type t, as bindTo and insertArguments do when they are
 * called. */
int combine_check(struct native_call *c, struct jtype t, ref value);
/* Returns the descriptor of a class; it lives as long as the machine. */
struct jtype combine_jtype(struct vm *vm, const struct klass *k);

#endif
