/* Resources: finds what Class.getResourceAsStream asks for, on the class path and in the JDK's
 * image. Their URLs are in resource_urls.c. */
#include "engine/vm/loader/loaders.h"
#include "engine/natives/lang/resources.h"
#include "engine/natives/util.h"

#include "engine/classfile/classpath.h"
#include "engine/vm/loader/modules.h"

#include <stdlib.h>

/* Reads a resource into *data, malloc'd. Returns false if there is none. */
static bool resources_find(struct vm *vm, const char *name, uint8_t **data, size_t *len) {
  const uint8_t *in_image;
  if (vm->loaded.classpath && !classpath_read(vm->loaded.classpath, name, data, len, NULL, 0, NULL))
    return true;
  if (jimage_resource(vm->loaded.jdk, NULL, name, &in_image, len, NULL)) return false;
  *data = mem_alloc(*len + 1);
  memcpy(*data, in_image, *len);
  return true;
}

int resource_stream(struct native_call *c, const uint8_t *data, size_t len) {
  ref bytes = nat_bytes(c, data, (uint32_t)len),
      stream = bytes ? nat_new(c, "java/io/ByteArrayInputStream") : 0;
  if (!stream) return NATIVE_THROW;
  field_set_ref(c->vm, stream, "buf", bytes);
  field_set_int(c->vm, stream, "count", (int32_t)len);
  return ret_ref(c, stream);
}

/* Returns a stream of the resource that argument `slot` names, or null. */
static int stream_of(struct native_call *c, int slot) {
  uint8_t *data;
  size_t len;
  char *name;
  bool found;
  int rc;
  if (!c->args[slot]) return nat_npe(c);
  name = vm_utf8(c->vm, c->args[slot]);
  found = resources_find(c->vm, name[0] == '/' ? name + 1 : name, &data, &len);
  free(name);
  if (!found) return ret_ref(c, 0);
  rc = resource_stream(c, data, len);
  free(data);
  return rc;
}

static int as_stream(struct native_call *c) { return stream_of(c, 0); }
static int module_stream(struct native_call *c) { return stream_of(c, 1); }
/* A loader of the program may search elsewhere. */
static int loader_stream(struct native_call *c) {
  return loader_is_builtin(c->vm, c->args[0]) ? stream_of(c, 1) : nat_body(c);
}

/* BootLoader.findResourceAsStream(String module, String name): searches only the image. */
static int image_stream(struct native_call *c) {
  const uint8_t *data;
  size_t len;
  char *module = vm_utf8(c->vm, c->args[0]), *name = vm_utf8(c->vm, c->args[1]);
  bool found =
      module && name && !jimage_resource(c->vm->loaded.jdk, module, name, &data, &len, NULL);
  free(module);
  free(name);
  return found ? resource_stream(c, data, len) : ret_ref(c, 0);
}

/* Returns the module of the image that contains a package, given as a dotted String; NULL if there
 * is none. */
static struct module *module_of_package(struct vm *vm, ref package) {
  char *name = vm_utf8(vm, package);
  const char *module = jimage_module_of(vm->loaded.jdk, name);
  free(name);
  return module ? module_by_name(vm, module) : NULL;
}

/* BootLoader.PackageHelper.definePackage(String name, String location): creates a Package of the
 * boot loader in its module. */
static int define_package(struct native_call *c) {
  struct vm *vm = c->vm;
  struct module *of = module_of_package(vm, c->args[0]);
  struct klass *loaders = vm_class_throw(vm, c->t, "jdk/internal/loader/ClassLoaders", false);
  struct klass *k = loaders ? vm_class_throw(vm, c->t, "java/lang/ClassLoader", false) : NULL;
  struct method *m =
      k ? klass_declared_method(k, "definePackage",
                                "(Ljava/lang/String;Ljava/lang/Module;)Ljava/lang/Package;")
        : NULL;
  uint32_t args[3];
  int rc;
  if (!k) return NATIVE_THROW;
  rc = vm_init_class(vm, c->t, loaders);
  if (rc != NATIVE_OK) return rc;
  args[0] = field_static_ref(vm, loaders, "BOOT_LOADER");
  args[1] = c->args[0];
  args[2] = of ? module_object(vm, of) : modules_unnamed(vm);
  if (!m || !args[0]) return vm_unsupported(vm, c->t, "packages of this JDK release");
  return vm_push_frame(vm, c->t, m, args, 0, 0);
}

static int unnamed_module(struct native_call *c) { return ret_ref(c, modules_unnamed(c->vm)); }

/* The library only checks that the location is not null. */
static int package_location(struct native_call *c) {
  return ret_new(c, vm_string(c->vm, c->t, "heddle"));
}

#define LOADER "java/lang/ClassLoader"
const struct native_row natives_resources[] = {
    {LOADER, "getSystemResourceAsStream", NULL, as_stream},
    {LOADER, "getResourceAsStream", NULL, loader_stream},
    {"java/lang/Module", "getResourceAsStream", NULL, module_stream},
    {"jdk/internal/loader/BootLoader", "setBootLoaderUnnamedModule0", NULL, nat_nothing},
    {"jdk/internal/loader/BootLoader", "getUnnamedModule", NULL, unnamed_module},
    {"jdk/internal/loader/BootLoader", "findResourceAsStream", NULL, image_stream},
    {"jdk/internal/loader/BootLoader", "getSystemPackageLocation", NULL, package_location},
    {"jdk/internal/loader/BootLoader$PackageHelper", "definePackage", NULL, define_package},
    {0},
};
