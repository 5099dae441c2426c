/* See own_path.h. */
#include "engine/base/own_path.h"

#include <stdlib.h>
#include <string.h>

#include "engine/base/mem.h"

char *own_path(void) { return realpath("/proc/self/exe", NULL); }

char *own_path_beside(const char *const *places, size_t n) {
  char *self = own_path(), *found = NULL;
  if (!self) return NULL;
  strrchr(self, '/')[1] = 0;
  for (size_t i = 0; i < n && !found; i++) {
    char *path = mem_printf("%s%s", self, places[i]);
    found = realpath(path, NULL);
    free(path);
  }
  free(self);
  return found;
}
