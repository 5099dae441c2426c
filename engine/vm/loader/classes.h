/* Private to the class machinery (classes.c, class_arrays.c, class_define.c, link.c, vtable.c,
 * mirror.c, select.c) and to the boot.
 *
 * Invariants
 *  1. vm->loaded.classes holds every linked class under its internal name. A class is entered only
 * when it is completely linked, so a failure leaves nothing behind. If loaders of the program
 * define several classes with one name, at most one of them has that name internally, and none if
 * the class path has such a class: the others are called "Foo@<key>". See classes_define.
 *  2. A class's supertypes are linked before it, so their ids are smaller.
 *  3. Every linked class has a mirror once java.lang.Class is linked. */
#ifndef HEDDLE_VM_LOADER_CLASSES_H
#define HEDDLE_VM_LOADER_CLASSES_H

#include "engine/vm/machine.h"

struct loading { /* classes being linked, innermost first, to detect circularity */
  const struct symbol *name;
  struct loading *up;
  uint32_t depth;
};
/* Limits for nested loading of supertypes, and for the supertypes of one class. Linking,
 * verification and initialisation recurse over them on the host's stack. Beyond the limits heddle
 * raises StackOverflowError, as the JVM does. */
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
  VEC(struct klass *) hidden; /* hidden classes, in the order in which they were made */
  /* classes defined by loaders of the program, by the hash of their shown name */
  struct klass *own[OWN_CHAINS];
  ref definer; /* the loader for which a class without a mirror yet is being linked */
  /* The reason why the last look-up failed: the error class that Java code sees, and the missing
   * class. */
  const char *error_class;
  const struct symbol *missing;
  struct module_table *modules; /* vm/loader/modules.h */
  ref out_of_memory;            /* preallocated OutOfMemoryError; 0 before it is made */
  struct select_entry cache[SELECT_CACHE];
};

static inline struct class_table *vm_classes(struct vm *vm) { return vm->loaded.classes; }

void classes_init(struct vm *vm); /* makes the table and the internal kinds below KLASS_FIRST */
void classes_release(struct vm *vm);

/* Makes a new record with id and key that is not in the table yet. */
struct klass *klass_new(struct vm *vm, const struct symbol *name);
void classes_insert(struct vm *vm, struct klass *k);
struct klass *classes_find(struct vm *vm, const struct symbol *name); /* NULL: not linked yet */

/* Loads a class that is not in the table: from the JDK's image, or else the class path, or else
 * from the classes that heddle supplies. Returns NULL with the reason in err and
 * vm_classes()->error_class. */
struct klass *classes_load(struct vm *vm, const struct symbol *name, struct error *err);
/* Returns the image's module that contains the package of a class, or NULL. */
const char *classes_module(struct vm *vm, const struct symbol *name);
/* Parses a class file. Its name must be `name`, unless that is NULL, and this JDK must support its
 * version. Returns ERR_INPUT if not. */
int classes_parse(struct vm *vm, const uint8_t *data, size_t len, const char *where,
                  const struct symbol *name, struct class_file **cf, struct error *err);
/* classes_record makes a record without an id; klass_link assigns the id after the supertypes have
 * theirs. classes_link links it and returns NULL on errors, like classes_load. */
struct klass *classes_record(struct vm *vm, struct class_file *cf, const struct symbol *name,
                             bool jdk, const char *where, struct klass *host);
struct klass *classes_link(struct vm *vm, struct klass *k, struct error *err);
/* whether it is being linked */
bool classes_in_progress(struct class_table *t, const struct symbol *name);
void classes_forget_failure(struct class_table *t); /* call before a new look-up */
/* notes the class as the missing one and returns NULL */
struct klass *classes_missing(struct vm *vm, const struct symbol *name, struct error *err);

/* Defines a class that the program makes from bytes for a class loader (not null). If name is not
 * NULL, the bytes must have that name.
 *
 * The record is outside the arena and made once. Whether the class is defined is state
 * (Class.classLoader of its mirror), so a path that comes here again defines it again. A record is
 * found by properties that do not depend on the loader's address: the name, the bytes, the
 * supertypes, which of these have the same loader, and how many classes of that name the path has
 * defined so far. So two classes of one name have two records, and which loader owns which record
 * is state.
 *
 * Returns ERR_UNSUPPORTED if the application's loader and another loader define the same name from
 * bytes. boot: the class is for the boot loader. In the state the application's loader, which
 * delegates to the boot loader, stands in for it. */
struct klass *classes_define(struct vm *vm, ref loader, bool boot, const struct symbol *name,
                             const uint8_t *bytes, size_t len, struct klass *host,
                             struct error *err);
/* Defines a hidden class by the Lookup of `lookup`. Each definition on a path makes another class,
 * named "Foo+0x..." internally and Foo/0x... in Java. All paths share the records: the n-th
 * definition of the same bytes has the n-th record. */
struct klass *classes_define_hidden(struct vm *vm, ref loader, struct klass *lookup, bool nestmate,
                                    const uint8_t *bytes, size_t len, struct error *err);
/* Returns the loader for which the program defined k; 0 if the program did not define it, or not on
 * this path. While k is being linked, returns the loader for which it is linked. */
ref classes_loader(struct vm *vm, const struct klass *k);
/* Returns whether loaders of the program have defined another class with k's shown name on this
 * path. */
bool classes_has_namesake(struct vm *vm, const struct klass *k);
/* Returns the class with this shown name that a loader of the program has defined on this path, or
 * NULL. */
struct klass *classes_own(struct vm *vm, ref loader, const struct symbol *shown);

/* Raises the error of a failed vm_define. Returns NATIVE_THROW or NATIVE_FATAL. */
int classes_throw(struct vm *vm, struct thread *t, const struct error *err);

/* link.c: fills k from its class file and loads its supertypes. */
int klass_link(struct vm *vm, struct klass *k, struct error *err);
void klass_set_supers(struct vm *vm, struct klass *k);
int link_error(struct vm *vm, struct error *err, const char *error_class, const char *fmt, ...)
    __attribute__((format(printf, 4, 5)));

/* vtable.c */
void klass_build_vtable(struct vm *vm, struct klass *k);
/* Returns the maximally-specific default method for name and desc among k's superinterfaces, or
 * NULL if there is none or more than one. *any receives the first maximally-specific method, which
 * may be abstract; any may be NULL. */
struct method *klass_interface_method(const struct klass *k, const struct symbol *name,
                                      const struct symbol *desc, struct method **any);

/* mirror.c */
/* call when java.lang.Class is linked: computes the layout and makes mirrors for all classes so
 * far */
void mirrors_start(struct vm *vm);
int mirror_make(struct vm *vm, struct klass *k);
/* call when java.lang.String is linked: sets Class.name and String constants in the mirrors so
 * far */
void mirror_names(struct vm *vm);

/* Look-ups by symbol: among the members declared here, or through the supertypes as in JVMS 5.4.3.2
 * (fields) and 5.4.3.3 (methods of classes). */
struct field *klass_declared_field_sym(const struct klass *k, const struct symbol *name,
                                       const struct symbol *desc);
struct field *klass_field_sym(const struct klass *k, const struct symbol *name,
                              const struct symbol *desc);
struct method *klass_declared_method_sym(const struct klass *k, const struct symbol *name,
                                         const struct symbol *desc);
struct method *klass_method_sym(const struct klass *k, const struct symbol *name,
                                const struct symbol *desc);

/* Adds a method as the JVM's messages name it: "'void a.B.m(int, java.lang.String)'" (resolve.c).
 * Omits the class if c is NULL. */
void text_add_method(struct text *out, const struct klass *c, const struct symbol *name,
                     const struct symbol *desc);

/* Returns the nest host of k, or k itself if it names none or the host cannot be loaded. */
struct klass *klass_nest_host(struct vm *vm, struct klass *k);

#endif
