/* What the natives of sun.nio.fs share: paths in native memory, and errors of the host's calls, which fail as on a machine where
 * nothing may be touched. */
#ifndef HEDDLE_NATIVES_FILE_SYSTEM_H
#define HEDDLE_NATIVES_FILE_SYSTEM_H

#include "engine/natives/files.h"

/* Throws UnixException with that errno. */
int unix_error(struct native_call *c, int number);
/* The file of the zero-terminated path at the native address in an argument; 0 or the errno. */
int native_path_file(struct native_call *c, int slot, struct host_file **f);

#endif
