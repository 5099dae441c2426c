/* Resolution of constants (JVMS 5.4.3). What a constant was resolved to is cached outside the arena
 * in klass->cp; failures are not. For a class whose loader is the program's, and for classes that
 * the program defines, it is looked at again with each use, and the loader is asked on each path as
 * on the first (vm/loader/loaders.h). Access is checked for the classes of the program (access.h).
 *
 * All functions return NATIVE_OK, NATIVE_THROW (the linkage error is pending in t), NATIVE_RETRY (a
 * class loader of the program is asked first) or NATIVE_FATAL. */
#ifndef HEDDLE_VM_LOADER_RESOLVE_H
#define HEDDLE_VM_LOADER_RESOLVE_H

#include "engine/vm/machine.h"

int resolve_class(struct vm *vm, struct thread *t, struct klass *k, uint32_t index,
                  struct klass **out);
/* The constant, which is resolved, may be another on another path, or not be resolved there: an
 * instruction with it is not to be quickened. */
bool resolve_varies(struct vm *vm, struct klass *k, uint32_t index);
/* The class of a name, as k's code sees it. */
int resolve_name(struct vm *vm, struct thread *t, struct klass *k, const struct symbol *name,
                 struct klass **out);
/* --- vm/loader/resolve_names.c --- the classes in a descriptor, and those that a constant other
 * than a class or a member names: k's loader is asked for what is missing. NATIVE_OK at once when k
 * has no loader of the program's own. */
int resolve_descriptor(struct vm *vm, struct thread *t, struct klass *k, const char *desc);
int resolve_constant_names(struct vm *vm, struct thread *t, struct klass *k, uint32_t index);
bool resolve_names_vary(struct vm *vm, struct klass *k, uint32_t index);
/* A hash of which classes those are that the constant names on this path; 0 for k of no loader of
 * the program. */
uint64_t resolve_view(struct vm *vm, struct klass *k, uint32_t index);
/* NoSuchFieldError when missing, IncompatibleClassChangeError when is_static does not fit. */
int resolve_field(struct vm *vm, struct thread *t, struct klass *k, uint32_t index, bool is_static,
                  struct field **out);
/* `opcode` is the invoke instruction: static fits are checked. Signature-polymorphic methods
 * (MethodHandle.invoke*, VarHandle.*) give a method of their own per descriptor
 * (vm_library.polymorphic). Private and final methods reached through invokevirtual/invokeinterface
 * have vtable == -1: call them directly. */
int resolve_method(struct vm *vm, struct thread *t, struct klass *k, uint32_t index, int opcode,
                   struct method **out);
/* --- vm/loader/constraints.c --- LinkageError when k and the owner of a member with that
 * descriptor have loaders that mean different classes by a name in it. */
int constraints_check(struct vm *vm, struct thread *t, const struct klass *k,
                      const struct klass *owner, const char *desc);
/* --- vm/loader/resolve_handle.c --- the member that a method handle names, resolved as the
 * instruction of its kind does (JVMS 5.4.3.5): what is not there, not accessible or of another kind
 * is an error when the handle is made, not when it is called. */
int resolve_handle(struct vm *vm, struct thread *t, struct klass *k, uint32_t index);
/* The handles that a dynamic call site or constant is linked with: its bootstrap method, if that is
 * the program's own, and the arguments. */
int resolve_bootstrap(struct vm *vm, struct thread *t, struct klass *k, uint32_t index);
/* ldc of a String, Class, MethodHandle or MethodType. Immortal object. */
int resolve_ldc(struct vm *vm, struct thread *t, struct klass *k, uint32_t index, ref *out);
/* ldc of a dynamic constant: a static method that returns it and whose class's initialiser computes
 * it. */
int resolve_dynamic(struct vm *vm, struct thread *t, struct klass *k, uint32_t index,
                    struct method **out);

/* A linked invokedynamic call site: either a constant object (constant != 0, no arguments) or a
 * static method whose descriptor is the call site's, and whose class is to be initialised first
 * when it has an initialiser. */
struct call_site {
  struct method *target;
  ref constant;
};
int resolve_indy(struct vm *vm, struct thread *t, struct klass *k, uint32_t index,
                 struct call_site *out);

/* --- vm/synth/synth.c, vm/indy*.c (called by the functions above) --- */
int indy_link(struct vm *vm, struct thread *t, struct klass *k, uint32_t index,
              struct call_site *out);
/* heddle links it itself: a row of bootstraps.def */
bool indy_is_known(const struct cp_entry *method);
/* A static synthetic method `Object call(Object receiver, Object[] args)` that casts and unboxes
 * the arguments, calls m (through its vtable when virtual; for constructors: new + call) and boxes
 * the result. Made once per method. NULL: vm->err. */
struct method *reflect_stub(struct vm *vm, struct method *m);

#endif
