/* The names of the classes that a place of the class path holds. */
#ifndef HEDDLE_CLASSFILE_CLASS_NAMES_H
#define HEDDLE_CLASSFILE_CLASS_NAMES_H

#include "engine/base/error.h"
#include "engine/base/mem.h"

#include <stdbool.h>

/* Internal names ("a/b/C$D"), sorted, each once; free with class_names_release. */
struct class_names {
  VEC(char *) list;
};

/* Adds those of a jar or of a directory and all below it. A directory that cannot be read has none.
 * The versions for other releases in a jar (META-INF/versions) are not looked at. ERR_INPUT: that
 * is no readable jar. */
int class_names_add(struct class_names *names, const char *path, bool is_jar, struct error *err);
void class_names_sort(struct class_names *names);
void class_names_release(struct class_names *names);

#endif
