/* java.io.UnixFileSystem and the default file system of java.nio: names are worked on, files are those of files.h, and
 * nothing is ever written. */
#include "engine/natives/file_system.h"
#include "engine/natives/native_memory.h"
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
  return ret_long(c, f && !f->directory ? (int64_t)f->len : 0);
}

/* The lexical part of canonicalisation: no "." and "..", no doubled slashes. Links are not followed. */
static int canonicalize(struct native_call *c) {
  char *path, *out;
  ref r;
  if (!c->args[1]) return nat_npe(c);
  path = vm_utf8(c->vm, c->args[1]);
  out = files_normal(path);
  r = vm_string(c->vm, c->t, out);
  free(path);
  free(out);
  return ret_new(c, r);
}

/* The names in a directory, sorted; null for what is none. */
static int list(struct native_call *c) {
  struct vm *vm = c->vm;
  const struct host_file *f = file_arg(c, 1);
  int32_t n = 0;
  ref array;
  size_t at;
  if (!f || !f->directory) return ret_ref(c, 0);
  for (at = 0; at < f->len; at++) n += !f->data[at];
  array = vm_new_ref_array(vm, c->t, vm->wk.string, n);
  for (at = 0, n = 0; array && at < f->len; at += strlen((const char *)f->data + at) + 1) {
    ref s = vm_string(vm, c->t, (const char *)f->data + at);
    if (!s) return NATIVE_THROW;
    array_put_ref(vm, array, (uint32_t)n++, s);
  }
  return ret_new(c, array);
}

static int create_refused(struct native_call *c) {
  return vm_throw(c->vm, c->t, "java/io/IOException", "Permission denied");
}

/* ---- sun.nio.fs ---- */

int unix_error(struct native_call *c, int number) {
  struct klass *k = vm_class_throw(c->vm, c->t, "sun/nio/fs/UnixException", false);
  ref e = k ? vm_new_object(c->vm, c->t, k) : 0;
  if (!e) return NATIVE_THROW;
  nat_set_int(c->vm, e, "errno", number);
  return vm_throw_ref(c->vm, c->t, e);
}
static int no_access(struct native_call *c) {
  return unix_error(c, EACCES);
}

int native_path_file(struct native_call *c, int slot, struct host_file **f) {
  struct text t = {0};
  int64_t at = arg64(c, slot);
  int why = EFAULT;
  char ch = 1;
  while (ch) {
    ref obj;
    uint32_t off;
    if (native_memory_place(c, at++, 1, &obj, &off) != NATIVE_OK) break;
    ch = (char)*MEM8(c->vm, obj + off);
    text_add(&t, &ch, 1);
  }
  c->t->exception = 0;
  *f = ch ? NULL : files_find(c->vm, t.s, &why);
  text_release(&t);
  return *f ? 0 : why;
}

/* open0(long path, int flags, int mode): reading, and nothing may be made. */
static int open_path(struct native_call *c) {
  enum { WRITING = 3 | 0100 }; /* O_ACCMODE, O_CREAT */
  struct host_file *f;
  int why = c->args[2] & WRITING ? EACCES : native_path_file(c, 0, &f);
  return why ? unix_error(c, why) : ret_int(c, f->fd);
}

enum { MODE_FILE = 0100444, MODE_DIRECTORY = 0040555 };

static void fill_attributes(struct vm *vm, ref attrs, const struct host_file *f) {
  nat_set_int(vm, attrs, "st_mode", f->directory ? MODE_DIRECTORY : MODE_FILE);
  nat_set_int(vm, attrs, "st_nlink", 1);
  nat_set_long(vm, attrs, "st_ino", f->fd);
  nat_set_long(vm, attrs, "st_size", f->directory ? 0 : (int64_t)f->len);
}

/* stat0 and lstat0: void and UnixException, or the errno in later releases. */
static int stat_path(struct native_call *c, bool returns) {
  struct host_file *f;
  int why = native_path_file(c, 0, &f);
  if (why) return returns ? ret_int(c, why) : unix_error(c, why);
  fill_attributes(c->vm, c->args[2], f);
  return returns ? ret_int(c, 0) : NATIVE_OK;
}
static int stat_void(struct native_call *c) { return stat_path(c, false); }
static int stat_int(struct native_call *c) { return stat_path(c, true); }

static int fstat_fd(struct native_call *c) {
  const struct host_file *f = files_by_fd(c->vm, (int32_t)c->args[0]);
  if (!f) return unix_error(c, EBADF);
  fill_attributes(c->vm, c->args[1], f);
  return NATIVE_OK;
}

/* stat1(path): the mode, 0 when there is none. */
static int stat1(struct native_call *c) {
  struct host_file *f;
  return ret_int(c, native_path_file(c, 0, &f) ? 0 : f->directory ? MODE_DIRECTORY : MODE_FILE);
}

/* access0(path, mode): W_OK is 2, X_OK 1. */
static int access_why(struct native_call *c) {
  struct host_file *f;
  int why = native_path_file(c, 0, &f);
  return why ? why : c->args[2] & 2 || (c->args[2] & 1 && !f->directory) ? EACCES : 0;
}
static int access_void(struct native_call *c) {
  int why = access_why(c);
  return why ? unix_error(c, why) : NATIVE_OK;
}
static int access_int(struct native_call *c) { return ret_int(c, access_why(c)); }

static int exists(struct native_call *c) {
  struct host_file *f;
  return ret_int(c, !native_path_file(c, 0, &f));
}

/* The path itself: links are not followed. */
static int realpath_bytes(struct native_call *c) {
  struct host_file *f;
  int why = native_path_file(c, 0, &f);
  return why ? unix_error(c, why) : ret_new(c, nat_bytes(c, f->path, (uint32_t)strlen(f->path)));
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
    {FS, "list", NULL, list},
    {FS, "createDirectory", NULL, nat_zero},
    {FS, "rename0", NULL, nat_zero},
    {FS, "setLastModifiedTime", NULL, nat_zero},
    {FS, "setReadOnly", NULL, nat_zero},
    {FS, "getSpace", NULL, nat_zero_long},
    {FS, "getNameMax0", NULL, nat_zero_long},
    {NIO, "init", NULL, nat_zero},
    {NIO, "getcwd", NULL, getcwd_bytes},
    {NIO, "strerror", NULL, strerror_bytes},
    {NIO, "stat0", "(JLsun/nio/fs/UnixFileAttributes;)V", stat_void},
    {NIO, "stat0", "(JLsun/nio/fs/UnixFileAttributes;)I", stat_int},
    {NIO, "lstat0", NULL, stat_void},
    {NIO, "fstat", "(ILsun/nio/fs/UnixFileAttributes;)V", fstat_fd},
    {NIO, "fstat0", NULL, fstat_fd},
    {NIO, "stat1", NULL, stat1},
    {NIO, "access0", "(JI)V", access_void},
    {NIO, "access0", "(JI)I", access_int},
    {NIO, "exists0", NULL, exists},
    {NIO, "realpath0", NULL, realpath_bytes},
    {NIO, "open0", NULL, open_path},
    {NIO, "close0", NULL, nat_nothing},
#define REFUSED(name) {NIO, name, NULL, no_access},
#include "engine/natives/file_refused.def"
#undef REFUSED
    {"sun/nio/fs/LinuxNativeDispatcher", "init", NULL, nat_nothing},
    {0},
};
