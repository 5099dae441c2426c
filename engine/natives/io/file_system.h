/* What the natives of sun.nio.fs share: paths in native memory, and errors of calls. */
#ifndef HEDDLE_NATIVES_FILE_SYSTEM_H
#define HEDDLE_NATIVES_FILE_SYSTEM_H

#include "engine/natives/io/file_stream.h"

/* Throws UnixException with that errno. */
int unix_error(struct native_call *c, int number);
/* The zero-terminated path at the native address in an argument (or of the UnixPath there),
 * malloc'd; "" when there is none. */
char *native_path(struct native_call *c, int slot);

#endif
