/* Resolution of constants (JVMS 5.4.3).
 *
 * Results are cached outside the arena in klass->cp; failures are not. If a class loader of the
 * program defined k or the resolved class, the cached result is checked at each use, and each path
 * asks the loader as if for the first time (vm/loader/loaders.h). Access is checked for classes of
 * the program (access.h).
 *
 * All functions return NATIVE_OK, NATIVE_THROW (the linkage error is pending in t), NATIVE_RETRY (a
 * class loader of the program runs first) or NATIVE_FATAL. */
#ifndef HEDDLE_VM_LOADER_RESOLVE_H
#define HEDDLE_VM_LOADER_RESOLVE_H

#include "engine/vm/machine.h"

int resolve_class(struct vm *vm, struct thread *t, struct klass *k, uint32_t index,
                  struct klass **out);
/* Returns whether a resolved constant may resolve to something else on another path, or be
 * unresolved there. An instruction that uses such a constant must not be quickened. */
bool resolve_varies(struct vm *vm, struct klass *k, uint32_t index);
/* Resolves a class name as the code of k does. */
int resolve_name(struct vm *vm, struct thread *t, struct klass *k, const struct symbol *name,
                 struct klass **out);
/* --- vm/loader/resolve_names.c ---
 * Resolve the classes in a descriptor, or those that a constant names in addition to its class or
 * member; k's loader is asked for missing ones. Return NATIVE_OK at once if no loader of the
 * program defined k. */
int resolve_descriptor(struct vm *vm, struct thread *t, struct klass *k, const char *desc);
int resolve_constant_names(struct vm *vm, struct thread *t, struct klass *k, uint32_t index);
bool resolve_names_vary(struct vm *vm, struct klass *k, uint32_t index);
/* Returns a hash of the classes that the constant names on this path; 0 if no loader of the program
 * defined k. */
uint64_t resolve_view(struct vm *vm, struct klass *k, uint32_t index);
/* Throws NoSuchFieldError if the field is missing, IncompatibleClassChangeError if is_static does
 * not match. */
int resolve_field(struct vm *vm, struct thread *t, struct klass *k, uint32_t index, bool is_static,
                  struct field **out);
/* `opcode` is the invoke instruction. Throws IncompatibleClassChangeError if only one of the
 * instruction and the method is static. A signature-polymorphic method (MethodHandle.invoke*,
 * VarHandle.*) resolves to a separate method for each descriptor (vm_library.polymorphic). Private
 * and final methods reached through invokevirtual or invokeinterface have vtable == -1: call them
 * directly. */
int resolve_method(struct vm *vm, struct thread *t, struct klass *k, uint32_t index, int opcode,
                   struct method **out);
/* --- vm/loader/constraints.c ---
 * Throws LinkageError if the loaders of k and of the owner of a member mean different classes by a
 * name in the member's descriptor. */
int constraints_check(struct vm *vm, struct thread *t, const struct klass *k,
                      const struct klass *owner, const char *desc);
/* --- vm/loader/resolve_handle.c ---
 * Resolves the member that a method handle names, as the corresponding instruction does (JVMS
 * 5.4.3.5). If the member is missing, inaccessible or of another kind, the error occurs here, when
 * the handle is made, and not when it is called. */
int resolve_handle(struct vm *vm, struct thread *t, struct klass *k, uint32_t index);
/* Resolves an ldc of a String, Class, MethodHandle or MethodType to an immortal object. */
int resolve_ldc(struct vm *vm, struct thread *t, struct klass *k, uint32_t index, ref *out);
/* A linked invokedynamic call site: either a constant object (constant != 0, no arguments), or a
 * static method with the call site's descriptor. If the method's class has an initialiser, it must
 * be initialised first. */
struct call_site {
  struct method *target;
  ref constant;
};

/* The results for a constant that names several classes, one for each view of k (resolve_view).
 * resolve_seen returns NULL if none has been noted. */
const struct call_site *resolve_seen(const struct klass *k, uint32_t index, uint64_t view);
void resolve_note_seen(struct vm *vm, struct klass *k, uint32_t index, uint64_t view,
                       const struct call_site *value);

#endif
