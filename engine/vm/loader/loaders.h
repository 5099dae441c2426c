/* Class loaders of the program: which classes the code of a class that such a loader defined sees
 * by name (JVMS 5.3).
 *
 * For each loader, a path knows the classes that it has defined and the classes with which it has
 * answered requests. An answer is final for the rest of the path. On another path the answer may be
 * another class. So everything outside the arena that depends on a name in such code (resolved
 * constants, call sites, verification) is either requested again on each path or kept together with
 * the classes for which it was made. */
#ifndef HEDDLE_VM_LOADER_LOADERS_H
#define HEDDLE_VM_LOADER_LOADERS_H

#include "engine/vm/machine.h"

/* Returns the loader of the program that defined k on this path; 0 if k comes from the class path,
 * the JDK or a Lookup of such a class. */
ref loader_own(struct vm *vm, const struct klass *k);
/* Returns whether a ClassLoader, not null, belongs to the library. All of these search the class
 * path and the image. */
bool loader_is_builtin(struct vm *vm, ref loader);
/* Returns false for a class that only another path has defined. */
bool loader_has_defined(struct vm *vm, const struct klass *k);
/* Returns whether a loader must be asked even for classes that exist, because it may have its own
 * class of that name. That is every loader that does not simply delegate to the application's
 * loader first. Each class is requested once on a path. */
bool loader_overrides(struct vm *vm, ref loader);
/* Returns whether the loader must be asked before its answer for the name of `to` can be the
 * existing class `to`. */
bool loader_to_ask(struct vm *vm, ref loader, const struct klass *to);
/* The same for the loader of `from`, whose code names `to`. */
bool loader_must_ask(struct vm *vm, const struct klass *from, const struct klass *to);
/* the native ClassLoader$$Ask.note(ClassLoader, Class), which records an answer */
int loader_note(struct native_call *c);

/* Returns the class that a loader has defined or answered with on this path under a name that is
 * not an array's, or NULL. */
struct klass *loader_found(struct vm *vm, ref loader, const struct symbol *name);
/* Returns the class, possibly an array class, that code of k sees under a name as far as this path
 * knows it. k is a class that a loader of the program defined, or one made for such a class.
 * Returns NULL with vm_classes()->missing if the loader must be asked first, or else with an
 * error. */
struct klass *loader_sees(struct vm *vm, const struct klass *k, const struct symbol *name,
                          struct error *err);
/* The same for any code that asks a loader of the program, or the application's loader if loader is
 * 0. */
struct klass *loader_gives(struct vm *vm, ref loader, const struct symbol *name, struct error *err);
/* Returns whether c is what code of k sees under c's name, and this is known on this path. */
bool loader_stands(struct vm *vm, const struct klass *k, const struct klass *c);
/* Returns whether code of k may see another class instead of c on another path. This is false for k
 * itself and its direct supertypes. */
bool loader_varies(const struct klass *k, const struct klass *c);
/* Returns a descriptor of k's class file, or a class that it names, with the internal names of the
 * classes (klass->name). Interned. */
const struct symbol *loader_inside(struct vm *vm, const struct klass *k, const char *desc);
const struct symbol *loader_inside_class(struct vm *vm, const struct klass *k,
                                         const struct symbol *name);
/* Returns a hash of the classes that the descriptor means for k; 0 if k sees the same classes as
 * all code. */
uint64_t loader_view(struct vm *vm, const struct klass *k, const char *desc);

/* Calls loader.loadClass(name) and drops the returned class. Returns NATIVE_RETRY or NATIVE_THROW.
 * A ClassNotFoundException becomes the cause of a NoClassDefFoundError. */
int loader_ask(struct vm *vm, struct thread *t, ref loader, const struct symbol *name);
/* Like loader_ask, but as Class.forName does it: a ClassNotFoundException is thrown unchanged. If
 * the loader returns null or a class of another name, the exception names `asked`, the requested
 * class or array class. */
int loader_find(struct vm *vm, struct thread *t, ref loader, const struct symbol *name,
                const struct symbol *asked);

/* Loaders of the program must not define classes in the packages java.*. Returns false with a
 * SecurityException as the link's failure, however the bytes arrived (ClassLoader.defineClass
 * without a name does not check this itself). */
bool loader_may_define(struct vm *vm, ref loader, const struct symbol *name, struct error *err);
/* Returns "'plugins' @1f32e575" or, for a loader without a name, its class. The caller frees it. */
char *loader_text(struct vm *vm, ref loader);
/* Returns where a class is, in the words of the JVM's messages: "module java.base of loader
 * 'bootstrap'", "unnamed module of loader 'plugins' @1f32e575". The caller frees it. */
char *loader_place(struct vm *vm, const struct klass *k);

#endif
