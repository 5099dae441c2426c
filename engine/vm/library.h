/* The parts of the class library that are not bytecode, above all the native methods. They belong
 * to a higher layer, so a machine is made with a table of them (natives/natives.h has the only
 * one). */
#ifndef HEDDLE_VM_LIBRARY_H
#define HEDDLE_VM_LIBRARY_H

#include "engine/vm/machine.h"

struct vm_library {
  /* Makes the state that the natives keep outside the arena, before any class is linked. release
   * frees it, even if open failed or was never called. */
  int (*open)(struct vm *vm, struct error *err);
  void (*release)(struct vm *vm);

  /* Returns the function for a JDK method, or NULL. Sets *override if it replaces a method's Java
   * body. */
  native_fn *(*find)(struct vm *vm, const char *klass, const char *name, const char *desc,
                     bool *override);
  /* Returns the function for a method of a class outside the JDK, or NULL. */
  native_fn *(*find_library)(const char *klass, const char *name, const char *desc);
  /* function of a method that does nothing; a <clinit> bound to it counts as missing */
  native_fn *nothing;

  /* Supplies a class that the class path lacks. Returns NULL if heddle has none of that name (err
   * untouched) or cannot make it. */
  struct klass *(*supplied)(struct vm *vm, const struct symbol *name, struct error *err);

  /* Resolve constants of method handles and method types; see loader/resolve.h. */
  int (*method_handle)(struct vm *vm, struct thread *t, struct klass *k, uint32_t index, ref *out);
  int (*method_type)(struct vm *vm, struct thread *t, const char *desc, ref *out);
  /* Returns the native method that implements VarHandle/MethodHandle.`name` called with `desc`, one
   * per (class, name, desc). If there is none, sets vm->err (ERR_UNSUPPORTED) and returns NULL. */
  struct method *(*polymorphic)(struct vm *vm, struct klass *k, const struct symbol *name,
                                const struct symbol *desc);

  bool (*runs_tests)(const struct klass *main); /* whether main is heddle's own test runner */
  /* reports the exception that left main */
  void (*main_threw)(struct vm *vm, ref exception);
};

#endif
