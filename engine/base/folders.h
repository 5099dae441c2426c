/* Creates missing folders. */
#ifndef HEDDLE_BASE_FOLDERS_H
#define HEDDLE_BASE_FOLDERS_H

/* Creates all missing folders above the path's last '/', with this mode less the umask. Reports no
 * errors: the caller notices them when it uses the path. */
void folders_make(const char *path, unsigned mode);

#endif
