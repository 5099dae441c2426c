/* The sources of class files: the JDK's image (lib/modules) and the user's class path (directories
 * and jars). */
#ifndef HEDDLE_CLASSFILE_CLASSPATH_H
#define HEDDLE_CLASSFILE_CLASSPATH_H

#include "engine/base/error.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Finds the directory of a JDK: `java_home` if not NULL, else $JAVA_HOME, else the JDK of the
 * bin/java on PATH (with links resolved). It must contain lib/modules. `out` is the caller's
 * buffer. Errors: ERR_INPUT with the places that were tried. */
int jdk_find(const char *java_home, char *out, size_t size, struct error *err);
/* Returns the feature release of the JDK in `home` (17 for 17.0.21), from its file `release`; 0 if
 * the file does not have it. */
int jdk_release(const char *home);

/* The jimage reader (JDK 9+): mmap, zero copy. */
struct jimage;
int jimage_open(const char *path, struct jimage **out, struct error *err);
void jimage_close(struct jimage *j);
/* Finds a class by internal name ("java/lang/String") in a module, or with NULL in the module of
 * its package. *data points into the map. Returns ERR_NOTFOUND without a message if there is none,
 * and ERR_INPUT for a compressed or damaged image. */
int jimage_class(struct jimage *j, const char *module, const char *name, const uint8_t **data,
                 size_t *len, struct error *err);
/* Finds the resource "/module/path". If module is NULL, uses the module of the path's package.
 * Returns the same as jimage_class. */
int jimage_resource(struct jimage *j, const char *module, const char *path, const uint8_t **data,
                    size_t *len, struct error *err);
/* Returns the module that contains a package ("java/lang" -> "java.base"), or NULL. The name lives
 * as long as the image. */
const char *jimage_module_of(struct jimage *j, const char *package);
/* Calls `visit` for every resource, in the image's order, until it returns non-zero; returns that
 * value. The parts of a name are "/module/parent/base.extension". The strings and data live as long
 * as the image. */
struct jimage_entry {
  const char *module, *parent, *base, *extension; /* "" if a part is missing */
  const uint8_t *data;
  size_t len;
  bool compressed; /* `data` is compressed */
};
typedef int jimage_visit(void *arg, const struct jimage_entry *entry);
int jimage_each(struct jimage *j, jimage_visit *visit, void *arg, struct error *err);

/* A class path: elements separated by ':'. A missing element is skipped, as in java(1). A file that
 * is neither a directory nor a readable zip is ERR_INPUT. "dir/ *" (without the space) means all
 * jars of dir. The Class-Path of a jar's manifest is followed. */
struct classpath;
int classpath_open(const char *path, struct classpath **out, struct error *err);
void classpath_close(struct classpath *cp);
/* Returns the path of the element at an index, as it was written; NULL after the last. *is_jar may
 * be NULL. */
const char *classpath_element(const struct classpath *cp, size_t i, bool *is_jar);
/* Makes `open` open the files in directories from now on. It returns a descriptor for reading, or
 * -errno. */
typedef int classpath_open_fn(void *self, const char *path);
void classpath_set_open(struct classpath *cp, classpath_open_fn *open, void *self);
/* Sets the feature release (jdk_release) for which multi-release jars supply classes. Initially 0:
 * base classes only. */
void classpath_set_release(struct classpath *cp, int release);
/* Reads an entry ("Foo.class", "META-INF/x") from the first element that has it. *data is malloc'd;
 * the caller frees it. `where` (may be NULL) receives a text like "dir/Foo.class" or
 * "a.jar!/Foo.class". Returns ERR_NOTFOUND without a message if no element has it, and ERR_INPUT if
 * an element is damaged. */
int classpath_read(struct classpath *cp, const char *entry, uint8_t **data, size_t *len,
                   char *where, size_t where_size, struct error *err);
/* Like classpath_read, but starts at element *from. Sets *from to the index after the element that
 * has the entry. */
int classpath_read_next(struct classpath *cp, size_t *from, const char *entry, uint8_t **data,
                        size_t *len, char *where, size_t where_size, struct error *err);

#endif
