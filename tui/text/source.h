/* Source files of the program under test, found on the source path and kept once read. */
#ifndef HEDDLE_TUI_TEXT_SOURCE_H
#define HEDDLE_TUI_TEXT_SOURCE_H

#include <stddef.h>

struct source_cache;
struct source {
  char *name;   /* "TwoStage.java" */
  char *path;   /* NULL: not found */
  char **lines; /* tabs expanded to multiples of 8 */
  size_t count;
};

/* `path`: folders separated by colons; NULL is ".". */
struct source_cache *source_cache_new(const char *path);
void source_cache_free(struct source_cache *c);   /* NULL is fine */
void source_cache_forget(struct source_cache *c); /* files are read again when they are asked for */
/* A file that is no file: the text of `name` for classes of the package of class_name, in the place
 * of what was read of it. Its path says so. */
void source_put(struct source_cache *c, const char *class_name, const char *name, const char *text);
/* The file `name` of a class of the library, whose text `read` gives (malloc'd; NULL: there is
 * none) the first time. It is none of the source path, so that a file of the program that has the
 * same name does not stand for it. Result as that of source_get. */
typedef char *source_read(void *self, const char *class_name, const char *name);
const struct source *source_library(struct source_cache *c, const char *class_name,
                                    const char *name, source_read *read, void *self);
/* The file `name` of a class ("a.b.C$D", may be NULL): looked for in DIR/a/b, then DIR, for each
 * folder of the path, then with src/main/java and src below it. Never NULL; `path` is NULL when
 * there is no such file. Lives as long as the cache. */
const struct source *source_get(struct source_cache *c, const char *class_name, const char *name);

#endif
