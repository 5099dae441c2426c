/* Class loaders of the program. A class that such a loader has defined asks it for the classes that
 * its code names (JVMS 5.3), so a name may mean another class there than elsewhere. These functions
 * find the class that a name means.
 *
 * A path records, for each loader, the classes that it has defined and the classes with which it
 * has answered requests. An answer is final for the rest of the path. On another path, the loader
 * may answer with another class. So everything outside the arena that depends on a name in such
 * code (resolved constants, call sites, verification) is either requested again on each path or
 * kept together with the classes for which it was made. */
#ifndef HEDDLE_VM_LOADER_LOADERS_H
#define HEDDLE_VM_LOADER_LOADERS_H

#include "engine/vm/machine.h"

/* Returns the loader of the program that defined k on this path; 0 if k comes from the class path,
 * the JDK or a Lookup of such a class. */
ref loader_own(struct vm *vm, const struct klass *k);
/* Returns whether `loader`, which is not null, is one of the JDK's own loaders. All of them search
 * the class path and the JDK's image. */
bool loader_is_builtin(struct vm *vm, ref loader);
/* Returns false for a class that only another path has defined. */
bool loader_has_defined(struct vm *vm, const struct klass *k);
/* Returns whether the loader must be asked even for a class that exists elsewhere, because it may
 * have its own class of that name. This is true for every loader that does not simply delegate to
 * the application's loader first. Each class is requested once on a path. */
bool loader_overrides(struct vm *vm, ref loader);
/* Returns whether the loader must be asked before the name of `to` may be taken to mean the
 * existing class `to` in classes of this loader. */
bool loader_to_ask(struct vm *vm, ref loader, const struct klass *to);
/* Like loader_to_ask, for the loader that defined `from`, a class whose code names `to`. */
bool loader_must_ask(struct vm *vm, const struct klass *from, const struct klass *to);
/* the native ClassLoader$$Ask.note(ClassLoader, Class), which records an answer */
int loader_note(struct native_call *c);

/* Returns the class of this name that the loader has defined on this path, or with which it has
 * answered. Returns NULL if there is none. `name` must not name an array class. */
struct klass *loader_found(struct vm *vm, ref loader, const struct symbol *name);
/* Returns the class, possibly an array class, that a name means in the code of k, if this path
 * knows it. k is a class that a loader of the program defined, or one that heddle made for such a
 * class. Returns NULL and an error otherwise. If the loader must be asked first,
 * vm_classes()->missing is then the class to request. */
struct klass *loader_sees(struct vm *vm, const struct klass *k, const struct symbol *name,
                          struct error *err);
/* Like loader_sees, for any code that asks `loader`: a loader of the program, or the application's
 * loader if `loader` is 0. */
struct klass *loader_gives(struct vm *vm, ref loader, const struct symbol *name, struct error *err);
/* Returns whether this path knows that the name of c means c in the code of k. */
bool loader_stands(struct vm *vm, const struct klass *k, const struct klass *c);
/* Returns whether the name of c may mean another class in the code of k on another path. This is
 * false if c is k itself or a direct supertype of k. */
bool loader_varies(const struct klass *k, const struct klass *c);
/* Take a descriptor from k's class file, or a class name from it, and replace each name by the
 * internal name (klass->name) of the class that it means in the code of k. A name whose class is
 * not known on this path stays as it is. The result is interned. */
const struct symbol *loader_inside(struct vm *vm, const struct klass *k, const char *desc);
const struct symbol *loader_inside_class(struct vm *vm, const struct klass *k,
                                         const struct symbol *name);
/* Returns a hash of the classes that the names in the descriptor mean in the code of k; 0 if no
 * loader of the program defined k, because names then mean the same as in all other such
 * classes. */
uint64_t loader_view(struct vm *vm, const struct klass *k, const char *desc);

/* Calls loader.loadClass(name) and drops the returned class. Returns NATIVE_RETRY or NATIVE_THROW.
 * A ClassNotFoundException becomes the cause of a NoClassDefFoundError. */
int loader_ask(struct vm *vm, struct thread *t, ref loader, const struct symbol *name);
/* Like loader_ask, but for Class.forName: a ClassNotFoundException is thrown unchanged. If the
 * loader returns null or a class of another name, the exception names `asked`, the requested class
 * or array class. */
int loader_find(struct vm *vm, struct thread *t, ref loader, const struct symbol *name,
                const struct symbol *asked);

/* Loaders of the program must not define classes in the packages java.*. For such a name, returns
 * false and records a SecurityException as the reason why linking failed. Call this however the
 * bytes arrived, because ClassLoader.defineClass without a name does not check the package
 * itself. */
bool loader_may_define(struct vm *vm, ref loader, const struct symbol *name, struct error *err);
/* Returns "'plugins' @1f32e575" or, for a loader without a name, its class. The caller frees it. */
char *loader_text(struct vm *vm, ref loader);
/* Returns where a class is, in the words of the JVM's messages: "module java.base of loader
 * 'bootstrap'", "unnamed module of loader 'plugins' @1f32e575". The caller frees it. */
char *loader_place(struct vm *vm, const struct klass *k);

#endif
