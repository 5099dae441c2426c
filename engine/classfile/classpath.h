/* Where class files come from: the JDK's image (lib/modules) and the user's class path (directories
 * and jars). */
#ifndef HEDDLE_CLASSFILE_CLASSPATH_H
#define HEDDLE_CLASSFILE_CLASSPATH_H

#include "engine/base/error.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* The directory of a JDK: `java_home` if given, else $JAVA_HOME, else the one whose bin/java is
 * found on PATH (links resolved). Must hold lib/modules. `out` is the caller's buffer. Errors:
 * ERR_INPUT that says what was looked for. */
int jdk_find(const char *java_home, char *out, size_t size, struct error *err);
/* The feature release of the JDK in `home` (17 for 17.0.21), from its file `release`; 0 when it
 * does not say. */
int jdk_release(const char *home);

/* The jimage reader (JDK 9+): mmap, zero copy. */
struct jimage;
int jimage_open(const char *path, struct jimage **out, struct error *err);
void jimage_close(struct jimage *j);
/* Finds a class by internal name ("java/lang/String") in a module, or with NULL in that of its
 * package; *data points into the map. ERR_NOTFOUND without message when there is none; ERR_INPUT
 * for a compressed or damaged image. */
int jimage_class(struct jimage *j, const char *module, const char *name, const uint8_t **data,
                 size_t *len, struct error *err);
/* A resource "/module/path" or, with module NULL, by package look-up. Same results as jimage_class.
 */
int jimage_resource(struct jimage *j, const char *module, const char *path, const uint8_t **data,
                    size_t *len, struct error *err);
/* The module that holds the package of a class ("java/lang" -> "java.base"), NULL when none. Lives
 * as long as the image. */
const char *jimage_module_of(struct jimage *j, const char *package);
/* Visits every resource of the image, in the image's order, until `visit` returns non-zero; returns
 * that value. The parts of a name are "/module/parent/base.extension"; the strings and data live as
 * long as the image. */
struct jimage_entry {
  const char *module, *parent, *base, *extension; /* "" where a part is missing */
  const uint8_t *data;
  size_t len;
  bool compressed; /* data is not the plain bytes */
};
typedef int jimage_visit(void *arg, const struct jimage_entry *entry);
int jimage_each(struct jimage *j, jimage_visit *visit, void *arg, struct error *err);

/* A class path: entries parted by ':'. Opening checks each entry: a missing entry is skipped as
 * java(1) does, a file that is neither a directory nor a readable zip is ERR_INPUT naming it. "dir/
 * *" (without the space) means all jars of dir. The Class-Path of a jar's manifest is followed. */
struct classpath;
int classpath_open(const char *path, struct classpath **out, struct error *err);
void classpath_close(struct classpath *cp);
/* The element at an index, as its path was given; NULL behind the last. *is_jar may be NULL. */
const char *classpath_element(const struct classpath *cp, size_t i, bool *is_jar);
/* From now on files of directories are opened by `open`: a descriptor for reading, or -errno. */
typedef int classpath_open_fn(void *self, const char *path);
void classpath_set_open(struct classpath *cp, classpath_open_fn *open, void *self);
/* The feature release whose classes multi-release jars shall give (jdk_release); at first 0, which
 * gives the base ones.
 */
void classpath_set_release(struct classpath *cp, int release);
/* Reads an entry ("Foo.class", "META-INF/x") from the first element that has it. *data is malloc'd,
 * the caller frees it. `where` (may be NULL) receives a text like "dir/Foo.class" or
 * "a.jar!/Foo.class". ERR_NOTFOUND without message when there is none; ERR_INPUT when an element is
 * damaged. */
int classpath_read(struct classpath *cp, const char *entry, uint8_t **data, size_t *len,
                   char *where, size_t where_size, struct error *err);
/* The same from element *from on, which becomes the index behind the element that has it. */
int classpath_read_next(struct classpath *cp, size_t *from, const char *entry, uint8_t **data,
                        size_t *len, char *where, size_t where_size, struct error *err);

#endif
