/* Files that appear whole or not at all: written beside their place, as PATH.part, which then takes
 * the place of what was there. */
#ifndef HEDDLE_BASE_WHOLE_FILE_H
#define HEDDLE_BASE_WHOLE_FILE_H

#include "engine/base/error.h"

#include <stddef.h>

/* May such a file take this place? ERR_INPUT: it is a folder, or a device or pipe, which must not
 * be replaced (that of /dev/null by a user who may do anything). What is not there yet is fine. */
int whole_file_place(const char *path, struct error *err);
/* Likewise, and its folder can be written, as far as can be seen: before hours of work are put
 * into it. */
int whole_file_possible(const char *path, struct error *err);
/* It is not wanted, and neither is what one who was killed had begun of it. */
void whole_file_remove(const char *path);
/* All that is in a file, with a zero behind it; the caller frees *text. ERR_INPUT: it cannot be
 * read. */
int whole_file_read(const char *path, char **text, size_t *len, struct error *err);

#endif
