/* The modules of the JDK's image, according to their descriptors and the options --add-opens and
 * --add-exports.
 *
 * Each module has one java.lang.Module, which is immortal and made with the first class that
 * belongs to it. The classes of the program are in the one unnamed module. All of this is a
 * function of the image and the options, so it is not part of a state. Module.addExports and
 * similar methods record their changes in tables of java.lang.Module; natives/lang/module.c
 * consults these tables when the functions here deny access. */
#ifndef HEDDLE_VM_LOADER_MODULES_H
#define HEDDLE_VM_LOADER_MODULES_H

#include "engine/classfile/module_info.h"
#include "engine/vm/machine.h"

struct module {
  const struct module_info *info;
  ref object; /* its java.lang.Module; 0 = not made yet */
};

struct module_table {
  VEC(struct module *) list;
  ref unnamed; /* the program's module; 0 before the boot makes it */
  bool all;    /* the list has every module of the image */
};

struct module_table *modules_new(void);
void modules_free(struct module_table *t);

/* Makes the unnamed module and sets the module of each mirror. Call once at boot, when strings can
 * be made. */
int modules_start(struct vm *vm, struct error *err);
/* Returns Class.module of a class: the module of its package in the image, or the unnamed one for
 * classes of the program. Returns 0 before modules_start. */
ref module_of_class(struct vm *vm, const struct klass *k);

ref modules_unnamed(struct vm *vm);

/* Returns NULL if the image has no module of that name. */
struct module *module_by_name(struct vm *vm, const char *name);
/* Returns the module of a java.lang.Module, or NULL if it is not a module of the image. */
struct module *module_by_object(struct vm *vm, ref object);
/* Returns its java.lang.Module, or 0 if there is no room. */
ref module_object(struct vm *vm, struct module *m);
/* Returns all modules of the image, sorted by name. */
const struct module_table *modules_all(struct vm *vm);

bool module_has_package(const struct module *m, const struct symbol *package);
/* Returns whether a package, with dots, is exported (or opened, if `open`) to all modules, to
 * unnamed ones, or to the named module `to`. */
enum module_to { TO_ALL, TO_UNNAMED, TO_NAMED };
bool module_allows(struct vm *vm, const struct module *m, const struct symbol *package, bool open,
                   enum module_to kind, const struct module *to);
/* Returns whether m is `other`, or requires it by name or through modules that require it
 * transitively. */
bool module_reads(struct vm *vm, const struct module *m, const struct module *other);

/* Returns whether "NAME=VALUE" is one of the properties by which java passes --add-opens and
 * --add-exports. The program does not see these properties. */
bool modules_is_option(const char *define);

#endif
