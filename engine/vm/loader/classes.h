/* Private to the class machinery (classes.c, class_arrays.c, class_define.c, link.c, vtable.c,
 * mirror.c, select.c) and to the boot.
 *
 * Invariants
 *  1. vm->loaded.classes holds every linked class under its name; a class enters it only when it is
 * completely linked, so that a failure leaves nothing behind. Of the classes that loaders of the
 * program define under one name at most one is called by it inside, and none when the class path
 * has one: the others are "Foo@<key>". See classes_define.
 *  2. A class's supertypes are linked before it: their ids are smaller.
 *  3. Every linked class has a mirror once java.lang.Class is linked. */
#ifndef HEDDLE_VM_LOADER_CLASSES_H
#define HEDDLE_VM_LOADER_CLASSES_H

#include "engine/vm/machine.h"

struct loading { /* classes being linked, innermost first: circularity */
  const struct symbol *name;
  struct loading *up;
  uint32_t depth;
};
/* Classes that may wait for one another's supertypes, and supertypes that a class may have: their
 * linking, verification and initialisation recurse over them on the host's stack. The JVM has a
 * StackOverflowError for what goes beyond, as here. */
enum { LOADING_MAX = 500, SUPERS_MAX = 4000 };

enum { SELECT_CACHE = 4096, OWN_CHAINS = 256 };
struct select_entry {
  const struct klass *klass;
  const struct method *method;
  struct method *target;
};

struct class_table {
  struct klass **slots; /* open addressing by name */
  uint32_t mask, count;
  struct loading *loading;
  VEC(struct klass *) hidden; /* hidden classes, in the order of their making */
  /* classes that loaders of the program define, by the hash of their shown name */
  struct klass *own[OWN_CHAINS];
  ref definer; /* the loader for which a class is being linked that has no mirror yet */
  /* Why the last look-up failed: the error class that Java code sees, and the class that was
   * missing. */
  const char *error_class;
  const struct symbol *missing;
  struct module_table *modules; /* vm/loader/modules.h */
  ref out_of_memory;            /* preallocated OutOfMemoryError, 0 before it is made */
  struct select_entry cache[SELECT_CACHE];
};

static inline struct class_table *vm_classes(struct vm *vm) { return vm->loaded.classes; }

void classes_init(struct vm *vm); /* the table and the internal kinds below KLASS_FIRST */
void classes_release(struct vm *vm);

/* A new record with id and key, not in the table yet. */
struct klass *klass_new(struct vm *vm, const struct symbol *name);
void classes_insert(struct vm *vm, struct klass *k);
struct klass *classes_find(struct vm *vm, const struct symbol *name); /* NULL: not linked so far */

/* Loads a class that is not in the table: from the JDK's image, else the class path, else what
 * heddle supplies. NULL: err and vm_classes()->error_class say why. */
struct klass *classes_load(struct vm *vm, const struct symbol *name, struct error *err);
/* The image's module that has the package of a class; NULL: none. */
const char *classes_module(struct vm *vm, const struct symbol *name);
/* Parses a class file that must have the name, if there is one, and a version that this JDK takes.
 * ERR_INPUT likewise. */
int classes_parse(struct vm *vm, const uint8_t *data, size_t len, const char *where,
                  const struct symbol *name, struct class_file **cf, struct error *err);
/* A record without an id, which it gets in klass_link once its supertypes have theirs; and the
 * linking of one, NULL as in classes_load. */
struct klass *classes_record(struct vm *vm, struct class_file *cf, const struct symbol *name,
                             bool jdk, const char *where, struct klass *host);
struct klass *classes_link(struct vm *vm, struct klass *k, struct error *err);
bool classes_in_progress(struct class_table *t, const struct symbol *name); /* it is being linked */
void classes_forget_failure(struct class_table *t); /* before a look-up of its own */
/* NULL, and that as the failure */
struct klass *classes_missing(struct vm *vm, const struct symbol *name, struct error *err);

/* A class that the program defines from bytes, for a class loader (not null); name: what the bytes
 * must say, or NULL. The record is outside the arena and made once; whether the class is defined is
 * state, Class.classLoader of its mirror, so that a path that comes here again defines it again.
 * Records are found by what does not depend on the address of the loader: the name, the bytes, the
 * supertypes and which of these have the same loader, and how many classes of the name the path has
 * defined so far. So each of two classes of one name has a record, and which of them is whose is
 * state. ERR_UNSUPPORTED for a name that the application's loader and another define from bytes.
 * boot: it is for the boot loader, and the application's, which asks that one first, stands for it
 * in the state. */
struct klass *classes_define(struct vm *vm, ref loader, bool boot, const struct symbol *name,
                             const uint8_t *bytes, size_t len, struct klass *host,
                             struct error *err);
/* A hidden class, from the Lookup of `lookup`: each definition on a path makes another class,
 * "Foo+0x..." inside and Foo/0x... to Java. The records are shared by all paths: the n-th
 * definition of the same bytes has the n-th record. */
struct klass *classes_define_hidden(struct vm *vm, ref loader, struct klass *lookup, bool nestmate,
                                    const uint8_t *bytes, size_t len, struct error *err);
/* The loader for which the program defined it; 0: it did not, or not on this path. Of one that is
 * being linked, for which it is. */
ref classes_loader(struct vm *vm, const struct klass *k);
/* Another class of its shown name is there on this path, by a loader of the program. */
bool classes_has_namesake(struct vm *vm, const struct klass *k);
/* The class of a shown name that a loader of the program has defined on this path; NULL: none. */
struct klass *classes_own(struct vm *vm, ref loader, const struct symbol *shown);

/* Raises what a failed vm_define left. NATIVE_THROW or NATIVE_FATAL. */
int classes_throw(struct vm *vm, struct thread *t, const struct error *err);

/* link.c: fills k from its class file; supers and interfaces are loaded. */
int klass_link(struct vm *vm, struct klass *k, struct error *err);
void klass_set_supers(struct vm *vm, struct klass *k);
int link_error(struct vm *vm, struct error *err, const char *error_class, const char *fmt, ...)
    __attribute__((format(printf, 4, 5)));

/* vtable.c */
void klass_build_vtable(struct vm *vm, struct klass *k);
/* The maximally-specific default method for name and desc among k's superinterfaces; NULL when
 * there is none or more than one. *any (may be NULL) receives the first maximally-specific method,
 * be it abstract. */
struct method *klass_interface_method(const struct klass *k, const struct symbol *name,
                                      const struct symbol *desc, struct method **any);

/* mirror.c */
/* java.lang.Class is linked: layout, and mirrors for all classes so far */
void mirrors_start(struct vm *vm);
int mirror_make(struct vm *vm, struct klass *k);
/* java.lang.String is linked: Class.name and String constants of the mirrors so far */
void mirror_names(struct vm *vm);

/* Look-ups by symbol: declared here; through supers as in JVMS 5.4.3.2 (fields) and 5.4.3.3
 * (methods of classes). */
struct field *klass_declared_field_sym(const struct klass *k, const struct symbol *name,
                                       const struct symbol *desc);
struct field *klass_field_sym(const struct klass *k, const struct symbol *name,
                              const struct symbol *desc);
struct method *klass_declared_method_sym(const struct klass *k, const struct symbol *name,
                                         const struct symbol *desc);
struct method *klass_method_sym(const struct klass *k, const struct symbol *name,
                                const struct symbol *desc);

/* "'void a.B.m(int, java.lang.String)'", as the JVM's messages name a method (resolve.c); without
 * the class when c is NULL. */
void text_add_method(struct text *out, const struct klass *c, const struct symbol *name,
                     const struct symbol *desc);

/* The nest host of k (itself when none is named); NULL: it cannot be loaded. */
struct klass *klass_nest_host(struct vm *vm, struct klass *k);

#endif
