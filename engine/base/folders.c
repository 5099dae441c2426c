/* See folders.h. */
#include "engine/base/folders.h"

#include <errno.h>
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

int folder_temporary(const char *prefix, char **out, struct error *err) {
  const char *place = getenv("TMPDIR");
  *out = mem_printf("%s/%s-XXXXXX", place && *place ? place : "/tmp", prefix);
  if (mkdtemp(*out)) return 0;
  return error_set(err, ERR_INPUT, "cannot make the folder %s: %s", *out, strerror(errno));
}
