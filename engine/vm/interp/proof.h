/* When classes are verified: at linking (JVMS 5.4), before the first instance, static access,
 * static call or initialisation. The superclass and superinterfaces come first; if one of them
 * fails, the class fails too.
 *
 * Classes of the JDK image and classes that heddle makes are trusted. The result is a pure function
 * of the classes' bytes, so it is computed once, kept outside the arena and never undone. But it
 * may depend on classes that the program defines. On each path where such a class is missing, its
 * loader is asked for it again. */
#ifndef HEDDLE_VM_INTERP_PROOF_H
#define HEDDLE_VM_INTERP_PROOF_H

#include "engine/vm/verify/verify.h"
#include "engine/vm/machine.h"

/* Returns 0 if k's code may run. Otherwise returns ERR_INPUT, with the reason in k->refused. */
int klass_prove(struct vm *vm, struct klass *k);
/* Like klass_prove, but raises a failure in t. Returns NATIVE_OK, NATIVE_THROW, NATIVE_RETRY (a
 * class loader of the program runs first), or NATIVE_FATAL if the verifier gave up, which is not an
 * error of the program. */
int klass_prove_throw(struct vm *vm, struct thread *t, struct klass *k);
/* Returns whether the class is already verified and this also holds on the current path. */
static inline bool proof_stands(struct vm *vm, const struct klass *k) {
  return k->proof == PROOF_GOOD &&
         (!k->asks || (k->bytes_hash && klass_init_state(vm, k) == INIT_DONE));
}
static inline int proof_of(struct vm *vm, struct thread *t, struct klass *k) {
  return proof_stands(vm, k) || k->is_jdk ? NATIVE_OK : klass_prove_throw(vm, t, k);
}

#endif
