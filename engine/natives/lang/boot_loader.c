/* jdk.internal.loader.BootLoader: finds the JDK's classes without the module system. The class's
 * own initialiser would build the class loaders and the catalog of services. */
#include "engine/natives/util.h"

#include <stdlib.h>

/* Returns the class of a dotted name, or NULL. */
static struct klass *boot_loader_load(struct native_call *c, int slot) {
  char *name = vm_utf8(c->vm, c->args[slot]);
  struct klass *k;
  for (char *p = name; p && *p; p++) *p = *p == '.' ? '/' : *p == '/' ? '?' : *p;
  k = name ? vm_class(c->vm, name, NULL) : NULL;
  free(name);
  return k;
}

static int load_class_or_null(struct native_call *c) {
  const struct klass *k = boot_loader_load(c, 0);
  if (!c->args[0]) return nat_npe(c);
  return ret_ref(c, k && klass_of_bootstrap(k) ? k->mirror : 0);
}

/* loadClass(Module, String): finds only classes of that module. */
static int load_class_of_module(struct native_call *c) {
  const struct klass *k = boot_loader_load(c, 1);
  if (!c->args[1]) return nat_npe(c);
  return ret_ref(
      c, k && *MEM32(c->vm, k->mirror + c->vm->wk.class_module) == c->args[0] ? k->mirror : 0);
}

#define BOOT "jdk/internal/loader/BootLoader"
const struct native_row natives_boot_loader[] = {
    {BOOT, "<clinit>", NULL, nat_nothing},
    {BOOT, "loadClassOrNull", NULL, load_class_or_null},
    {BOOT, "loadClass", NULL, load_class_of_module},
    {BOOT, "hasClassPath", NULL, nat_zero},
    {0}};
