/* Shared libraries that few runs need and that draw others in: loaded when they are asked for, not
 * at every start.
 *
 * A user of one lists its functions once as a macro and makes of it a structure of pointers, all of
 * them functions, and a list of names in the same order (engine/classfile/jar.c). */
#ifndef HEDDLE_BASE_LATE_LIB_H
#define HEDDLE_BASE_LATE_LIB_H

#include "engine/base/error.h"

#include <stddef.h>

/* Loads `soname` and puts the addresses of the `n` functions into `table`, which has room for n
 * function pointers. *handle is to be closed by late_lib_close once none of them is called any
 * more. Error: ERR_INTERNAL when the library or a function is not there; then *handle is NULL. Not
 * in a process that is confined: the library is a file. */
int late_lib_open(const char *soname, const char *const *names, size_t n, void *table,
                  void **handle, struct error *err);
void late_lib_close(void *handle); /* NULL is ignored */

#endif
