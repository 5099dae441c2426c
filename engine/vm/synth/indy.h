/* Linking an invokedynamic call site: what a row of bootstraps.def gets and does.
 *
 * A function makes a class with the assembler, defines it and fills *out with a static method of
 * the call site's descriptor, or with a constant. It returns NATIVE_OK, NATIVE_THROW or
 * NATIVE_FATAL. The class of a call site is named after its host and its constant: a second link of
 * the same site finds it (indy_known). */
#ifndef HEDDLE_VM_SYNTH_INDY_H
#define HEDDLE_VM_SYNTH_INDY_H

#include "engine/vm/loader/resolve.h"
#include "engine/vm/synth/synth.h"

struct indy {
  struct vm *vm;
  struct thread *t;
  struct klass *host;
  const struct cp_entry *cp; /* of the host */
  const char *name, *desc;   /* of the call site */
  struct sig sig;            /* desc, parsed */
  uint32_t argc;             /* static arguments */
  const uint16_t *args;      /* their constant pool indices */
  char *klass_name;          /* of the class to be made, owned by indy_link */
};

typedef int indy_fn(struct indy *site, struct call_site *out);
#define BOOTSTRAP(klass, name, fn) indy_fn fn;
#include "engine/vm/synth/bootstraps.def"
#undef BOOTSTRAP

/* Any other bootstrap method: Java code that the program brings. The target's class is initialised
 * by the first call, which runs the bootstrap method. */
int indy_user(struct vm *vm, struct thread *t, struct klass *host, uint32_t index,
              struct call_site *out);
/* "Host$$Site$42" for the constant 42: of the view that the host's loader gives, where that is one
 * of the program. Caller frees. */
char *indy_class_name(struct vm *vm, struct klass *host, const char *what, uint32_t index);
/* Static argument `i` when it is a constant of the kind `tag`, else NULL. */
const struct cp_entry *indy_arg(const struct indy *site, uint32_t i, int tag);
/* Fails the link: the bootstrap's arguments are not as its contract says. NATIVE_FATAL. */
int indy_bad(const struct indy *site, const char *what);
/* *out = the static method `name` with the call site's descriptor, of the class `s`, which is
 * defined and freed. */
int indy_finish(struct indy *site, struct synth *s, const char *method, struct call_site *out);

#endif
