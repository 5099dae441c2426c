/* Files that appear whole or not at all: a file is written as PATH.part and then replaces PATH. */
#ifndef HEDDLE_BASE_WHOLE_FILE_H
#define HEDDLE_BASE_WHOLE_FILE_H

#include "engine/base/error.h"

#include <stddef.h>

/* Checks whether such a file may replace `path`. Returns ERR_INPUT for a folder, a device or a
 * pipe, which must not be replaced (a privileged user could replace even /dev/null). A path that
 * does not exist is fine. */
int whole_file_place(const char *path, struct error *err);
/* Like whole_file_place, but also checks as far as possible that the folder can be written. Called
 * before hours of work produce the file. */
int whole_file_possible(const char *path, struct error *err);
/* Removes the file, and the .part file that a killed process may have left. */
void whole_file_remove(const char *path);
/* Writes a whole file; missing folders above it are made. Returns ERR_INPUT if it cannot be
 * written; then no file is left. */
int whole_file_write(const char *path, const void *data, size_t len, struct error *err);
/* Reads a whole file and appends a zero byte. The caller frees *text. Returns ERR_INPUT if the file
 * cannot be read. */
int whole_file_read(const char *path, char **text, size_t *len, struct error *err);

#endif
