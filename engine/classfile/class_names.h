/* The names of the classes in an element of the class path. */
#ifndef HEDDLE_CLASSFILE_CLASS_NAMES_H
#define HEDDLE_CLASSFILE_CLASS_NAMES_H

#include "engine/base/error.h"
#include "engine/base/mem.h"

#include <stdbool.h>

/* Internal names ("a/b/C$D"), sorted and unique after class_names_sort. The caller frees them with
 * class_names_release. */
struct class_names {
  VEC(char *) list;
};

/* Adds the classes of a jar or of a directory and its subdirectories. A directory that cannot be
 * read has no classes. In a jar, the versions for other releases (META-INF/versions) are ignored.
 * Returns ERR_INPUT for a jar that cannot be read. */
int class_names_add(struct class_names *names, const char *path, bool is_jar, struct error *err);
void class_names_sort(struct class_names *names);
void class_names_release(struct class_names *names);

#endif
