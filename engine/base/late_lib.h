/* Loads shared libraries on demand. Few runs need these libraries, and each of them loads further
 * libraries, so linking to them would make every start slower.
 *
 * A file that uses a library lists the functions once, in a macro. From the macro it makes a
 * structure of function pointers and a list of their names in the same order (see
 * engine/classfile/jar.c). */
#ifndef HEDDLE_BASE_LATE_LIB_H
#define HEDDLE_BASE_LATE_LIB_H

#include "engine/base/error.h"

#include <stddef.h>

/* Loads `soname` and puts the addresses of the `n` functions into `table`, which has room for n
 * function pointers. The caller closes *handle with late_lib_close after its last call of one of
 * the functions. Returns ERR_INTERNAL and sets *handle to NULL if the library or a function is
 * missing. Fails in a confined process, because the library is a file. */
int late_lib_open(const char *soname, const char *const *names, size_t n, void *table,
                  void **handle, struct error *err);
void late_lib_close(void *handle); /* NULL is ignored */

#endif
