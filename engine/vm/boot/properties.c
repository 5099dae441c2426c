/* The system properties of the program under test. They are the same on every machine, except
 * java.home and java.class.path, which name the inputs. The versions come from the JDK's own
 * VersionProps. */
#include "engine/vm/boot/boot.h"

#include "engine/vm/fields.h"
#include "engine/vm/heap.h"
#include "engine/vm/loader/modules.h"
#include "engine/vm/loader/synthetic.h"

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

/* Only for the library's reflection; programs do not see them. */
static const char *const reflection[][2] = {
    {"sun.reflect.inflationThreshold", "2147483647"},
    {"sun.reflect.noInflation", "false"},
    {"jdk.reflect.useNativeAccessorOnly", "true"},
};

/* Properties that depend on the release, with the name of the field by which the library requests
 * them. */
static const char *const of_release[][2] = {
    {"stdin.encoding", "_stdin_encoding_NDX"},
    {"stdout.encoding", "_stdout_encoding_NDX"},
    {"stderr.encoding", "_stderr_encoding_NDX"},
};

/* Names and values alternate. */
struct pairs {
  VEC(char *) texts;
};

static void pairs_add(struct pairs *all, const char *name, const char *value) {
  *vec_push(&all->texts) = mem_strdup(name);
  *vec_push(&all->texts) = mem_strdup(value);
}

static void pairs_release(struct pairs *all) {
  for (size_t i = 0; i < all->texts.len; i++) free(all->texts.data[i]);
  vec_free(&all->texts);
}

/* Adds "name=value" of the command line; "name" alone has an empty value. */
static void add_defined(struct pairs *all, const char *text) {
  size_t n = strcspn(text, "=");
  char *name = mem_printf("%.*s", (int)n, text);
  pairs_add(all, name, text[n] ? text + n + 1 : "");
  free(name);
}

/* Before JDK 19 only streams of a terminal have an encoding of their own. */
static void add_encodings(struct vm *vm, struct pairs *all) {
  struct klass *k = vm_class(vm, "jdk/internal/util/SystemProps$Raw", NULL);
  for (size_t i = 0; k && vm->loaded.jdk_release >= 19 && i < COUNT(of_release); i++)
    if (klass_field(k, of_release[i][1], NULL)) pairs_add(all, of_release[i][0], "UTF-8");
}

/* Adds all properties except those of VersionProps and the program's name. */
static void add_all(struct vm *vm, struct pairs *all) {
  char release[16];
  snprintf(release, sizeof release, "%d", vm->loaded.jdk_release);
  for (size_t i = 0; i < COUNT(fixed); i++) pairs_add(all, fixed[i][0], fixed[i][1]);
  add_encodings(vm, all);
  pairs_add(all, "java.vm.specification.version", release);
  pairs_add(all, "java.home", vm->loaded.jdk_home);
  pairs_add(all, "java.class.path", vm->opt.class_path ? vm->opt.class_path : ".");
}

static void add_all_defined(struct vm *vm, struct pairs *all) {
  for (int i = 0; i < vm->opt.define_count; i++)
    if (!modules_is_option(vm->opt.defines[i])) add_defined(all, vm->opt.defines[i]);
}

static int set(struct vm *vm, ref properties, const char *key, const char *value,
               struct error *err) {
  uint32_t args[3] = {properties, vm_intern_sym(vm, symtab_cstr(vm->syms, key)),
                      vm_intern_sym(vm, symtab_cstr(vm->syms, value))};
  return boot_call(vm, "java/util/Properties", "setProperty", NULL, args, err);
}

static int set_all(struct vm *vm, ref properties, const struct pairs *all, struct error *err) {
  int rc = 0;
  for (size_t i = 0; !rc && i < all->texts.len; i += 2)
    rc = set(vm, properties, all->texts.data[i], all->texts.data[i + 1], err);
  return rc;
}

/* Adds sun.java.command with a String that is filled when the program is known. */
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
  struct pairs all = {0}, defined = {0};
  int rc;
  add_all(vm, &all);
  for (size_t i = 0; i < COUNT(reflection); i++)
    pairs_add(&all, reflection[i][0], reflection[i][1]);
  add_all_defined(vm, &defined);
  rc = set_all(vm, properties, &all, err);
  if (!rc) rc = properties_no_command(vm, properties, err);
  if (!rc) rc = boot_call(vm, "java/lang/VersionProps", "init", NULL, &properties, err);
  if (!rc) rc = set_all(vm, properties, &defined, err);
  pairs_release(&all);
  pairs_release(&defined);
  return rc;
}

/* The last three elements are for the program's name and the terminating null. */
ref properties_array(struct vm *vm, struct thread *t) {
  struct pairs all = {0};
  uint32_t n;
  ref array;
  add_all(vm, &all);
  add_all_defined(vm, &all);
  n = (uint32_t)all.texts.len;
  array = vm_new_array(vm, t, vm->wk.string_array, (int32_t)n + 3);
  for (uint32_t i = 0; array && i < n; i++)
    array_put_ref(vm, array, i, vm_intern_sym(vm, symtab_cstr(vm->syms, all.texts.data[i])));
  pairs_release(&all);
  if (!array) return 0;
  array_put_ref(vm, array, n, vm_intern_sym(vm, symtab_cstr(vm->syms, "sun.java.command")));
  array_put_ref(vm, array, n + 1, vm->boot.command);
  return array;
}
