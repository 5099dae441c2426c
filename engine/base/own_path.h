/* The path of this program's file, and paths beside it. */
#ifndef HEDDLE_BASE_OWN_PATH_H
#define HEDDLE_BASE_OWN_PATH_H

#include <stddef.h>

/* Returns the absolute path of the program's file, or NULL if the host does not reveal it. The
 * caller frees it. */
char *own_path(void);
/* Returns the absolute path of the first of `places` that exists, or NULL. Places are relative to
 * the program's folder, such as "../lib/a.so". The caller frees the result. */
char *own_path_beside(const char *const *places, size_t n);

#endif
