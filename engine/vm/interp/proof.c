/* See proof.h. */
#include "engine/vm/interp/proof.h"

#include "engine/vm/loader/loaders.h"

#include <stdlib.h>
#include <string.h>

/* Notes why k is refused. If only a class is missing, k may be verified again later. */
static int proof_refuse(struct klass *k, struct verify_failure *why) {
  k->refused = why;
  if (!why->missing) k->proof = PROOF_BAD;
  return ERR_INPUT;
}

static int prove_supers(struct vm *vm, struct klass *k) {
  if (k->super && klass_prove(vm, k->super)) return proof_refuse(k, k->super->refused);
  for (uint32_t i = 0; i < k->interface_count; i++)
    if (klass_prove(vm, k->interfaces[i])) return proof_refuse(k, k->interfaces[i]->refused);
  return 0;
}

static int prove(struct vm *vm, struct klass *k) {
  struct verify_failure found = {0}, *kept;
  if (!verify_class(vm, k, &found)) return 0;
  kept = pool_alloc(&vm->pool, sizeof *kept);
  *kept = found;
  kept->message = pool_strndup(&vm->pool, found.message, strlen(found.message));
  free(found.message);
  return proof_refuse(k, kept);
}

static bool asks(const struct klass *k) {
  bool some = k->asked_count || (k->super && k->super->asks);
  for (uint32_t i = 0; i < k->interface_count; i++) some |= k->interfaces[i]->asks;
  return some;
}

/* Returns whether the verification of k used a class whose name means another class on this
 * path. */
static bool is_for_others(struct vm *vm, const struct klass *k) {
  const struct klass *c;
  for (uint32_t i = 0; i < k->asked_count; i++) {
    c = k->own_loader ? loader_sees(vm, k, k->asked[i]->shown, NULL) : k->asked[i];
    if (c && c != k->asked[i]) return true;
  }
  return false;
}

/* Returns whether k or a supertype must be verified again. */
static bool renew(struct vm *vm, struct klass *k) {
  bool again = is_for_others(vm, k);
  if (k->super && k->super->asks) again |= renew(vm, k->super);
  for (uint32_t i = 0; i < k->interface_count; i++)
    if (k->interfaces[i]->asks) again |= renew(vm, k->interfaces[i]);
  if (!again) return false;
  k->proof = PROOF_NONE;
  k->asked_count = 0;
  return true;
}

int klass_prove(struct vm *vm, struct klass *k) {
  int rc;
  if (k->asks) renew(vm, k);
  if (k->proof == PROOF_NONE && (k->is_jdk || !k->cf)) k->proof = PROOF_GOOD;
  if (k->proof != PROOF_NONE) return k->proof == PROOF_GOOD ? 0 : ERR_INPUT;
  rc = prove_supers(vm, k);
  if (!rc) rc = prove(vm, k);
  if (!rc) k->proof = PROOF_GOOD;
  k->asks = asks(k);
  return rc;
}

/* Returns the first class that the verification of k or a supertype needs and that does not exist
 * on this path. Sets *whose to the class that needs it. */
static const struct symbol *lost(struct vm *vm, const struct klass *k, const struct klass **whose) {
  for (uint32_t i = 0; i <= k->interface_count; i++) {
    const struct klass *s = i ? k->interfaces[i - 1] : k->super;
    const struct symbol *name = s ? lost(vm, s, whose) : NULL;
    if (name || (s && s->proof == PROOF_BAD)) return name;
  }
  *whose = k;
  for (uint32_t i = 0; i < k->asked_count; i++)
    if (!loader_stands(vm, k, k->asked[i])) return k->asked[i]->shown;
  return k->proof == PROOF_NONE && k->refused ? k->refused->missing : NULL;
}

static int ask_for(struct vm *vm, struct thread *t, const struct klass *k,
                   const struct symbol *name) {
  ref loader = loader_own(vm, k);
  return loader ? loader_ask(vm, t, loader, name)
                : vm_throw(vm, t, "java/lang/NoClassDefFoundError", "%s", name->s);
}

int klass_prove_throw(struct vm *vm, struct thread *t, struct klass *k) {
  int rc = klass_prove(vm, k);
  const struct klass *whose;
  const struct symbol *name = rc || k->asks ? lost(vm, k, &whose) : NULL;
  if (name) return ask_for(vm, t, whose, name);
  if (!rc) return NATIVE_OK;
  if (k->refused->limit) {
    error_set(&vm->err, ERR_LIMIT, "class %s: %.*s", k->name->s,
              (int)strcspn(k->refused->message, "\n"), k->refused->message);
    return NATIVE_FATAL;
  }
  return vm_throw(vm, t, k->refused->error_class, "%s", k->refused->message);
}
