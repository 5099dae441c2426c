/* What the machine takes from above for the class library: the native methods, and what else of it
 * is not made of bytecode. A table that the machine is made with (natives/natives.h has the one).
 */
#ifndef HEDDLE_VM_LIBRARY_H
#define HEDDLE_VM_LIBRARY_H

#include "engine/vm/machine.h"

struct vm_library {
  /* Makes what the natives keep outside the arena, before any class is linked; release ends it,
   * also when open failed or was never called. */
  int (*open)(struct vm *vm, struct error *err);
  void (*release)(struct vm *vm);

  /* The function for a method of the JDK, NULL when there is none. *override: it goes before a body
   * that the method has. */
  native_fn *(*find)(struct vm *vm, const char *klass, const char *name, const char *desc,
                     bool *override);
  /* The same for a class that is none of the JDK's. */
  native_fn *(*find_library)(const char *klass, const char *name, const char *desc);
  native_fn *nothing; /* that of a method that does nothing: a <clinit> with it is none */

  /* A class that the class path lacks and heddle supplies; NULL: none of that name (err untouched),
   * or it cannot be made. */
  struct klass *(*supplied)(struct vm *vm, const struct symbol *name, struct error *err);

  /* Constants of method handles and types; see loader/resolve.h. */
  int (*method_handle)(struct vm *vm, struct thread *t, struct klass *k, uint32_t index, ref *out);
  int (*method_type)(struct vm *vm, struct thread *t, const char *desc, ref *out);
  /* The native method that implements VarHandle/MethodHandle.`name` called with `desc`; one per
   * (class, name, desc). NULL and vm->err (ERR_UNSUPPORTED) when there is none. */
  struct method *(*polymorphic)(struct vm *vm, struct klass *k, const struct symbol *name,
                                const struct symbol *desc);

  bool (*runs_tests)(const struct klass *main); /* main is heddle's own runner of a test */
  /* main was left by this exception */
  void (*main_threw)(struct vm *vm, ref exception);
};

#endif
