/* Linking of invokedynamic call sites and dynamic constants, and the interface of a row of
 * bootstraps.def.
 *
 * A function makes a class with the assembler, defines it, and sets *out to a static method with
 * the call site's descriptor, or to a constant. It returns NATIVE_OK, NATIVE_THROW or NATIVE_FATAL.
 * The class of a call site is named after its host and its constant, so a second link of the same
 * site finds it. */
#ifndef HEDDLE_VM_INDY_INDY_H
#define HEDDLE_VM_INDY_INDY_H

#include "engine/vm/loader/resolve.h"
#include "engine/vm/loader/synthetic.h"

/* Links a call site. */
int resolve_indy(struct vm *vm, struct thread *t, struct klass *k, uint32_t index,
                 struct call_site *out);
/* Resolves an ldc of a dynamic constant to a static method that returns it. The initialiser of the
 * method's class computes the constant. */
int resolve_dynamic(struct vm *vm, struct thread *t, struct klass *k, uint32_t index,
                    struct method **out);

/* ---- internal ---- */

struct indy {
  struct vm *vm;
  struct thread *t;
  struct klass *host;
  const struct cp_entry *cp; /* constant pool of the host */
  const char *name, *desc;   /* name and descriptor of the call site */
  struct sig sig;            /* desc, parsed */
  uint32_t argc;             /* number of static arguments */
  const uint16_t *args;      /* their constant pool indices */
  char *klass_name;          /* name of the class to make; owned by the caller of indy_fn */
};

typedef int indy_fn(struct indy *site, struct call_site *out);
#define BOOTSTRAP(klass, name, fn) indy_fn fn;
#include "engine/vm/indy/bootstraps.def"
#undef BOOTSTRAP

/* Links a call site whose handles and names are resolved, without a look at earlier results. */
int indy_link(struct vm *vm, struct thread *t, struct klass *k, uint32_t index,
              struct call_site *out);
/* Resolves the handles needed to link a dynamic call site or constant: its bootstrap method, if
 * that belongs to the program, and the arguments. */
int indy_resolve_bootstrap(struct vm *vm, struct thread *t, struct klass *k, uint32_t index);
/* Links a call site with any other bootstrap method, which is Java code of the program. The first
 * call initialises the target's class, which runs the bootstrap method. */
int indy_user(struct vm *vm, struct thread *t, struct klass *host, uint32_t index,
              struct call_site *out);
/* Returns "Host$$Site$42" for the constant 42. If the host's loader belongs to the program, the
 * name also includes the loader's view of the classes. The caller frees it. */
char *indy_class_name(struct vm *vm, struct klass *host, const char *what, uint32_t index);
/* Returns static argument `i` if it is a constant with the tag `tag`, else NULL. */
const struct cp_entry *indy_arg(const struct indy *site, uint32_t i, int tag);
/* Fails the link because the bootstrap's arguments violate its contract. Returns NATIVE_FATAL. */
int indy_bad(const struct indy *site, const char *what);
/* Defines the class `s`, frees it, and sets *out to its static method `method`, which has the call
 * site's descriptor. */
int indy_finish(struct indy *site, struct synth *s, const char *method, struct call_site *out);

#endif
