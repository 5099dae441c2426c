/* java.io.UnixFileSystem and the default file system of java.nio: names are worked on, files are those of files.h, and
 * nothing is ever written. */
#include "engine/natives/files.h"
#include "engine/natives/util.h"

#include <errno.h>
#include <stdlib.h>

enum { BA_EXISTS = 1, BA_REGULAR = 2, BA_DIRECTORY = 4, ACCESS_WRITE = 2 };

static struct host_file *file_arg(struct native_call *c, int slot) {
  ref path = c->args[slot] ? nat_get_ref(c->vm, c->args[slot], "path") : 0;
  char *s = path ? vm_utf8(c->vm, path) : NULL;
  struct host_file *f = s ? files_find(c->vm, s, NULL) : NULL;
  free(s);
  return f;
}

static int attributes(struct native_call *c) {
  const struct host_file *f = file_arg(c, 1);
  return ret_int(c, f ? BA_EXISTS | (f->directory ? BA_DIRECTORY : BA_REGULAR) : 0);
}
static int check_access(struct native_call *c) {
  return ret_int(c, !(c->args[2] & ACCESS_WRITE) && file_arg(c, 1));
}
static int get_length(struct native_call *c) {
  const struct host_file *f = file_arg(c, 1);
  return ret_long(c, f ? (int64_t)f->len : 0);
}

/* The lexical part of canonicalisation: no "." and "..", no doubled slashes. Links are not followed. */
static int canonicalize(struct native_call *c) {
  char *path, *out;
  size_t n = 0;
  ref r;
  if (!c->args[1]) return nat_npe(c);
  path = vm_utf8(c->vm, c->args[1]);
  out = mem_alloc(strlen(path) + 2);
  for (char *p = path, *end; *p; p = end) {
    size_t len;
    while (*p == '/') p++;
    for (end = p; *end && *end != '/';) end++;
    len = (size_t)(end - p);
    if (!len || (len == 1 && p[0] == '.')) continue;
    if (len == 2 && p[0] == '.' && p[1] == '.') {
      while (n && out[--n] != '/') {
      }
      continue;
    }
    out[n++] = '/';
    memcpy(out + n, p, len);
    n += len;
  }
  if (!n) out[n++] = '/';
  r = vm_string_n(c->vm, c->t, out, n);
  free(path);
  free(out);
  return ret_new(c, r);
}

static int create_refused(struct native_call *c) {
  return vm_throw(c->vm, c->t, "java/io/IOException", "Permission denied");
}

/* sun.nio.fs: the calls of the host fail as on a machine where nothing may be touched. */
static int unix_error(struct native_call *c, int number) {
  struct klass *k = vm_class_throw(c->vm, c->t, "sun/nio/fs/UnixException", false);
  ref e = k ? vm_new_object(c->vm, c->t, k) : 0;
  if (!e) return NATIVE_THROW;
  nat_set_int(c->vm, e, "errno", number);
  return vm_throw_ref(c->vm, c->t, e);
}
static int no_entry(struct native_call *c) {
  return unix_error(c, ENOENT);
}
static int no_access(struct native_call *c) {
  return unix_error(c, EACCES);
}

/* open0(long path, int flags, int mode): nothing is there to be read, and nothing may be made. */
static int open_path(struct native_call *c) {
  enum { WRITING = 3 | 0100 }; /* O_ACCMODE, O_CREAT */
  return c->args[2] & WRITING ? no_access(c) : no_entry(c);
}

static int stat1(struct native_call *c) {
  return ret_int(c, 0);
}

static int strerror_bytes(struct native_call *c) {
  const char *s = strerror((int)c->args[0]);
  return ret_new(c, nat_bytes(c, s, (uint32_t)strlen(s)));
}

static int getcwd_bytes(struct native_call *c) {
  return ret_new(c, nat_bytes(c, "/", 1));
}

#define FS "java/io/UnixFileSystem"
#define NIO "sun/nio/fs/UnixNativeDispatcher"
const struct native_row natives_file_system[] = {
    {FS, "canonicalize0", NULL, canonicalize},
    {FS, "getBooleanAttributes0", NULL, attributes},
    {FS, "checkAccess", NULL, check_access},
    {FS, "getLastModifiedTime", NULL, nat_zero_long},
    {FS, "getLength", NULL, get_length},
    {FS, "setPermission", NULL, nat_zero},
    {FS, "createFileExclusively", NULL, create_refused},
    {FS, "delete0", NULL, nat_zero},
    {FS, "list", NULL, nat_null},
    {FS, "createDirectory", NULL, nat_zero},
    {FS, "rename0", NULL, nat_zero},
    {FS, "setLastModifiedTime", NULL, nat_zero},
    {FS, "setReadOnly", NULL, nat_zero},
    {FS, "getSpace", NULL, nat_zero_long},
    {FS, "getNameMax0", NULL, nat_zero_long},
    {NIO, "init", NULL, nat_zero},
    {NIO, "getcwd", NULL, getcwd_bytes},
    {NIO, "strerror", NULL, strerror_bytes},
    {NIO, "stat0", NULL, no_entry},
    {NIO, "stat1", NULL, stat1},
    {NIO, "lstat0", NULL, no_entry},
    {NIO, "access0", NULL, no_entry},
    {NIO, "exists0", NULL, nat_zero},
    {NIO, "realpath0", NULL, no_entry},
    {NIO, "readlink0", NULL, no_entry},
    {NIO, "opendir0", NULL, no_entry},
    {NIO, "open0", NULL, open_path},
    {NIO, "mkdir0", NULL, no_access},
    {NIO, "unlink0", NULL, no_entry},
    {NIO, "rmdir0", NULL, no_entry},
    {NIO, "rename0", NULL, no_entry},
    {"sun/nio/fs/LinuxNativeDispatcher", "init", NULL, nat_nothing},
    {0},
};
