/* Folders that are to be there. */
#ifndef HEDDLE_BASE_FOLDERS_H
#define HEDDLE_BASE_FOLDERS_H

/* Makes those above the path's last '/' that are not there, with this mode less the umask. What
 * cannot be made shows when the path is used. */
void folders_make(const char *path, unsigned mode);

#endif
