/* Sets library fields that skipped initialisers would set. Natives replace these initialisers,
 * because they would start threads or build the class loaders and the catalog of modules. */
#include "engine/vm/boot/boot.h"

#include "engine/vm/loader/classes.h"
#include "engine/vm/loader/modules.h"

#define BOOT_LOADER "jdk/internal/loader/BootLoader"

/* Makes the map of values that belong to the null loader (known logging levels, Proxy's caches).
 * ClassLoader objects have such a map, too. */
static int boot_loader(struct vm *vm, struct error *err) {
  uint32_t args[1];
  ref values;
  int rc = boot_init(vm, BOOT_LOADER, err);
  if (!rc)
    rc = boot_new_call(vm, "java/util/concurrent/ConcurrentHashMap", "()V", args, &values, err);
  if (rc) return rc;
  boot_put_static(vm, BOOT_LOADER, "CLASS_LOADER_VALUE_MAP", values);
  boot_put_static(vm, BOOT_LOADER, "UNNAMED_MODULE", modules_unnamed(vm));
  return 0;
}

/* Sets the access object that System.runFinalization uses, and direct buffers when memory is
 * short. */
static int reference_access(struct vm *vm, struct error *err) {
  ref access = boot_new(vm, "java/lang/ref/Reference$1", err);
  if (!access) return err->code;
  boot_put_static(vm, "jdk/internal/access/SharedSecrets", "javaLangRefAccess", access);
  return 0;
}

int boot_gaps(struct vm *vm, struct error *err) {
  int rc = boot_loader(vm, err);
  if (!rc) rc = reference_access(vm, err);
  return rc ? rc : properties_settle(vm, err);
}
