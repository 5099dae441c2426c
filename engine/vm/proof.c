/* See proof.h. */
#include "engine/vm/proof.h"

#include <stdlib.h>
#include <string.h>

static int refuse(struct klass *k, struct verify_failure *why) {
  k->refused = why;
  k->proof = PROOF_BAD;
  return ERR_INPUT;
}

static int prove_supers(struct vm *vm, struct klass *k) {
  if (k->super && klass_prove(vm, k->super)) return refuse(k, k->super->refused);
  for (uint32_t i = 0; i < k->interface_count; i++)
    if (klass_prove(vm, k->interfaces[i])) return refuse(k, k->interfaces[i]->refused);
  return 0;
}

static int prove(struct vm *vm, struct klass *k) {
  struct verify_failure found = {0}, *kept;
  if (!verify_class(vm, k, &found)) return 0;
  kept = pool_alloc(&vm->pool, sizeof *kept);
  *kept = found;
  kept->message = pool_strndup(&vm->pool, found.message, strlen(found.message));
  free(found.message);
  return refuse(k, kept);
}

int klass_prove(struct vm *vm, struct klass *k) {
  int rc;
  if (k->proof == PROOF_NONE && (k->is_jdk || !k->cf)) k->proof = PROOF_GOOD;
  if (k->proof != PROOF_NONE) return k->proof == PROOF_GOOD ? 0 : ERR_INPUT;
  rc = prove_supers(vm, k);
  if (!rc) rc = prove(vm, k);
  if (!rc) k->proof = PROOF_GOOD;
  return rc;
}

int klass_prove_throw(struct vm *vm, struct thread *t, struct klass *k) {
  if (!klass_prove(vm, k)) return NATIVE_OK;
  if (k->refused->limit) {
    error_set(&vm->err, ERR_LIMIT, "class %s: %.*s", k->name->s, (int)strcspn(k->refused->message, "\n"), k->refused->message);
    return NATIVE_FATAL;
  }
  return vm_throw(vm, t, k->refused->error_class, "%s", k->refused->message);
}
