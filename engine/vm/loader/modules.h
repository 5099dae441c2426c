/* The modules of the JDK's image, as their descriptors and the options --add-opens and
 * --add-exports have them. Each has one java.lang.Module, immortal and made with the first class
 * that belongs to it; the classes of the program are in the one unnamed module. All that is here is
 * a function of the image and the options, so no state knows of it. What Module.addExports and its
 * like change is in Java's tables, which natives/lang/module.c asks when these say no. */
#ifndef HEDDLE_VM_LOADER_MODULES_H
#define HEDDLE_VM_LOADER_MODULES_H

#include "engine/classfile/module_info.h"
#include "engine/vm/machine.h"

struct module {
  const struct module_info *info;
  ref object; /* its java.lang.Module; 0 not made yet */
};

struct module_table {
  VEC(struct module *) list;
  ref unnamed; /* the program's; 0 before boot makes it */
  bool all;    /* every module of the image is in the list */
};

struct module_table *modules_new(void);
void modules_free(struct module_table *t);

/* Makes the unnamed module and gives each mirror its own. Called once at boot, when strings can be
 * made. */
int modules_start(struct vm *vm, struct error *err);
/* Class.module of a class: the module of its package in the image, the unnamed one for classes of
 * the program. 0 before modules_start. */
ref module_of_class(struct vm *vm, const struct klass *k);

ref modules_unnamed(struct vm *vm);

/* NULL: the image has none of that name. */
struct module *module_by_name(struct vm *vm, const char *name);
/* The one whose Module that is; NULL: it is no module of the image. */
struct module *module_by_object(struct vm *vm, ref object);
/* Its java.lang.Module. 0: no room. */
ref module_object(struct vm *vm, struct module *m);
/* All of the image, in the order of their names. */
const struct module_table *modules_all(struct vm *vm);

bool module_has_package(const struct module *m, const struct symbol *package);
/* What a package, with dots, is opened or exported to: all modules, the unnamed ones, or the named
 * one `to`. */
enum module_to { TO_ALL, TO_UNNAMED, TO_NAMED };
bool module_allows(struct vm *vm, const struct module *m, const struct symbol *package, bool open,
                   enum module_to kind, const struct module *to);
/* m requires `other`, by name or through modules that require it transitively. */
bool module_reads(struct vm *vm, const struct module *m, const struct module *other);

/* "NAME=VALUE" is how --add-opens and --add-exports come, as in java: no property that the program
 * sees. */
bool modules_is_option(const char *define);

#endif
