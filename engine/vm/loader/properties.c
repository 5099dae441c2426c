/* The system properties of the program under test: the same on every machine, except java.home and
 * java.class.path, which name the inputs. The versions come from the JDK's own VersionProps. */
#include "engine/vm/loader/boot.h"

#include "engine/vm/natives/files.h"
#include "engine/vm/loader/modules.h"

#include <stdlib.h>

static const char *const fixed[][2] = {
    {"user.home", FILES_DIR},
    {"user.dir", FILES_DIR},
    {"user.name", "user"},
    {"user.language", "en"},
    {"user.country", "US"},
    {"user.script", ""},
    {"user.variant", ""},
    {"user.timezone", "UTC"},
    {"os.name", "Linux"},
    {"os.arch", "amd64"},
    {"os.version", "1"},
    {"file.separator", "/"},
    {"path.separator", ":"},
    {"line.separator", "\n"},
    {"file.encoding", "UTF-8"},
    {"native.encoding", "UTF-8"},
    {"stdout.encoding", "UTF-8"},
    {"stderr.encoding", "UTF-8"},
    {"sun.jnu.encoding", "UTF-8"},
    {"sun.arch.data.model", "64"},
    {"sun.cpu.endian", "little"},
    {"sun.io.unicode.encoding", "UnicodeLittle"},
    {"java.io.tmpdir", "/tmp"},
    {"java.library.path", ""},
    {"sun.boot.library.path", ""},
    {"java.vm.name", "heddle"},
    {"sun.management.compiler", "none"},
    {"java.vm.vendor", "heddle"},
    {"java.vm.version", "1"},
    {"java.vm.info", "checked mode"},
    {"java.vm.specification.name", "Java Virtual Machine Specification"},
    {"java.vm.specification.vendor", "Oracle Corporation"},
    {"java.vm.compressedOopsMode", ""},
    {"sun.reflect.inflationThreshold", "2147483647"},
    {"sun.reflect.noInflation", "false"},
    {"jdk.reflect.useNativeAccessorOnly", "true"},
    {"jdk.debug", "release"},
};

static int set(struct vm *vm, ref properties, const char *key, const char *value,
               struct error *err) {
  uint32_t args[3] = {properties, vm_intern_sym(vm, symtab_cstr(vm->syms, key)),
                      vm_intern_sym(vm, symtab_cstr(vm->syms, value))};
  return boot_call(vm, "java/util/Properties", "setProperty", NULL, args, err);
}

/* "name=value" of the command line; "name" alone is empty. */
static int properties_define(struct vm *vm, ref properties, const char *text, struct error *err) {
  size_t n = strcspn(text, "=");
  char *name = mem_printf("%.*s", (int)n, text);
  int rc = set(vm, properties, name, text[n] ? text + n + 1 : "", err);
  free(name);
  return rc;
}

int properties_fill(struct vm *vm, ref properties, struct error *err) {
  int rc = 0;
  for (size_t i = 0; !rc && i < COUNT(fixed); i++)
    rc = set(vm, properties, fixed[i][0], fixed[i][1], err);
  if (!rc) rc = set(vm, properties, "java.home", vm->loaded.jdk_home, err);
  if (!rc)
    rc = set(vm, properties, "java.class.path", vm->opt.class_path ? vm->opt.class_path : ".", err);
  if (!rc) rc = boot_call(vm, "java/lang/VersionProps", "init", NULL, &properties, err);
  for (int i = 0; !rc && i < vm->opt.define_count; i++)
    if (!modules_is_option(vm->opt.defines[i]))
      rc = properties_define(vm, properties, vm->opt.defines[i], err);
  return rc;
}
