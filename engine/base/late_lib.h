/* Loads shared libraries that few runs need and that load further libraries: on demand rather than
 * at every start.
 *
 * A user of a library lists its functions once as a macro. It makes two things of the macro: a
 * structure of function pointers, and a list of names in the same order
 * (engine/classfile/jar.c). */
#ifndef HEDDLE_BASE_LATE_LIB_H
#define HEDDLE_BASE_LATE_LIB_H

#include "engine/base/error.h"

#include <stddef.h>

/* Loads `soname` and puts the addresses of the `n` functions into `table`, which has room for n
 * function pointers. The caller closes *handle with late_lib_close after its last call of these
 * functions. Returns ERR_INTERNAL and sets *handle to NULL if the library or a function is missing.
 * Fails in a confined process, because the library is a file. */
int late_lib_open(const char *soname, const char *const *names, size_t n, void *table,
                  void **handle, struct error *err);
void late_lib_close(void *handle); /* NULL is ignored */

#endif
