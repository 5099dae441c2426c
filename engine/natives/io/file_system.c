/* java.io.UnixFileSystem: operations on names, and on the files of file_tree.h. */
#include "engine/natives/io/file_stream.h"
#include "engine/natives/util.h"

#include <errno.h>
#include <stdlib.h>

enum {
  BA_EXISTS = 1,
  BA_REGULAR = 2,
  BA_DIRECTORY = 4,
  ACCESS_EXECUTE = 1,
  ACCESS_WRITE = 2,
  ACCESS_READ = 4
};

static char *path_of(struct native_call *c, int slot) {
  ref path = c->args[slot] ? field_get_ref(c->vm, c->args[slot], "path") : 0;
  return path ? vm_utf8(c->vm, path) : NULL;
}

/* Returns the path of a File argument, malloc'd, after making the native's scheduling point. NULL:
 * *rc has the result to return. */
static char *path_arg(struct native_call *c, int slot, int *rc) {
  char *s = path_of(c, slot);
  *rc = s ? file_point(c, s) : nat_npe(c);
  if (*rc == NATIVE_OK) return s;
  free(s);
  return NULL;
}

/* A query about one path, or a change of the file there. */
typedef int64_t path_fn(struct native_call *c, const char *path);

static int about_path(struct native_call *c, path_fn *fn, bool wide) {
  int rc;
  char *path = path_arg(c, 1, &rc);
  int64_t answer;
  if (!path) return rc;
  answer = fn(c, path);
  free(path);
  return wide ? ret_long(c, answer) : ret_int(c, (int32_t)answer);
}

static int64_t attributes_of(struct native_call *c, const char *path) {
  struct file_node n;
  if (file_tree_find(c->vm, path, &n)) return 0;
  return BA_EXISTS | (n.directory ? BA_DIRECTORY : BA_REGULAR);
}
static int64_t allows(struct native_call *c, const char *path) {
  struct file_node n;
  uint32_t mode;
  if (file_tree_find(c->vm, path, &n)) return 0;
  mode = file_node_meta(c->vm, &n).mode;
  if (c->args[2] & ACCESS_WRITE && !file_tree_writable(c->vm, path)) return 0;
  if (c->args[2] & ACCESS_READ && !(mode & 0400)) return 0;
  return !(c->args[2] & ACCESS_EXECUTE) || mode & 0100;
}
static int64_t modified_of(struct native_call *c, const char *path) {
  struct file_node n;
  return file_tree_find(c->vm, path, &n) ? 0 : file_node_meta(c->vm, &n).modified;
}
static int64_t length_of(struct native_call *c, const char *path) {
  struct file_node n;
  return file_tree_find(c->vm, path, &n) ? 0 : (int64_t)file_node_meta(c->vm, &n).size;
}
static int64_t delete_it(struct native_call *c, const char *path) {
  struct file_node n;
  return !file_tree_find(c->vm, path, &n) && !file_tree_remove(c, path, n.directory);
}
static int64_t make_directory(struct native_call *c, const char *path) {
  return !file_tree_make_directory(c, path, 0777 & ~022);
}
static int64_t set_modified(struct native_call *c, const char *path) {
  return !file_tree_set_time(c, path, arg64(c, 2));
}

/* Sets or clears the permission bits `bits`. */
static bool change_mode(struct native_call *c, const char *path, uint32_t bits, bool on) {
  struct file_node n;
  uint32_t mode;
  if (file_tree_find(c->vm, path, &n)) return false;
  mode = file_node_meta(c->vm, &n).mode;
  return !file_tree_set_mode(c, path, on ? mode | bits : mode & ~bits);
}
static int64_t set_read_only(struct native_call *c, const char *path) {
  return change_mode(c, path, 0222, false);
}
static int64_t set_permission(struct native_call *c, const char *path) {
  uint32_t bits = c->args[2] & 7;
  return change_mode(c, path, c->args[4] ? bits << 6 : bits << 6 | bits << 3 | bits, c->args[3]);
}
static int64_t space(struct native_call *c, const char *path) {
  struct file_node n;
  return file_tree_find(c->vm, path, &n) ? 0 : INT64_C(1) << 30;
}

static int attributes(struct native_call *c) { return about_path(c, attributes_of, false); }
static int check_access(struct native_call *c) { return about_path(c, allows, false); }
static int get_modified(struct native_call *c) { return about_path(c, modified_of, true); }
static int get_length(struct native_call *c) { return about_path(c, length_of, true); }
static int delete_path(struct native_call *c) { return about_path(c, delete_it, false); }
static int create_directory(struct native_call *c) { return about_path(c, make_directory, false); }
static int modify(struct native_call *c) { return about_path(c, set_modified, false); }
static int read_only(struct native_call *c) { return about_path(c, set_read_only, false); }
static int permit(struct native_call *c) { return about_path(c, set_permission, false); }
static int get_space(struct native_call *c) { return about_path(c, space, true); }

static int rename_path(struct native_call *c) {
  int rc;
  char *to = path_of(c, 2), *from;
  if (!to) return nat_npe(c);
  from = path_arg(c, 1, &rc);
  if (from) c->ret.i = !file_tree_rename(c, from, to);
  free(from);
  free(to);
  return rc;
}

/* createFileExclusively(String): returns false if the path exists. */
static int create_file(struct native_call *c) {
  char *path;
  int32_t fd;
  int why, rc;
  if (!c->args[1]) return nat_npe(c);
  path = vm_utf8(c->vm, c->args[1]);
  rc = file_point(c, path);
  if (rc == NATIVE_OK) {
    why = file_tree_open(c, path, FILE_READ_WRITE | FILE_CREATE | FILE_NEW, 0666 & ~022, &fd);
    if (!why) file_tree_close(c->vm, fd);
    rc = why && why != EEXIST ? file_io_error(c, why) : ret_int(c, !why);
  }
  free(path);
  return rc;
}

/* Canonicalises the path lexically: removes ".", ".." and repeated slashes. There are no links to
 * follow. */
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

/* Returns the names in a directory, sorted; null if it is not a directory. */
static int list(struct native_call *c) {
  struct vm *vm = c->vm;
  struct text names = {0};
  int32_t n = 0;
  ref array = 0;
  int rc, why;
  char *path = path_arg(c, 1, &rc);
  if (!path) return rc;
  why = file_tree_names(vm, path, &names);
  free(path);
  for (size_t at = 0; at < names.len; at++) n += !names.s[at];
  if (!why) array = vm_new_ref_array(vm, c->t, vm->wk.string, n);
  n = 0;
  for (size_t at = 0; array && at < names.len; at += strlen(names.s + at) + 1) {
    ref s = vm_string(vm, c->t, names.s + at);
    if (s) array_put_ref(vm, array, (uint32_t)n++, s);
    if (!s) array = 0;
  }
  text_release(&names);
  return why ? ret_ref(c, 0) : ret_new(c, array);
}

static int longest_name(struct native_call *c) { return ret_long(c, 255); }

#define FS "java/io/UnixFileSystem"
#define BOTH(name, fn) \
  {FS, name, NULL, fn}, { FS, name "0", NULL, fn }
const struct native_row natives_file_system[] = {
    {FS, "canonicalize0", NULL, canonicalize},
    {FS, "getBooleanAttributes0", NULL, attributes},
    BOTH("checkAccess", check_access),
    BOTH("getLastModifiedTime", get_modified),
    BOTH("getLength", get_length),
    BOTH("setPermission", permit),
    BOTH("createFileExclusively", create_file),
    BOTH("createDirectory", create_directory),
    BOTH("setLastModifiedTime", modify),
    BOTH("setReadOnly", read_only),
    BOTH("getSpace", get_space),
    BOTH("list", list),
    {FS, "delete0", NULL, delete_path},
    {FS, "rename0", NULL, rename_path},
    {FS, "getNameMax0", NULL, longest_name},
    {0},
};
