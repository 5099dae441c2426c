/* The JDK's own sources: lib/src.zip, in which the module's folder precedes the package's
 * folders. */
#include <stdlib.h>
#include <string.h>

#include "engine/classfile/classpath.h"
#include "engine/classfile/jar.h"
#include "engine/session/session.h"
#include "engine/vm/machine.h"

/* Maps "java.util.Map$Entry", "Map.java" to "java.base/java/util/Map.java". Returns NULL if the
 * class is in no module. */
static char *entry_of(struct engine *e, const char *class_name, const char *file) {
  const char *dot = strrchr(class_name, '.'), *module;
  char *package = mem_printf("%.*s", dot ? (int)(dot - class_name) : 0, class_name), *entry;
  mem_exchange(package, '.', '/');
  module = jimage_module_of(e->vm->loaded.jdk, package);
  entry = module ? mem_printf("%s/%s/%s", module, package, file) : NULL;
  free(package);
  return entry;
}

char *engine_library_source(struct engine *e, const char *class_name, const char *file) {
  char *zip = mem_printf("%s/lib/src.zip", e->vm->loaded.jdk_home), *text = NULL,
       *entry = entry_of(e, class_name, file);
  struct error err = {0};
  uint8_t *data;
  size_t len;
  if (entry && !jar_read_from(zip, entry, &data, &len, &err)) {
    text = mem_printf("%.*s", (int)len, (const char *)data);
    free(data);
  }
  free(entry);
  free(zip);
  return text;
}
