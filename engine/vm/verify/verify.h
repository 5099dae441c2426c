/* The bytecode verifier (JVMS 4.10). It proves that a class keeps the types of locals, operands,
 * fields and calls before any of its code runs, so that the interpreter need not check them. Code
 * that it accepts cannot make the engine read or write outside of an object, a frame or the operand
 * stack.
 *
 * Class files of version 50 and later are checked against their StackMapTable (4.10.1). Those of
 * version 50 that fail get a second chance by inference, as in HotSpot. Older ones are checked by
 * type inference (4.10.2), with subroutines.
 *
 * The result is a pure function of the bytes of the class and of the classes on which it depends. A
 * class is loaded only if the result depends on it (4.10.1.2: a class is assignable to itself, to
 * Object and to any interface without loading it). */
#ifndef HEDDLE_VM_VERIFY_VERIFY_H
#define HEDDLE_VM_VERIFY_VERIFY_H

#include "engine/vm/vm.h"

/* The reason why a class was refused. */
struct verify_failure {
  bool limit;              /* the verifier gave up; the class may be good */
  const char *error_class; /* "java/lang/VerifyError", or the error of loading a class */
  /* allocated with malloc, freed by the receiver; several lines, as in HotSpot */
  char *message;
  /* a class that verification needs and that does not exist on this path; NULL: another fault */
  const struct symbol *missing;
};

/* Verifies all methods of a class that has a class file and whose supertypes are linked. Returns 0,
 * ERR_INPUT with *out filled, or ERR_LIMIT if the class would need more memory or time than the
 * verifier may use (*out says which, with `limit`). Sets k->asked unless a class is missing. */
int verify_class(struct vm *vm, struct klass *k, struct verify_failure *out);

#endif
