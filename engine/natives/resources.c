/* Resources: what Class.getResourceAsStream looks for. Streams come from the class path and from the JDK's image; URLs are told
 * for the class path's. */
#include "engine/natives/files.h"
#include "engine/natives/util.h"
#include "engine/vm/synth.h"

#include "engine/classfile/classpath.h"

#include <limits.h>
#include <stdlib.h>

/* The bytes of a resource, malloc'd; false: there is none. */
static bool find(struct vm *vm, const char *name, uint8_t **data, size_t *len) {
  const uint8_t *in_image;
  if (vm->classpath && !classpath_read(vm->classpath, name, data, len, NULL, 0, NULL)) return true;
  if (jimage_resource(vm->jdk, NULL, name, &in_image, len, NULL)) return false;
  *data = mem_alloc(*len + 1);
  memcpy(*data, in_image, *len);
  return true;
}

/* A ByteArrayInputStream over the bytes of the resource that argument `slot` names. */
static int stream_of(struct native_call *c, int slot) {
  struct vm *vm = c->vm;
  uint8_t *data;
  size_t len;
  char *name;
  bool found;
  ref bytes, stream;
  if (!c->args[slot]) return nat_npe(c);
  name = vm_utf8(vm, c->args[slot]);
  found = find(vm, name[0] == '/' ? name + 1 : name, &data, &len);
  free(name);
  if (!found) return ret_ref(c, 0);
  bytes = nat_bytes(c, data, (uint32_t)len);
  free(data);
  stream = bytes ? nat_new(c, "java/io/ByteArrayInputStream") : 0;
  if (!stream) return NATIVE_THROW;
  nat_set_ref(vm, stream, "buf", bytes);
  nat_set_int(vm, stream, "count", (int32_t)len);
  return ret_ref(c, stream);
}

static int as_stream(struct native_call *c) {
  return stream_of(c, 0);
}
static int module_stream(struct native_call *c) {
  return stream_of(c, 1);
}
/* A loader of the program may look elsewhere. */
static int loader_stream(struct native_call *c) {
  return vm_klass(c->vm, c->args[0])->is_jdk ? stream_of(c, 1) : nat_body(c);
}

/* "file:/dir/name" or "jar:file:/dir/a.jar!/name" of a resource of the class path; NULL: there is none. Caller frees. */
static char *url_of(struct vm *vm, const char *name) {
  char where[PATH_MAX], *bang, *real, *out;
  uint8_t *data;
  size_t len;
  if (!vm->classpath || classpath_read(vm->classpath, name, &data, &len, where, sizeof where, NULL)) return NULL;
  free(data);
  bang = strstr(where, "!/");
  if (bang) *bang = 0;
  real = files_normal(where); /* as the program sees it (files.h) */
  out = bang ? mem_printf("jar:file:%s!/%s", real, name) : mem_printf("file:%s", real);
  free(real);
  return out;
}

/* class $$Url { static URL make(String s) { return new URL(s); } } */
static struct klass *url_maker(struct native_call *c, struct error *err) {
  static const char name[] = "java/net/URL$$Make";
  struct klass *k = synth_find(c->vm, name), *url;
  struct synth *s;
  struct synth_method *m;
  if (k) return k;
  url = vm_class(c->vm, "java/net/URL", err);
  if (!url) return NULL;
  s = synth_new(name, "java/lang/Object", ACC_FINAL | ACC_SUPER | ACC_SYNTHETIC);
  m = synth_method(s, ACC_STATIC, "make", "(Ljava/lang/String;)Ljava/net/URL;");
  asm_type(m, OP_NEW, "java/net/URL");
  asm_op(m, OP_DUP);
  asm_op(m, OP_ALOAD_0);
  asm_invoke(m, OP_INVOKESPECIAL, "java/net/URL", "<init>", "(Ljava/lang/String;)V", false);
  asm_op(m, OP_ARETURN);
  return synth_define(c->vm, s, url, err);
}

/* The resource's URL becomes the native's result. */
static int give_url(struct native_call *c, const char *spec) {
  struct error err = {0};
  struct klass *k = url_maker(c, &err);
  ref s = k ? vm_string(c->vm, c->t, spec) : 0;
  if (!k) return synth_failed(c->vm, c->t, &err);
  return s ? vm_push_frame(c->vm, c->t, klass_declared_method(k, "make", NULL), &s, 0, 0) : NATIVE_THROW;
}

/* True when somebody put the named resource on the class path, where only a URL would lead to it. */
static bool on_class_path(struct native_call *c, int slot) {
  char *name = c->args[slot] ? vm_utf8(c->vm, c->args[slot]) : NULL;
  uint8_t *data = NULL;
  size_t len;
  bool found = name && c->vm->classpath && !classpath_read(c->vm->classpath, name, &data, &len, NULL, 0, NULL);
  free(name);
  free(data);
  return found;
}

static int as_url(struct native_call *c) {
  char *name, *spec;
  int rc;
  if (!c->args[0]) return nat_npe(c);
  name = vm_utf8(c->vm, c->args[0]);
  spec = url_of(c->vm, name);
  rc = spec ? give_url(c, spec) : ret_ref(c, 0);
  free(spec);
  free(name);
  return rc;
}

static int as_urls(struct native_call *c) {
  struct klass *k = vm_class_throw(c->vm, c->t, "java/util/Collections", false);
  struct method *m = k ? klass_declared_method(k, "emptyEnumeration", NULL) : NULL;
  int rc;
  if (on_class_path(c, 0)) return vm_unsupported(c->vm, c->t, "URLs of resources (ClassLoader.getSystemResources)");
  if (!m) return NATIVE_THROW;
  rc = vm_init_class(c->vm, c->t, k);
  return rc == NATIVE_OK ? vm_push_frame(c->vm, c->t, m, NULL, 0, 0) : rc;
}

/* BootLoader.PackageHelper.definePackage(String name, String location): a Package of the boot loader in the one module.
 */
static int define_package(struct native_call *c) {
  struct vm *vm = c->vm;
  struct klass *loaders = vm_class_throw(vm, c->t, "jdk/internal/loader/ClassLoaders", false);
  struct klass *k = loaders ? vm_class_throw(vm, c->t, "java/lang/ClassLoader", false) : NULL;
  struct method *m =
      k ? klass_declared_method(k, "definePackage", "(Ljava/lang/String;Ljava/lang/Module;)Ljava/lang/Package;") : NULL;
  uint32_t args[3];
  int rc;
  if (!k) return NATIVE_THROW;
  rc = vm_init_class(vm, c->t, loaders);
  if (rc != NATIVE_OK) return rc;
  args[0] = nat_static_ref(vm, loaders, "BOOT_LOADER");
  args[1] = c->args[0];
  args[2] = *MEM32(vm, vm->wk.object->mirror + vm->wk.class_module);
  if (!m || !args[0]) return vm_unsupported(vm, c->t, "packages of this JDK release");
  return vm_push_frame(vm, c->t, m, args, 0, 0);
}

static int unnamed_module(struct native_call *c) {
  return ret_ref(c, *MEM32(c->vm, c->vm->wk.object->mirror + c->vm->wk.class_module));
}

/* Every package is somewhere; where does not matter. */
static int package_location(struct native_call *c) {
  return ret_new(c, vm_string(c->vm, c->t, "heddle"));
}

#define LOADER "java/lang/ClassLoader"
const struct native_row natives_resources[] = {
    {LOADER, "getSystemResourceAsStream", NULL, as_stream},
    {LOADER, "getResourceAsStream", NULL, loader_stream},
    {"java/lang/Module", "getResourceAsStream", NULL, module_stream},
    {LOADER, "getSystemResource", NULL, as_url},
    {LOADER, "getSystemResources", NULL, as_urls},
    {"jdk/internal/loader/BootLoader", "setBootLoaderUnnamedModule0", NULL, nat_nothing},
    {"jdk/internal/loader/BootLoader", "getUnnamedModule", NULL, unnamed_module},
    {"jdk/internal/loader/BootLoader", "getSystemPackageLocation", NULL, package_location},
    {"jdk/internal/loader/BootLoader$PackageHelper", "definePackage", NULL, define_package},
    {"jdk/internal/loader/BootLoader", "findResource", "(Ljava/lang/String;)Ljava/net/URL;", as_url},
    {"jdk/internal/loader/BootLoader", "findResources", "(Ljava/lang/String;)Ljava/util/Enumeration;", as_urls},
    {0},
};
