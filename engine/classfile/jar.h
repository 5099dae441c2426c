/* A jar: a zip with a manifest. Private to the class path. */
#ifndef HEDDLE_CLASSFILE_JAR_H
#define HEDDLE_CLASSFILE_JAR_H

#include "engine/base/error.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct jar;

/* Opens a jar. Returns ERR_INPUT with the file's name if it is not a readable zip. */
int jar_open(const char *path, struct jar **out, struct error *err);
void jar_close(struct jar *jar);
/* Reads an entry. If `release` is 9 or more, a multi-release jar supplies the newest version of the
 * entry that is not newer than `release`. `found` (may be NULL) receives the name of the entry that
 * was read. Returns the same as classpath_read. */
int jar_read(struct jar *jar, const char *entry, int release, uint8_t **data, size_t *len,
             char *found, size_t found_size, struct error *err);
/* Reads one entry of a large zip, such as the JDK's sources: opens it, reads its directory and that
 * entry, and closes it. Returns the same as classpath_read, and ERR_INPUT if there is no such
 * zip. */
int jar_read_from(const char *path, const char *entry, uint8_t **data, size_t *len,
                  struct error *err);
/* Calls `visit` with the names of the entries, in the jar's order. */
typedef void jar_visit(void *self, const char *entry);
void jar_each(struct jar *jar, jar_visit *visit, void *self);
/* Returns the value of an attribute of the manifest's main section, or NULL if it is absent. The
 * caller frees it. */
char *jar_manifest_value(struct jar *jar, const char *key);

#endif
