/* Class loaders of the program: which classes a class that such a loader defined sees by name (JVMS 5.3). There is one class of a name
 * on a path (classes_define), so a loader is asked for those alone that nobody has defined. */
#ifndef HEDDLE_VM_LOADERS_H
#define HEDDLE_VM_LOADERS_H

#include "engine/vm/native.h"

/* The loader of the program that defined k on this path; 0: k comes from the class path, the JDK or a Lookup of such a class. */
ref loader_own(struct vm *vm, const struct klass *k);
/* It is no class that only another path has defined. */
bool loader_has_defined(struct vm *vm, const struct klass *k);
/* A loader that does not just leave it to the loader of the application first has to be asked for classes that are there, too: it may
 * have another of that name. Each is asked for once on a path. */
bool loader_is_picky(struct vm *vm, ref loader);
/* Before the class `to`, which is there, is the loader's answer to its name. */
bool loader_to_ask(struct vm *vm, ref loader, const struct klass *to);
/* The same for the loader of `from`, whose code names it. */
bool loader_must_ask(struct vm *vm, const struct klass *from, const struct klass *to);
int loader_note(struct native_call *c); /* ClassLoader$$Ask.note(ClassLoader, Class): the native that remembers */

/* May code of `from` name `to`? NATIVE_OK; NATIVE_THROW with NoClassDefFoundError when the loaders of `from` do not have it;
 * NATIVE_FATAL when only the loader's code could tell. */
int loader_check(struct vm *vm, struct thread *t, const struct klass *from, const struct klass *to);
/* Calls loader.loadClass(name), whose class is dropped: NATIVE_RETRY, or NATIVE_THROW. A ClassNotFoundException becomes the cause of a
 * NoClassDefFoundError. */
int loader_ask(struct vm *vm, struct thread *t, ref loader, const struct symbol *name);
/* The same as Class.forName does it: ClassNotFoundException stays what it is. `told`, the class or the array of it that is wanted, is in
 * that of a loader that answers with no class or another. */
int loader_find(struct vm *vm, struct thread *t, ref loader, const struct symbol *name, const struct symbol *told);

/* A loader of the program defines no class in the packages java.*: false with a SecurityException as the link's failure, whatever way the
 * bytes came (ClassLoader.defineClass without a name does not look itself). */
bool loader_may_define(struct vm *vm, ref loader, const struct symbol *name, struct error *err);
/* "module java.base of loader 'bootstrap'", "unnamed module of loader 'plugins' @1f32e575": how the JVM's messages place a class. Caller
 * frees. */
char *loader_place(struct vm *vm, const struct klass *k);

#endif
