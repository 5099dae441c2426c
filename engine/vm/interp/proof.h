/* When classes are verified: at linking (JVMS 5.4), that is before the first instance, static
 * access, static call or initialisation. The superclass and the superinterfaces come first, and
 * their failure is the class's own.
 *
 * Classes of the JDK image and those that heddle makes are taken as they are. The outcome is a pure
 * function of the classes' bytes: it is found once, kept outside the arena and never undone. But it
 * may need classes that the program defines: on each path their loader is asked for those of them
 * that are not there, as the first time. */
#ifndef HEDDLE_VM_INTERP_PROOF_H
#define HEDDLE_VM_INTERP_PROOF_H

#include "engine/vm/verify/verify.h"
#include "engine/vm/machine.h"

/* 0 when k's code may run, else ERR_INPUT with k->refused saying why. */
int klass_prove(struct vm *vm, struct klass *k);
/* The same; a failure is raised in t. NATIVE_OK, NATIVE_THROW, NATIVE_RETRY (a class loader of the
 * program is asked first), or NATIVE_FATAL when the verifier gave up: no error of the program's. */
int klass_prove_throw(struct vm *vm, struct thread *t, struct klass *k);
/* Of a class that the program defines: on this path its code has been found fit. */
static inline bool proof_stands(struct vm *vm, const struct klass *k) {
  return k->proof == PROOF_GOOD &&
         (!k->asks || (k->bytes_hash && klass_init_state(vm, k) == INIT_DONE));
}
static inline int proof_of(struct vm *vm, struct thread *t, struct klass *k) {
  return proof_stands(vm, k) || k->is_jdk ? NATIVE_OK : klass_prove_throw(vm, t, k);
}

#endif
