/* java.io.FileInputStream, RandomAccessFile and FileDescriptor: reading what files.h offers. Everything else is refused
 * with an IOException. */
#include "engine/natives/console.h"
#include "engine/natives/files.h"
#include "engine/natives/util.h"

#include <errno.h>
#include <stdlib.h>

#define IOE "java/io/IOException"

static uint32_t handle_offset(struct vm *vm, ref fd) {
  return klass_field_offset(vm_klass(vm, fd), "handle");
}
static int32_t number_of(struct vm *vm, ref fd) {
  return nat_get_int(vm, fd, "fd");
}

/* The FileDescriptor of the stream and its file. NATIVE_OK, or IOException for a closed or unknown one. */
static int stream_file(struct native_call *c, ref *fd, struct host_file **f) {
  *fd = nat_get_ref(c->vm, c->args[0], "fd");
  if (!*fd) return nat_npe(c);
  if (number_of(c->vm, *fd) < 0) return vm_throw(c->vm, c->t, IOE, "Stream Closed");
  *f = files_by_fd(c->vm, number_of(c->vm, *fd));
  return *f ? NATIVE_OK : vm_throw(c->vm, c->t, IOE, "Bad file descriptor");
}

static size_t position(struct vm *vm, ref fd) {
  int64_t p = (int64_t)*MEM64(vm, fd + handle_offset(vm, fd));
  vm->untold = true;
  return p < 0 ? 0 : (size_t)p;
}
static void set_position(struct vm *vm, ref fd, size_t p) {
  put64(vm, fd + handle_offset(vm, fd), p);
}

static int open_path(struct native_call *c) {
  struct vm *vm = c->vm;
  int why;
  char *path;
  struct host_file *f;
  ref fd = nat_get_ref(vm, c->args[0], "fd");
  int rc = NATIVE_OK;
  if (!c->args[1]) return nat_npe(c);
  path = vm_utf8(vm, c->args[1]);
  f = files_find(vm, path, &why);
  if (f && f->directory) why = EISDIR;
  if (!f || f->directory) {
    rc = vm_throw(vm, c->t, "java/io/FileNotFoundException", "%s (%s)", path, strerror(why));
  } else {
    nat_set_int(vm, fd, "fd", f->fd);
    set_position(vm, fd, 0);
  }
  free(path);
  return rc;
}

/* RandomAccessFile.open0(name, mode): O_RDONLY is 1. */
static int open_random(struct native_call *c) {
  char *path;
  int rc;
  if (c->args[2] == 1 || !c->args[1]) return open_path(c);
  path = vm_utf8(c->vm, c->args[1]);
  rc = vm_throw(c->vm, c->t, "java/io/FileNotFoundException", "%s (Permission denied)", path);
  free(path);
  return rc;
}

static int read_one(struct native_call *c) {
  struct host_file *f;
  ref fd;
  size_t p;
  int rc = stream_file(c, &fd, &f);
  if (rc != NATIVE_OK) return rc;
  VISIBLE(c, OPK_ATOMIC, fd, handle_offset(c->vm, fd));
  p = position(c->vm, fd);
  files_fill(f, p, c->vm->scheduling);
  if (p >= f->len) return ret_int(c, -1);
  set_position(c->vm, fd, p + 1);
  return ret_int(c, f->data[p]);
}

static int read_bytes(struct native_call *c) {
  struct vm *vm = c->vm;
  struct host_file *f;
  ref fd, array = c->args[1];
  uint32_t off = c->args[2], n = c->args[3];
  size_t p;
  int rc = nat_check_range(c, array, (int32_t)off, (int32_t)n);
  if (rc == NATIVE_OK) rc = stream_file(c, &fd, &f);
  if (rc != NATIVE_OK) return rc;
  if (!n) return ret_int(c, 0);
  VISIBLE(c, OPK_ATOMIC, fd, handle_offset(vm, fd));
  p = position(vm, fd);
  files_fill(f, p, c->vm->scheduling);
  if (p >= f->len) return ret_int(c, -1);
  if (n > f->len - p) n = (uint32_t)(f->len - p);
  nat_tell_writes(c, array, off, n);
  arena_touch_range(&vm->arena, array + ARRAY_BASE + off, n);
  memcpy(array_data(vm, array) + off, f->data + p, n);
  set_position(vm, fd, p + n);
  return ret_int(c, (int32_t)n);
}

static int length(struct native_call *c) {
  struct host_file *f;
  ref fd;
  int rc = stream_file(c, &fd, &f);
  return rc == NATIVE_OK ? ret_long(c, (int64_t)f->len) : rc;
}

static int get_position(struct native_call *c) {
  struct host_file *f;
  ref fd;
  int rc = stream_file(c, &fd, &f);
  return rc == NATIVE_OK ? ret_long(c, (int64_t)position(c->vm, fd)) : rc;
}

static int available(struct native_call *c) {
  struct host_file *f;
  ref fd;
  size_t p;
  int rc = stream_file(c, &fd, &f);
  if (rc != NATIVE_OK) return rc;
  p = position(c->vm, fd);
  return ret_int(c, p < f->len ? (int32_t)(f->len - p) : 0);
}

static int skip(struct native_call *c) {
  struct host_file *f;
  ref fd;
  int64_t n = arg64(c, 1);
  size_t p;
  int rc = stream_file(c, &fd, &f);
  if (rc != NATIVE_OK) return rc;
  p = position(c->vm, fd);
  if (n > 0) files_fill(f, p + (size_t)n - 1, c->vm->scheduling);
  if (n < 0 && (size_t)-n > p) return vm_throw(c->vm, c->t, IOE, "Invalid argument");
  if (f->fd == 0 && p + (size_t)n > f->len) n = (int64_t)(f->len - p);
  set_position(c->vm, fd, p + (size_t)n);
  return ret_long(c, n);
}

static int seek(struct native_call *c) {
  struct host_file *f;
  ref fd;
  int rc = stream_file(c, &fd, &f);
  if (rc != NATIVE_OK) return rc;
  if (arg64(c, 1) < 0) return vm_throw(c->vm, c->t, IOE, "Negative seek offset");
  set_position(c->vm, fd, (size_t)arg64(c, 1));
  return NATIVE_OK;
}

static int refuse(struct native_call *c) {
  return vm_throw(c->vm, c->t, IOE, "the program under test may not write files");
}

static int refuse_open(struct native_call *c) {
  char *path = vm_utf8(c->vm, c->args[1]);
  int rc = vm_throw(c->vm, c->t, "java/io/FileNotFoundException", "%s (Permission denied)", path ? path : "null");
  free(path);
  return rc;
}

/* FileOutputStream: standard output and error only. */
static int write_byte(struct native_call *c) {
  char b = (char)c->args[1];
  ref fd = nat_get_ref(c->vm, c->args[0], "fd");
  int n = fd ? number_of(c->vm, fd) : -1;
  if (n != 1 && n != 2) return refuse(c);
  console_write(c->vm, n, &b, 1);
  return NATIVE_OK;
}

static int write_bytes(struct native_call *c) {
  ref fd = nat_get_ref(c->vm, c->args[0], "fd");
  int n = fd ? number_of(c->vm, fd) : -1, rc = nat_check_range(c, c->args[1], (int32_t)c->args[2], (int32_t)c->args[3]);
  if (rc == NATIVE_OK) rc = nat_read_elements(c, c->args[1], c->args[2], c->args[3]);
  if (rc != NATIVE_OK) return rc;
  if (n != 1 && n != 2) return refuse(c);
  console_write(c->vm, n, (const char *)array_data(c->vm, c->args[1]) + c->args[2], c->args[3]);
  return NATIVE_OK;
}

static int close_fd(struct native_call *c) {
  nat_set_int(c->vm, c->args[0], "fd", -1);
  nat_set_long(c->vm, c->args[0], "handle", -1);
  return NATIVE_OK;
}

static int get_handle(struct native_call *c) {
  return ret_long(c, 0);
}

#define FIS "java/io/FileInputStream"
#define RAF "java/io/RandomAccessFile"
#define FOS "java/io/FileOutputStream"
#define FD "java/io/FileDescriptor"
const struct native_row natives_file_input[] = {
    {FIS, "open0", NULL, open_path},
    {FIS, "read0", NULL, read_one},
    {FIS, "readBytes", NULL, read_bytes},
    {FIS, "length0", NULL, length},
    {FIS, "position0", NULL, get_position},
    {FIS, "skip0", NULL, skip},
    {FIS, "available0", NULL, available},
    {RAF, "open0", NULL, open_random},
    {RAF, "read0", NULL, read_one},
    {RAF, "readBytes", NULL, read_bytes},
    {RAF, "length", "()J", length},
    {RAF, "getFilePointer", NULL, get_position},
    {RAF, "seek0", NULL, seek},
    {RAF, "write0", NULL, refuse},
    {RAF, "writeBytes", "([BII)V", refuse},
    {RAF, "setLength", NULL, refuse},
    {FOS, "open0", NULL, refuse_open},
    {FOS, "write", "(IZ)V", write_byte},
    {FOS, "writeBytes", NULL, write_bytes},
    {FD, "getHandle", NULL, get_handle},
    {FD, "getAppend", NULL, nat_zero},
    {FD, "close0", NULL, close_fd},
    {FD, "sync", NULL, nat_nothing},
    {"java/io/FileCleanable", "cleanupClose0", NULL, nat_nothing},
    {"java/io/FileCleanable", "register", NULL, nat_nothing},
    {"java/io/FileCleanable", "unregister", NULL, nat_nothing},
    {"java/io/Console", "istty", NULL, nat_zero},
    {"java/io/Console", "encoding", NULL, nat_null},
    {"java/io/Console", "echo", NULL, nat_zero},
    {0},
};
