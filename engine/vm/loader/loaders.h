/* Class loaders of the program: which classes a class that such a loader defined sees by name
 * (JVMS 5.3). For each loader a path knows the classes that it has defined and those that it has
 * answered with when it was asked; what it has answered stands for the rest of the path. On another
 * path the answer may be another class: whatever is kept outside of the arena for a name that the
 * code of such a class uses (resolved constants, call sites, verification) is asked for again, or
 * kept by the classes that it was made for. */
#ifndef HEDDLE_VM_LOADER_LOADERS_H
#define HEDDLE_VM_LOADER_LOADERS_H

#include "engine/vm/machine.h"

/* The loader of the program that defined k on this path; 0: k comes from the class path, the JDK or
 * a Lookup of such a class. */
ref loader_own(struct vm *vm, const struct klass *k);
/* Is a ClassLoader, not null, the library's own? All of these look in the class path and in the
 * image. */
bool loader_is_builtin(struct vm *vm, ref loader);
/* It is no class that only another path has defined. */
bool loader_has_defined(struct vm *vm, const struct klass *k);
/* A loader that does not just leave it to the loader of the application first has to be asked for
 * classes that are there, too: it may have another of that name. Each is asked for once on a
 * path. */
bool loader_overrides(struct vm *vm, ref loader);
/* Before the class `to`, which is there, is the loader's answer to its name. */
bool loader_to_ask(struct vm *vm, ref loader, const struct klass *to);
/* The same for the loader of `from`, whose code names it. */
bool loader_must_ask(struct vm *vm, const struct klass *from, const struct klass *to);
/* ClassLoader$$Ask.note(ClassLoader, Class): the native that remembers */
int loader_note(struct native_call *c);

/* The class that a loader has defined or answered with on this path under a name that is no
 * array's; NULL: none so far. */
struct klass *loader_found(struct vm *vm, ref loader, const struct symbol *name);
/* What code of k, a class that a loader of the program defines or one made for such, sees under a
 * name, arrays too, as far as this path has it: NULL with vm_classes()->missing when its loader is
 * to be asked, else a failure. */
struct klass *loader_sees(struct vm *vm, const struct klass *k, const struct symbol *name,
                          struct error *err);
/* The same for what a loader of the program, or 0 for that of the application, gives whoever
 * asks. */
struct klass *loader_gives(struct vm *vm, ref loader, const struct symbol *name, struct error *err);
/* c is what code of k sees under c's name, and known to be so on this path. */
bool loader_stands(struct vm *vm, const struct klass *k, const struct klass *c);
/* May what code of k sees instead of c be another class on another path? Neither k itself nor its
 * direct supertypes. */
bool loader_varies(const struct klass *k, const struct klass *c);
/* A descriptor in k's class file, or a class that it names, by the names that the classes have
 * inside (klass->name). Interned. */
const struct symbol *loader_inside(struct vm *vm, const struct klass *k, const char *desc);
const struct symbol *loader_inside_class(struct vm *vm, const struct klass *k,
                                         const struct symbol *name);
/* A hash of which classes those of the descriptor are; 0 when k sees what everybody does. */
uint64_t loader_view(struct vm *vm, const struct klass *k, const char *desc);

/* Calls loader.loadClass(name), whose class is dropped: NATIVE_RETRY, or NATIVE_THROW. A
 * ClassNotFoundException becomes the cause of a NoClassDefFoundError. */
int loader_ask(struct vm *vm, struct thread *t, ref loader, const struct symbol *name);
/* The same as Class.forName does it: ClassNotFoundException stays what it is. `asked`, the class or
 * the array of it that is wanted, is in that of a loader that answers with no class or another. */
int loader_find(struct vm *vm, struct thread *t, ref loader, const struct symbol *name,
                const struct symbol *asked);

/* A loader of the program defines no class in the packages java.*: false with a SecurityException
 * as the link's failure, whatever way the bytes came (ClassLoader.defineClass without a name does
 * not look itself). */
bool loader_may_define(struct vm *vm, ref loader, const struct symbol *name, struct error *err);
/* "'plugins' @1f32e575", or its class where it has no name. Caller frees. */
char *loader_text(struct vm *vm, ref loader);
/* "module java.base of loader 'bootstrap'", "unnamed module of loader 'plugins' @1f32e575": how the
 * JVM's messages place a class. Caller frees. */
char *loader_place(struct vm *vm, const struct klass *k);

#endif
