/* jdk.internal.loader.BootLoader: the JDK's classes without the module system. Its initialiser would build the class loaders and
 * the catalog of services. */
#include "engine/natives/util.h"

#include <stdlib.h>

/* The JDK's class of a name with dots; null when there is none. */
static int load(struct native_call *c, int slot) {
  char *name = vm_utf8(c->vm, c->args[slot]);
  struct klass *k;
  if (!name) return nat_npe(c);
  for (char *p = name; *p; p++) *p = *p == '.' ? '/' : *p == '/' ? '?' : *p;
  k = vm_class(c->vm, name, NULL);
  free(name);
  return ret_ref(c, k && k->is_jdk ? k->mirror : 0);
}
static int load_class_or_null(struct native_call *c) { return load(c, 0); }
static int load_class_of_module(struct native_call *c) { return load(c, 1); }

#define BOOT "jdk/internal/loader/BootLoader"
const struct native_row natives_boot_loader[] = {
    {BOOT, "<clinit>", NULL, nat_nothing},
    {BOOT, "loadClassOrNull", NULL, load_class_or_null},
    {BOOT, "loadClass", NULL, load_class_of_module},
    {BOOT, "hasClassPath", NULL, nat_zero},
    {0}};
