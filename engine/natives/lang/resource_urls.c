/* URLs of resources. Those on the class path have "file:/dir/name" or "jar:file:/dir/a.jar!/name";
 * the library opens them like any other (natives/io/files.h). Classes of the JDK's image have
 * "jrt:/module/name", which is read here.
 *
 * Methods of a synthetic class call the constructor of a URL. */
#include "engine/vm/loader/loaders.h"
#include "engine/natives/io/files.h"
#include "engine/natives/lang/resources.h"
#include "engine/natives/util.h"
#include "engine/vm/loader/synthetic.h"

#include "engine/classfile/classpath.h"

#include <ctype.h>
#include <limits.h>
#include <stdlib.h>

/* ---- locations of resources ---- */

void resource_encode(struct text *out, const char *path) {
  for (const unsigned char *p = (const unsigned char *)path; *p; p++) {
    if (isalnum(*p) || (*p < 0x80 && strchr("/.-_~!$&'()*+,;=:@", *p)))
      text_add(out, (const char *)p, 1);
    else
      text_printf(out, "%%%02X", *p);
  }
}

/* Returns the URL of the location that classpath_read reported; the caller frees it. */
static char *url_in_path(char *where, const char *name) {
  char *bang = strstr(where, "!/"), *file;
  struct text out = {0};
  if (bang) *bang = 0;
  file = files_normal(where); /* as the program sees it */
  text_puts(&out, bang ? "jar:file:" : "file:");
  resource_encode(&out, file);
  if (bang) {
    text_puts(&out, "!/");
    resource_encode(&out, name);
  }
  free(file);
  return out.s;
}

/* Returns the URL of the resource in the next element of the class path that has it, or NULL. The
 * caller frees it. */
static char *next_url(struct vm *vm, size_t *from, const char *name) {
  char where[PATH_MAX];
  uint8_t *data;
  size_t len;
  if (!vm->loaded.classpath ||
      classpath_read_next(vm->loaded.classpath, from, name, &data, &len, where, sizeof where, NULL))
    return NULL;
  free(data);
  return url_in_path(where, name);
}

/* Returns the URL of a class file in the image; other files of the image are not accessible to all
 * callers. */
static char *image_url(struct vm *vm, const char *name) {
  const char *slash = strrchr(name, '/'), *dot = strrchr(name, '.'), *module;
  char *package = slash ? mem_printf("%.*s", (int)(slash - name), name) : NULL, *url = NULL;
  const uint8_t *data;
  size_t len;
  module =
      package && dot && !strcmp(dot, ".class") ? jimage_module_of(vm->loaded.jdk, package) : NULL;
  if (module && !jimage_resource(vm->loaded.jdk, module, name, &data, &len, NULL))
    url = mem_printf("jrt:/%s/%s", module, name);
  free(package);
  return url;
}

/* ---- creating URLs ---- */

#define URL "java/net/URL"
#define ONE_DESC "(Ljava/lang/String;)Ljava/net/URL;"
#define ALL_DESC "([Ljava/lang/String;)Ljava/util/Enumeration;"
#define VECTOR "java/util/Vector"

/* static URL one(String s) { return new URL(s); } */
static void write_one(struct synth *s) {
  struct synth_method *m = synth_method(s, ACC_STATIC, "one", ONE_DESC);
  asm_type(m, OP_NEW, URL);
  asm_op(m, OP_DUP);
  asm_op(m, OP_ALOAD_0);
  asm_invoke(m, OP_INVOKESPECIAL, URL, "<init>", "(Ljava/lang/String;)V", false);
  asm_op(m, OP_ARETURN);
}

/* static Enumeration all(String[] s) {
 *   Vector v = new Vector();
 *   for (int i = 0; i < s.length; i++) v.addElement(one(s[i]));
 *   return v.elements();
 * } */
static void write_all(struct synth *s) {
  struct synth_method *m = synth_method(s, ACC_STATIC, "all", ALL_DESC);
  int next = asm_label(m), end = asm_label(m);
  asm_type(m, OP_NEW, VECTOR);
  asm_op(m, OP_DUP);
  asm_invoke(m, OP_INVOKESPECIAL, VECTOR, "<init>", "()V", false);
  asm_store(m, 'L', 1);
  asm_int(m, 0);
  asm_store(m, 'I', 2);
  asm_bind(m, next);
  asm_load(m, 'I', 2);
  asm_load(m, 'L', 0);
  asm_op(m, OP_ARRAYLENGTH);
  asm_jump(m, OP_IF_ICMPGE, end);
  asm_load(m, 'L', 1);
  asm_load(m, 'L', 0);
  asm_load(m, 'I', 2);
  asm_array_load(m, 'L');
  asm_invoke(m, OP_INVOKESTATIC, synth_name(s), "one", ONE_DESC, false);
  asm_invoke(m, OP_INVOKEVIRTUAL, VECTOR, "addElement", "(Ljava/lang/Object;)V", false);
  asm_load(m, 'I', 2);
  asm_int(m, 1);
  asm_op(m, OP_IADD);
  asm_store(m, 'I', 2);
  asm_jump(m, OP_GOTO, next);
  asm_bind(m, end);
  asm_load(m, 'L', 1);
  asm_invoke(m, OP_INVOKEVIRTUAL, VECTOR, "elements", "()Ljava/util/Enumeration;", false);
  asm_return(m, 'L');
}

static struct klass *url_maker(struct native_call *c, struct error *err) {
  static const char name[] = "java/net/URL$$Make";
  struct klass *k = synth_find(c->vm, name), *url;
  struct synth *s;
  if (k) return k;
  url = vm_class(c->vm, URL, err);
  if (!url) return NULL;
  s = synth_new(name, "java/lang/Object", ACC_FINAL | ACC_SUPER | ACC_SYNTHETIC);
  write_one(s);
  write_all(s);
  return synth_define(c->vm, s, url, err);
}

/* Calls a method of that class with the argument; its result becomes the native's result. */
static int resource_urls_make(struct native_call *c, const char *method, ref argument) {
  struct error err = {0};
  struct klass *k = argument ? url_maker(c, &err) : NULL;
  if (!argument) return NATIVE_THROW;
  if (!k) return synth_failed(c->vm, c->t, &err);
  return vm_push_frame(c->vm, c->t, klass_declared_method(k, method, NULL), &argument, 0, 0);
}

/* ---- the natives ---- */

static int give_url(struct native_call *c, int slot) {
  char *name, *url;
  size_t from = 0;
  int rc;
  if (!c->args[slot]) return nat_npe(c);
  name = vm_utf8(c->vm, c->args[slot]);
  url = next_url(c->vm, &from, name);
  if (!url) url = image_url(c->vm, name);
  rc = url ? resource_urls_make(c, "one", vm_string(c->vm, c->t, url)) : ret_ref(c, 0);
  free(url);
  free(name);
  return rc;
}

/* BootLoader.findResource(String module, String name) */
static int url_of_module(struct native_call *c) {
  char *module = vm_utf8(c->vm, c->args[0]), *name = vm_utf8(c->vm, c->args[1]), *url = NULL;
  const uint8_t *data;
  size_t len;
  int rc;
  if (module && name && !jimage_resource(c->vm->loaded.jdk, module, name, &data, &len, NULL))
    url = mem_printf("jrt:/%s/%s", module, name);
  rc = url ? resource_urls_make(c, "one", vm_string(c->vm, c->t, url)) : ret_ref(c, 0);
  free(url);
  free(module);
  free(name);
  return rc;
}

static int give_urls(struct native_call *c, int slot) {
  struct vm *vm = c->vm;
  char *name, *url;
  VEC(char *) urls = {0};
  size_t from = 0;
  ref array;
  if (!c->args[slot]) return nat_npe(c);
  name = vm_utf8(vm, c->args[slot]);
  if ((url = image_url(vm, name))) *vec_push(&urls) = url;
  while ((url = next_url(vm, &from, name))) *vec_push(&urls) = url;
  free(name);
  array = vm_new_array(vm, c->t, vm->wk.string_array, (int32_t)urls.len);
  for (uint32_t i = 0; i < urls.len; i++) {
    ref s = array ? vm_string(vm, c->t, urls.data[i]) : 0;
    free(urls.data[i]);
    if (s) array_put_ref(vm, array, i, s);
    if (!s) array = 0;
  }
  vec_free(&urls);
  return resource_urls_make(c, "all", array);
}

static int one_static(struct native_call *c) { return give_url(c, 0); }
static int all_static(struct native_call *c) { return give_urls(c, 0); }
static int all_of_loader(struct native_call *c) {
  return loader_is_builtin(c->vm, c->args[0]) ? give_urls(c, 1) : nat_body(c);
}

/* ---- jrt: ---- */

/* Finds the bytes that a JavaRuntimeURLConnection names. Returns false if there are none. */
static bool image_bytes(struct vm *vm, ref connection, const uint8_t **data, size_t *len) {
  char *module = vm_utf8(vm, field_get_ref(vm, connection, "module")),
       *name = vm_utf8(vm, field_get_ref(vm, connection, "name"));
  bool found = module && name && !jimage_resource(vm->loaded.jdk, module, name, data, len, NULL);
  free(module);
  free(name);
  return found;
}

static int jrt_connect(struct native_call *c) {
  const uint8_t *data;
  size_t len;
  if (image_bytes(c->vm, c->args[0], &data, &len)) return NATIVE_OK;
  return vm_throw(c->vm, c->t, "java/io/IOException", "no such resource in the JDK's image");
}

static int jrt_stream(struct native_call *c) {
  const uint8_t *data;
  size_t len;
  return image_bytes(c->vm, c->args[0], &data, &len) ? resource_stream(c, data, len)
                                                     : jrt_connect(c);
}

static int jrt_length(struct native_call *c) {
  const uint8_t *data;
  size_t len;
  return ret_long(c, image_bytes(c->vm, c->args[0], &data, &len) ? (int64_t)len : -1);
}

#define LOADER "java/lang/ClassLoader"
#define BOOT "jdk/internal/loader/BootLoader"
#define JRT "sun/net/www/protocol/jrt/JavaRuntimeURLConnection"
const struct native_row natives_resource_urls[] = {
    {LOADER, "getSystemResource", NULL, one_static},
    {LOADER, "getSystemResources", NULL, all_static},
    {LOADER, "getResources", NULL, all_of_loader},
    {BOOT, "findResource", "(Ljava/lang/String;)Ljava/net/URL;", one_static},
    {BOOT, "findResource", "(Ljava/lang/String;Ljava/lang/String;)Ljava/net/URL;", url_of_module},
    {BOOT, "findResources", "(Ljava/lang/String;)Ljava/util/Enumeration;", all_static},
    {JRT, "<clinit>", NULL, nat_nothing},
    {JRT, "connect", NULL, jrt_connect},
    {JRT, "getInputStream", NULL, jrt_stream},
    {JRT, "getContentLengthLong", NULL, jrt_length},
    {0},
};
