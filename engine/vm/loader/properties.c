/* The system properties of the program under test: the same on every machine, except java.home and
 * java.class.path, which name the inputs. The versions come from the JDK's own VersionProps. */
#include "engine/vm/loader/boot.h"

#include "engine/vm/natives/files.h"
#include "engine/vm/loader/modules.h"
#include "engine/vm/synth/synth.h"

#include <stdio.h>
#include <stdlib.h>

static const char *const fixed[][2] = {
    {"user.home", FILES_DIR},
    {"user.dir", FILES_DIR},
    {"user.name", "user"},
    {"user.language", "en"},
    {"user.country", "US"},
    {"user.timezone", "UTC"},
    {"os.name", "Linux"},
    {"os.arch", "amd64"},
    {"os.version", "1"},
    {"file.separator", "/"},
    {"path.separator", ":"},
    {"line.separator", "\n"},
    {"file.encoding", "UTF-8"},
    {"native.encoding", "UTF-8"},
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
    {"sun.java.launcher", "SUN_STANDARD"},
    {"jdk.debug", "release"},
};

/* For the library's reflection alone; no program sees them. */
static const char *const reflection[][2] = {
    {"sun.reflect.inflationThreshold", "2147483647"},
    {"sun.reflect.noInflation", "false"},
    {"jdk.reflect.useNativeAccessorOnly", "true"},
};

/* Those that a release has, by the name of what it asks its own natives for. */
static const char *const of_release[][2] = {
    {"stdin.encoding", "_stdin_encoding_NDX"},
    {"stdout.encoding", "_stdout_encoding_NDX"},
    {"stderr.encoding", "_stderr_encoding_NDX"},
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

/* Streams of a terminal alone have an encoding of their own before 19. */
static int properties_encodings(struct vm *vm, ref properties, struct error *err) {
  struct klass *k = vm_class(vm, "jdk/internal/util/SystemProps$Raw", NULL);
  int rc = 0;
  for (size_t i = 0; !rc && k && vm->loaded.jdk_release >= 19 && i < COUNT(of_release); i++)
    if (klass_field(k, of_release[i][1], NULL))
      rc = set(vm, properties, of_release[i][0], "UTF-8", err);
  return rc;
}

/* Filled when the program is known. */
static int properties_no_command(struct vm *vm, ref properties, struct error *err) {
  ref text = immortal_object(vm, vm->wk.string);
  uint32_t args[3] = {properties, vm_intern_sym(vm, symtab_cstr(vm->syms, "sun.java.command")),
                      text};
  if (!text) return error_set(err, ERR_MEMORY, "no room for the program's name");
  vm->boot.command = text;
  properties_command(vm, "", 0, NULL);
  return boot_call(vm, "java/util/Properties", "setProperty", NULL, args, err);
}

void properties_command(struct vm *vm, const char *main_class, int argc, char *const *argv) {
  struct text out = {0};
  ref from, to = vm->boot.command;
  text_puts(&out, main_class);
  for (int i = 0; i < argc; i++) text_printf(&out, " %s", argv[i]);
  from = vm_intern_sym(vm, symtab_cstr(vm->syms, out.s ? out.s : ""));
  text_release(&out);
  if (!from || !to) return;
  *MEM32(vm, to + vm->wk.string_value) = *MEM32(vm, from + vm->wk.string_value);
  *MEM8(vm, to + vm->wk.string_coder) = *MEM8(vm, from + vm->wk.string_coder);
  immortal_seal(vm, to);
}

int properties_settle(struct vm *vm, struct error *err) {
  static const char factory[] = "jdk/internal/reflect/ReflectionFactory", *const readers[] = {
                                                                              "checkInitted",
                                                                              "config"};
  struct klass *k = vm_class(vm, factory, err);
  const struct field *f = klass_field(vm->wk.system, "props", NULL);
  uint32_t args[2] = {f ? *MEM32(vm, vm->wk.system->mirror + f->offset) : 0};
  int rc = k ? 0 : err->code;
  for (size_t i = 0; !rc && i < COUNT(readers); i++)
    if (klass_declared_method(k, readers[i], NULL))
      rc = boot_call(vm, factory, readers[i], NULL, NULL, err);
  for (size_t i = 0; !rc && i < COUNT(reflection); i++) {
    args[1] = vm_intern_sym(vm, symtab_cstr(vm->syms, reflection[i][0]));
    rc = boot_call(vm, "java/util/Properties", "remove", "(Ljava/lang/Object;)Ljava/lang/Object;",
                   args, err);
  }
  return rc;
}

int properties_fill(struct vm *vm, ref properties, struct error *err) {
  char release[16];
  int rc = 0;
  snprintf(release, sizeof release, "%d", vm->loaded.jdk_release);
  for (size_t i = 0; !rc && i < COUNT(fixed); i++)
    rc = set(vm, properties, fixed[i][0], fixed[i][1], err);
  for (size_t i = 0; !rc && i < COUNT(reflection); i++)
    rc = set(vm, properties, reflection[i][0], reflection[i][1], err);
  if (!rc) rc = properties_encodings(vm, properties, err);
  if (!rc) rc = properties_no_command(vm, properties, err);
  if (!rc) rc = set(vm, properties, "java.vm.specification.version", release, err);
  if (!rc) rc = set(vm, properties, "java.home", vm->loaded.jdk_home, err);
  if (!rc)
    rc = set(vm, properties, "java.class.path", vm->opt.class_path ? vm->opt.class_path : ".", err);
  if (!rc) rc = boot_call(vm, "java/lang/VersionProps", "init", NULL, &properties, err);
  for (int i = 0; !rc && i < vm->opt.define_count; i++)
    if (!modules_is_option(vm->opt.defines[i]))
      rc = properties_define(vm, properties, vm->opt.defines[i], err);
  return rc;
}
