/* Defines the classes that heddle makes, and keeps facts about classes. See synthetic.h. */
#include "engine/vm/loader/synthetic.h"

#include <stdlib.h>
#include <string.h>

#include "engine/base/check.h"
#include "engine/vm/loader/classes.h"

struct klass *synth_define_file(struct vm *vm, struct synth *s, const uint8_t *bytes, size_t len,
                                struct klass *host, struct error *err) {
  struct klass *k = NULL;
  if (bytes)
    k = vm_define(vm, bytes, len, synth_name(s), host, err);
  else
    error_set(err, ERR_UNSUPPORTED, "the call site class %s is too large", synth_name(s));
  /* the class is not verified, because heddle's own code may access what the program's may not */
  if (k) k->proof = PROOF_GOOD;
  for (uint32_t i = 0; k && i < k->method_count; i++)
    k->methods[i].vm_flags |= METHOD_SYNTHETIC | METHOD_HIDDEN;
  return k;
}

struct klass *synth_define(struct vm *vm, struct synth *s, struct klass *host, struct error *err) {
  size_t len = 0;
  uint8_t *bytes = synth_bytes(s, &len);
  struct klass *k = synth_define_file(vm, s, bytes, len, host, err);
  free(bytes);
  synth_free(s);
  return k;
}

struct klass *synth_find(struct vm *vm, const char *name) {
  const struct symbol *sym = symtab_find(vm->syms, name, strlen(name));
  return sym ? classes_find(vm, sym) : NULL;
}

int synth_failed(struct vm *vm, struct thread *t, const struct error *err) {
  if (err->code == ERR_NOTFOUND || err->code == ERR_INPUT)
    return vm_throw(vm, t, "java/lang/NoClassDefFoundError", "%s", err->msg);
  error_set(&vm->err, err->code ? err->code : ERR_INTERNAL, "%s", err->msg);
  return NATIVE_FATAL;
}

/* ---- facts about classes ---- */

struct fact {
  const char *kind;
  const struct symbol *key;
  void *value;
  struct fact *next;
};

void *synth_fact(const struct klass *k, const char *kind, const struct symbol *key) {
  for (struct fact *f = k->extra; f; f = f->next)
    if (f->key == key && !strcmp(f->kind, kind)) return f->value;
  return NULL;
}

void synth_fact_put(struct vm *vm, struct klass *k, const char *kind, const struct symbol *key,
                    void *value) {
  struct fact *f = pool_alloc(&vm->pool, sizeof *f);
  INVARIANT(!synth_fact(k, kind, key), "a fact about a class is stored once: %s of %s", kind,
            k->name->s);
  f->kind = kind;
  f->key = key;
  f->value = value;
  f->next = k->extra;
  k->extra = f;
}
