/* Where this program lies, and what lies beside it. */
#ifndef HEDDLE_BASE_OWN_PATH_H
#define HEDDLE_BASE_OWN_PATH_H

#include <stddef.h>

/* The program's file, absolute; NULL: the host does not say. Caller frees. */
char *own_path(void);
/* The first of these paths that is there; each counts from the program's folder: "../lib/a.so".
 * Absolute; NULL: none is. Caller frees. */
char *own_path_beside(const char *const *places, size_t n);

#endif
