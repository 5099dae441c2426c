/* The bytecode verifier (JVMS 4.10): proves that a class keeps the types of locals, operands,
 * fields and calls before any of its code runs, so that the interpreter need not look. What it
 * accepts cannot make the engine read or write outside of an object, a frame or the operand stack.
 *
 * Class files of version 50 and later are checked against their StackMapTable (4.10.1); those of
 * version 50 that fail get a second chance by inference, as in HotSpot. Older ones are checked by
 * type inference (4.10.2), with subroutines.
 *
 * The result is a pure function of the class's bytes and of those of the classes that it asks
 * about; these are loaded only when the answer depends on them (4.10.1.2: a class is assignable to
 * itself, to Object and to any interface unseen). */
#ifndef HEDDLE_VM_VERIFY_VERIFY_H
#define HEDDLE_VM_VERIFY_VERIFY_H

#include "engine/vm/vm.h"

/* Why a class was refused. */
struct verify_failure {
  bool limit;              /* the verifier gave up: the class may be good */
  const char *error_class; /* "java/lang/VerifyError", or what loading a class raised */
  char *message;           /* malloc'd, the receiver frees it; several lines, as HotSpot has them */
  /* a class that is not there on this path: no more is known than that it is needed; NULL: no such
   * fault */
  const struct symbol *missing;
};

/* Verifies all methods of a class with a class file; its supertypes are linked. 0, or ERR_INPUT
 * with *out filled, or ERR_LIMIT when the class would take more memory or time than the verifier
 * may have (*out states which, with `limit`). Unless a class is missing k->asked is made. */
int verify_class(struct vm *vm, struct klass *k, struct verify_failure *out);

#endif
