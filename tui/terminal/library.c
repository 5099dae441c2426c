/* Reads sources of the JDK through the engine (see library.h). */
#include "tui/terminal/library.h"

#include <stdlib.h>
#include <string.h>

static char *library_text(void *self, const char *class_name, const char *name) {
  return engine_library_source(self, class_name, name);
}

const struct source *library_source(struct debug *d, const char *class_name, const char *file) {
  return source_library(d->sources, class_name, file, library_text, d->engine);
}

bool library_file(struct debug *d, const char *path, const struct source **source,
                  char **class_name) {
  const char *slash = strrchr(path, '/'), *dot = slash ? strchr(slash, '.') : NULL;
  if (!dot) return false;
  *class_name = mem_printf("%.*s", (int)(dot - path), path);
  mem_exchange(*class_name, '/', '.');
  *source = library_source(d, *class_name, slash + 1);
  if ((*source)->path) return true;
  free(*class_name);
  *class_name = NULL;
  return false;
}
