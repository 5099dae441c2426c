/* See folders.h. */
#include "engine/base/folders.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "engine/base/mem.h"

void folders_make(const char *path, unsigned mode) {
  char *copy = mem_strdup(path), *s;
  for (s = copy + 1; (s = strchr(s, '/')); *s++ = '/') {
    *s = 0;
    mkdir(copy, (mode_t)mode);
  }
  free(copy);
}
