/* Source files of the program under test, found on the source path and cached. */
#ifndef HEDDLE_TUI_TEXT_SOURCE_H
#define HEDDLE_TUI_TEXT_SOURCE_H

#include <stddef.h>

struct source_cache;
struct source {
  char *name;   /* "TwoStage.java" */
  char *path;   /* or a note that the text was generated or is the library's; NULL: no such file */
  char **lines; /* tabs expanded to multiples of 8 */
  size_t count;
};

/* Creates a cache. `path` lists the folders to search, separated by colons; NULL means ".". */
struct source_cache *source_cache_new(const char *path);
void source_cache_free(struct source_cache *c);   /* NULL is fine */
void source_cache_forget(struct source_cache *c); /* files are read again when needed */
/* Stores `text` as the source file `name` of class_name's package, replacing any cached text. Its
 * path says that it was generated. */
void source_put(struct source_cache *c, const char *class_name, const char *name, const char *text);
/* Returns the source file `name` of a library class. On first use, calls `read` for its text
 * (malloc'd; NULL: no source). Library files are kept apart from the source path, so a file of the
 * program with the same name does not replace one. Like source_get, never returns NULL; `path` is
 * NULL if there is no source. */
typedef char *source_read(void *self, const char *class_name, const char *name);
const struct source *source_library(struct source_cache *c, const char *class_name,
                                    const char *name, source_read *read, void *self);
/* Returns the source file `name` of a class ("a.b.C$D", may be NULL). Looks in each folder of the
 * path, and in its subfolders src/main/java, src and src/test/java, first in the class's package
 * and then at the top. Never returns NULL; `path` is NULL if there is no such file. The result is
 * valid until source_cache_forget or source_cache_free. */
const struct source *source_get(struct source_cache *c, const char *class_name, const char *name);

#endif
