/* Creates missing folders, and temporary ones. */
#ifndef HEDDLE_BASE_FOLDERS_H
#define HEDDLE_BASE_FOLDERS_H

#include "engine/base/error.h"

/* Creates all missing folders above the path's last '/', with this mode less the umask. Reports no
 * errors: the caller notices them when it uses the path. */
void folders_make(const char *path, unsigned mode);
/* Makes a new folder in TMPDIR, or in /tmp, whose name begins with the prefix. Sets *out to its
 * path, also after an error; the caller frees it. Returns ERR_INPUT if it cannot be made. */
int folder_temporary(const char *prefix, char **out, struct error *err);

#endif
