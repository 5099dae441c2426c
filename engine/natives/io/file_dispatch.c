/* The default file system of java.nio: sun.nio.fs.UnixNativeDispatcher over the files of
 * file_tree.h. Paths are in native memory of the program. Errors throw UnixException, or return the
 * errno in JDK releases that expect it. */
#include "engine/natives/io/file_map.h"
#include "engine/natives/io/file_system.h"
#include "engine/natives/concurrent/native_memory.h"
#include "engine/natives/util.h"

#include <errno.h>
#include <stdlib.h>

int unix_error(struct native_call *c, int number) {
  struct klass *k = vm_class_throw(c->vm, c->t, "sun/nio/fs/UnixException", false);
  ref e = k ? vm_new_object(c->vm, c->t, k) : 0;
  if (!e) return NATIVE_THROW;
  field_set_int(c->vm, e, "errno", number);
  return vm_throw_ref(c->vm, c->t, e);
}
static int no_access(struct native_call *c) { return unix_error(c, EACCES); }

static char *bytes_text(struct vm *vm, ref bytes) {
  return mem_printf("%.*s", (int)array_length(vm, bytes), (const char *)array_data(vm, bytes));
}

/* Returns the bytes of a UnixPath, resolved as its file system does. */
static char *path_object(struct vm *vm, ref path) {
  char *own = bytes_text(vm, field_get_ref(vm, path, "path")), *dir, *all;
  ref fs = field_get_ref(vm, path, "fs"),
      start = *own != '/' ? field_get_ref(vm, fs, "defaultDirectory") : 0;
  if (!start) return own;
  dir = bytes_text(vm, start);
  all = mem_printf("%s/%s", dir, own);
  free(dir);
  free(own);
  return all;
}

/* Returns the path at the address in two argument slots. They may hold an object and zero instead
 * (see by_object). */
char *native_path(struct native_call *c, int slot) {
  struct text t = {0};
  int64_t at = arg64(c, slot);
  char ch = 1;
  if (at > 0 && at <= UINT32_MAX) return path_object(c->vm, (ref)at);
  while (ch) {
    ref obj;
    uint32_t off;
    if (native_memory_place(c, at++, 1, &obj, &off) != NATIVE_OK) break;
    ch = (char)*MEM8(c->vm, obj + off);
    text_add(&t, &ch, 1);
  }
  c->t->exception = 0;
  if (!ch) return t.s;
  text_release(&t);
  return mem_strdup("");
}

/* Calls a native whose first `paths` arguments are UnixPath objects instead of addresses. The JDK's
 * own methods would copy the paths to native memory, which would be part of the state. */
static int by_object(struct native_call *c, native_fn *fn, int paths) {
  enum { SLOTS = 12 };
  uint32_t args[SLOTS] = {0};
  struct native_call own = *c;
  int rc;
  own.args = args;
  for (int i = 0; i < paths; i++) {
    if (!c->args[i]) return nat_npe(c);
    args[i * 2] = c->args[i];
  }
  for (int i = paths; i < c->m->arg_slots && i + paths < SLOTS; i++) args[i + paths] = c->args[i];
  rc = fn(&own);
  c->ret = own.ret;
  return rc;
}

/* An operation on one path that returns 0 or an errno, and the way to report it. */
typedef int path_fn(struct native_call *c, const char *path);
enum how { THROWS, RETURNS };

static int with_path(struct native_call *c, path_fn *fn, enum how how) {
  char *path = native_path(c, 0);
  int why, rc = file_point(c, path);
  if (rc != NATIVE_OK) {
    free(path);
    return rc;
  }
  why = fn(c, path);
  free(path);
  if (how == RETURNS) return ret_int(c, why);
  return why ? unix_error(c, why) : NATIVE_OK;
}

static int two_paths(struct native_call *c,
                     int (*fn)(struct native_call *c, const char *from, const char *to)) {
  char *from = native_path(c, 0), *to = native_path(c, 2);
  int rc = file_point(c, NULL), why = rc == NATIVE_OK ? fn(c, from, to) : 0;
  free(from);
  free(to);
  return rc != NATIVE_OK ? rc : why ? unix_error(c, why) : NATIVE_OK;
}

/* open0(long path, int flags, int mode) */
static int open_path(struct native_call *c) {
  char *path = native_path(c, 0);
  int32_t fd = -1;
  int why, rc = file_point(c, path);
  if (rc == NATIVE_OK) {
    why = file_tree_open(c, path, (int)c->args[2], c->args[3] & ~022u, &fd);
    rc = why ? unix_error(c, why) : ret_int(c, fd);
  }
  free(path);
  return rc;
}
static int close_number(struct native_call *c) {
  file_tree_close(c->vm, (int32_t)c->args[0]);
  return NATIVE_OK;
}

static void fill_attributes(struct vm *vm, ref attrs, const struct file_node *n) {
  struct file_meta m = file_node_meta(vm, n);
  static const char *const times[] = {"st_atime_sec", "st_mtime_sec", "st_ctime_sec",
                                      "st_birthtime_sec"};
  static const char *const parts[] = {"st_atime_nsec", "st_mtime_nsec", "st_ctime_nsec",
                                      "st_birthtime_nsec"};
  field_set_int(vm, attrs, "st_mode", (int32_t)m.mode);
  field_set_int(vm, attrs, "st_nlink", (int32_t)m.links);
  field_set_long(vm, attrs, "st_ino", m.number);
  field_set_long(vm, attrs, "st_size", (int64_t)m.size);
  for (size_t i = 0; i < COUNT(times); i++) {
    if (klass_field(vm_klass(vm, attrs), times[i], NULL))
      field_set_long(vm, attrs, times[i], m.modified / 1000);
    if (klass_field(vm_klass(vm, attrs), parts[i], NULL))
      field_set_long(vm, attrs, parts[i], m.modified % 1000 * 1000000);
  }
}

static int stat_it(struct native_call *c, const char *path) {
  struct file_node n;
  int why = file_tree_find(c->vm, path, &n);
  if (!why) fill_attributes(c->vm, c->args[2], &n);
  return why;
}
static int stat_void(struct native_call *c) { return with_path(c, stat_it, THROWS); }
static int stat_int(struct native_call *c) { return with_path(c, stat_it, RETURNS); }

static int fstat_fd(struct native_call *c) {
  struct file_node n;
  int why, rc = file_point(c, NULL);
  if (rc != NATIVE_OK) return rc;
  why = file_tree_by_fd(c->vm, (int32_t)c->args[0], &n);
  if (why) return unix_error(c, why);
  fill_attributes(c->vm, c->args[1], &n);
  return NATIVE_OK;
}

/* Returns the mode; 0 if there is no such file. */
static int mode_of(struct native_call *c, const char *path) {
  struct file_node n;
  return file_tree_find(c->vm, path, &n) ? 0 : (int)file_node_meta(c->vm, &n).mode;
}
static int stat1(struct native_call *c) { return with_path(c, mode_of, RETURNS); }
static int is_there(struct native_call *c, const char *path) { return mode_of(c, path) != 0; }
static int exists(struct native_call *c) { return with_path(c, is_there, RETURNS); }

/* access0(path, mode) */
static int access_why(struct native_call *c, const char *path) {
  enum { EXECUTE = 1, WRITE = 2, READ = 4 };
  struct file_node n;
  uint32_t mode;
  int why = file_tree_find(c->vm, path, &n);
  if (why) return why;
  mode = file_node_meta(c->vm, &n).mode;
  if (c->args[2] & WRITE && !file_tree_writable(c->vm, path)) return EACCES;
  return (c->args[2] & READ && !(mode & 0400)) || (c->args[2] & EXECUTE && !(mode & 0100)) ? EACCES
                                                                                           : 0;
}
static int access_void(struct native_call *c) { return with_path(c, access_why, THROWS); }
static int access_int(struct native_call *c) { return with_path(c, access_why, RETURNS); }

static int unlink_it(struct native_call *c, const char *path) {
  return file_tree_remove(c, path, false);
}
static int rmdir_it(struct native_call *c, const char *path) {
  return file_tree_remove(c, path, true);
}
static int mkdir_it(struct native_call *c, const char *path) {
  return file_tree_make_directory(c, path, c->args[2] & ~022u);
}
static int chmod_it(struct native_call *c, const char *path) {
  return file_tree_set_mode(c, path, c->args[2]);
}
/* (path, long access, long modified) in microseconds */
static int utimes_it(struct native_call *c, const char *path) {
  return file_tree_set_time(c, path, arg64(c, 4) / 1000);
}
static int found(struct native_call *c, const char *path) {
  struct file_node n;
  return file_tree_find(c->vm, path, &n);
}
static int no_link(struct native_call *c, const char *path) {
  int why = found(c, path);
  return why ? why : EINVAL;
}

static int unlink_path(struct native_call *c) { return with_path(c, unlink_it, THROWS); }
static int rmdir_path(struct native_call *c) { return with_path(c, rmdir_it, THROWS); }
static int mkdir_path(struct native_call *c) { return with_path(c, mkdir_it, THROWS); }
static int chmod_path(struct native_call *c) { return with_path(c, chmod_it, THROWS); }
static int utimes_path(struct native_call *c) { return with_path(c, utimes_it, THROWS); }
static int chown_path(struct native_call *c) {
  return with_path(c, found, THROWS);
} /* there is only one user */
static int readlink_path(struct native_call *c) { return with_path(c, no_link, THROWS); }
static int rename_path(struct native_call *c) { return two_paths(c, file_tree_rename); }
static int link_path(struct native_call *c) { return two_paths(c, file_tree_link); }

/* Operates on the descriptor, because the path may name another file after a rename. */
static int file_dispatch_by_number(struct native_call *c,
                                   int (*fn)(struct native_call *c, int32_t fd)) {
  int why, rc = file_point(c, NULL);
  if (rc != NATIVE_OK) return rc;
  why = fn(c, (int32_t)c->args[0]);
  return why ? unix_error(c, why) : NATIVE_OK;
}
static int chmod_number(struct native_call *c, int32_t fd) {
  return file_tree_set_mode_by_fd(c, fd, c->args[1]);
}
static int time_micros(struct native_call *c, int32_t fd) {
  return file_tree_set_time_by_fd(c, fd, arg64(c, 3) / 1000);
}
static int time_nanos(struct native_call *c, int32_t fd) {
  return file_tree_set_time_by_fd(c, fd, arg64(c, 3) / 1000000);
}
static int fchmod_fd(struct native_call *c) { return file_dispatch_by_number(c, chmod_number); }
static int futimes_fd(struct native_call *c) { return file_dispatch_by_number(c, time_micros); }
static int futimens_fd(struct native_call *c) { return file_dispatch_by_number(c, time_nanos); }

/* utimensat0(int directory, long path, long access, long modified, int flags) in nanoseconds */
static int utimensat_path(struct native_call *c) {
  char *path = native_path(c, 1);
  int why, rc = file_point(c, path);
  if (rc == NATIVE_OK) {
    why = file_tree_set_time(c, path, arg64(c, 5) / 1000000);
    rc = why ? unix_error(c, why) : NATIVE_OK;
  }
  free(path);
  return rc;
}

/* Returns the normalised path; there are no links to follow. */
static int realpath_bytes(struct native_call *c) {
  char *path = native_path(c, 0), *normal = files_normal(path);
  int why, rc = file_point(c, path);
  if (rc == NATIVE_OK) {
    why = found(c, path);
    rc = why ? unix_error(c, why) : ret_new(c, nat_bytes(c, normal, (uint32_t)strlen(normal)));
  }
  free(path);
  free(normal);
  return rc;
}

static int strerror_bytes(struct native_call *c) {
  const char *s = strerror((int)c->args[0]);
  return ret_new(c, nat_bytes(c, s, (uint32_t)strlen(s)));
}
static int getcwd_bytes(struct native_call *c) {
  return ret_new(c, nat_bytes(c, FILES_DIR, sizeof FILES_DIR - 1));
}
static int user_bytes(struct native_call *c) { return ret_new(c, nat_bytes(c, "user", 4)); }

/* statvfs0(path, attributes) */
static int space_it(struct native_call *c, const char *path) {
  static const char *const blocks[] = {"f_blocks", "f_bfree", "f_bavail"};
  int why = found(c, path);
  if (why) return why;
  field_set_long(c->vm, c->args[2], "f_frsize", 4096);
  for (size_t i = 0; i < COUNT(blocks); i++) field_set_long(c->vm, c->args[2], blocks[i], 1 << 18);
  return 0;
}
static int statvfs_path(struct native_call *c) { return with_path(c, space_it, THROWS); }

/* Copies the contents of one open file to another: transfer(to, from, ...) and its successors. */
static int copy_contents(struct native_call *c) {
  struct vm *vm = c->vm;
  struct file_node from;
  size_t len;
  const uint8_t *data;
  int why, rc = file_point(c, NULL);
  if (rc != NATIVE_OK) return rc;
  why = file_tree_by_fd(vm, (int32_t)c->args[1], &from);
  if (!why) file_map_before_read(vm, (int32_t)file_node_meta(vm, &from).number);
  data = why ? NULL : file_node_data(vm, &from, &len);
  if (!why) why = file_tree_write(c, (int32_t)c->args[0], 0, data, (uint32_t)len);
  return why ? unix_error(c, why) : ret_int(c, 0);
}

static int open_path_of(struct native_call *c) { return by_object(c, open_path, 1); }
static int stat_void_of(struct native_call *c) { return by_object(c, stat_void, 1); }
static int stat_int_of(struct native_call *c) { return by_object(c, stat_int, 1); }
static int stat1_of(struct native_call *c) { return by_object(c, stat1, 1); }
static int access_void_of(struct native_call *c) { return by_object(c, access_void, 1); }
static int access_int_of(struct native_call *c) { return by_object(c, access_int, 1); }
static int exists_of(struct native_call *c) { return by_object(c, exists, 1); }
static int realpath_bytes_of(struct native_call *c) { return by_object(c, realpath_bytes, 1); }
static int unlink_path_of(struct native_call *c) { return by_object(c, unlink_path, 1); }
static int rmdir_path_of(struct native_call *c) { return by_object(c, rmdir_path, 1); }
static int mkdir_path_of(struct native_call *c) { return by_object(c, mkdir_path, 1); }
static int rename_path_of(struct native_call *c) { return by_object(c, rename_path, 2); }
static int link_path_of(struct native_call *c) { return by_object(c, link_path, 2); }
static int chmod_path_of(struct native_call *c) { return by_object(c, chmod_path, 1); }

#define NIO "sun/nio/fs/UnixNativeDispatcher"
#define PATH "Lsun/nio/fs/UnixPath;"
#define ATTRIBUTES "Lsun/nio/fs/UnixFileAttributes;"
const struct native_row natives_file_dispatch[] = {
    {NIO, "init", NULL, nat_zero},
    {NIO, "getcwd", NULL, getcwd_bytes},
    {NIO, "strerror", NULL, strerror_bytes},
    {NIO, "stat0", "(J" ATTRIBUTES ")V", stat_void},
    {NIO, "stat0", "(J" ATTRIBUTES ")I", stat_int},
    {NIO, "lstat0", NULL, stat_void},
    {NIO, "fstat", "(I" ATTRIBUTES ")V", fstat_fd},
    {NIO, "fstat0", NULL, fstat_fd},
    {NIO, "stat1", NULL, stat1},
    {NIO, "access0", "(JI)V", access_void},
    {NIO, "access0", "(JI)I", access_int},
    {NIO, "exists0", NULL, exists},
    {NIO, "realpath0", NULL, realpath_bytes},
    {NIO, "readlink0", NULL, readlink_path},
    {NIO, "open0", NULL, open_path},
    {NIO, "close0", NULL, close_number},
    {NIO, "unlink0", NULL, unlink_path},
    {NIO, "rmdir0", NULL, rmdir_path},
    {NIO, "mkdir0", NULL, mkdir_path},
    {NIO, "rename0", NULL, rename_path},
    {NIO, "link0", NULL, link_path},
    {NIO, "chmod0", NULL, chmod_path},
    {NIO, "fchmod", NULL, fchmod_fd},
    {NIO, "fchmod0", NULL, fchmod_fd},
    {NIO, "chown0", NULL, chown_path},
    {NIO, "lchown0", NULL, chown_path},
    {NIO, "fchown", NULL, nat_nothing},
    {NIO, "fchown0", NULL, nat_nothing},
    {NIO, "utimes0", NULL, utimes_path},
    {NIO, "lutimes0", NULL, utimes_path},
    {NIO, "futimes", NULL, futimes_fd},
    {NIO, "futimens", NULL, futimens_fd},
    {NIO, "futimens0", NULL, futimens_fd},
    {NIO, "utimensat0", NULL, utimensat_path},
    {NIO, "getpwuid", NULL, user_bytes},
    {NIO, "getgrgid", NULL, user_bytes},
    {NIO, "statvfs0", NULL, statvfs_path},
    {NIO, "open", "(" PATH "II)I", open_path_of},
    {NIO, "stat", "(" PATH ATTRIBUTES ")V", stat_void_of},
    {NIO, "stat2", "(" PATH ATTRIBUTES ")I", stat_int_of},
    {NIO, "lstat", "(" PATH ATTRIBUTES ")V", stat_void_of},
    {NIO, "stat", "(" PATH ")I", stat1_of},
    {NIO, "access", "(" PATH "I)V", access_void_of},
    {NIO, "access", "(" PATH "I)I", access_int_of},
    {NIO, "exists", "(" PATH ")Z", exists_of},
    {NIO, "realpath", "(" PATH ")[B", realpath_bytes_of},
    {NIO, "unlink", "(" PATH ")V", unlink_path_of},
    {NIO, "rmdir", "(" PATH ")V", rmdir_path_of},
    {NIO, "mkdir", "(" PATH "I)V", mkdir_path_of},
    {NIO, "rename", "(" PATH PATH ")V", rename_path_of},
    {NIO, "link", "(" PATH PATH ")V", link_path_of},
    {NIO, "chmod", "(" PATH "I)V", chmod_path_of},
#define REFUSED(name) {NIO, name, NULL, no_access},
#include "engine/natives/io/file_refused.def"
#undef REFUSED
    {NIO, "fchmodatNoFollowSupported0", NULL, nat_zero},
    {"sun/nio/fs/UnixCopyFile", "transfer", NULL, copy_contents},
    {"sun/nio/fs/UnixFileSystem", "bufferedCopy0", NULL, copy_contents},
    {"sun/nio/fs/LinuxNativeDispatcher", "directCopy0", NULL, copy_contents},
    {"sun/nio/fs/LinuxNativeDispatcher", "posix_fadvise", NULL, nat_zero},
    {"sun/nio/fs/LinuxNativeDispatcher", "init", NULL, nat_nothing},
    {0},
};
