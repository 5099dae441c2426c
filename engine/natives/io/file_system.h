/* Shared by the natives of sun.nio.fs: paths in native memory, and errors of system calls. */
#ifndef HEDDLE_NATIVES_FILE_SYSTEM_H
#define HEDDLE_NATIVES_FILE_SYSTEM_H

#include "engine/natives/io/file_stream.h"

/* Throws UnixException with that errno. */
int unix_error(struct native_call *c, int number);
/* Returns the zero-terminated path at the native address in an argument (or of the UnixPath there),
 * malloc'd; "" if there is none. */
char *native_path(struct native_call *c, int slot);

#endif
