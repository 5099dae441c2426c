/* java.io.FileInputStream, FileOutputStream, RandomAccessFile and FileDescriptor, for the files of
 * files.h and those that the program wrote (file_tree.h). */
#include "engine/vm/given.h"
#include "engine/natives/io/console.h"
#include "engine/natives/io/file_map.h"
#include "engine/natives/io/file_stream.h"
#include "engine/natives/util.h"

#include <errno.h>
#include <stdlib.h>

#define IOE "java/io/IOException"

/* ---- opening ---- */

static int open_stream(struct native_call *c, int flags, bool append) {
  struct vm *vm = c->vm;
  struct file_node n;
  ref fd = field_get_ref(vm, c->args[0], "fd");
  int32_t number;
  int why, rc;
  char *path;
  if (!c->args[1]) return nat_npe(c);
  path = vm_utf8(vm, c->args[1]);
  rc = file_point(c, path);
  if (rc == NATIVE_OK) {
    why = flags == FILE_READ && !file_tree_find(vm, path, &n) && n.directory
              ? EISDIR
              : file_tree_open(c, path, flags, 0666, &number);
    if (why)
      rc = vm_throw(vm, c->t, "java/io/FileNotFoundException", "%s (%s)", path, strerror(why));
    else
      file_stream_opened(vm, fd, number, append);
  }
  free(path);
  return rc;
}

static int open_input(struct native_call *c) { return open_stream(c, FILE_READ, false); }
static int open_output(struct native_call *c) {
  return open_stream(c, FILE_WRITE | FILE_CREATE | (c->args[2] ? 0 : FILE_TRUNCATE), c->args[2]);
}

/* RandomAccessFile.open0(name, mode): O_RDONLY is 1. */
static int open_random(struct native_call *c) {
  return open_stream(c, c->args[2] & 1 ? FILE_READ : FILE_READ_WRITE | FILE_CREATE, false);
}

/* ---- reading ---- */

static ref descriptor(struct native_call *c) { return field_get_ref(c->vm, c->args[0], "fd"); }

static int read_one(struct native_call *c) {
  struct file_node f;
  ref fd = descriptor(c);
  const uint8_t *data;
  size_t p, len;
  int rc = file_stream_node(c, fd, &f);
  if (rc == NATIVE_OK) rc = file_stream_point(c, fd);
  if (rc != NATIVE_OK) return rc;
  p = file_stream_position(c->vm, fd);
  data = file_stream_data(c->vm, &f, p, &len);
  if (p >= len) return ret_int(c, -1);
  file_stream_seek(c->vm, fd, p + 1);
  return ret_int(c, data[p]);
}

/* Returns how many of n bytes a read of standard input delivers: as many as in the recorded run. */
static uint32_t part_of(struct native_call *c, ref fd, uint32_t n) {
  uint64_t part;
  if (field_get_int(c->vm, fd, "fd") != 0 || !given_take_any(c->vm, "stdin", &part)) return n;
  return part && part < n ? (uint32_t)part : n;
}

static int read_bytes(struct native_call *c) {
  struct vm *vm = c->vm;
  struct file_node f;
  ref fd = descriptor(c), array = c->args[1];
  uint32_t off = c->args[2], n = c->args[3];
  const uint8_t *data;
  size_t p, len;
  int rc = nat_check_range(c, array, (int32_t)off, (int32_t)n);
  if (rc == NATIVE_OK) rc = file_stream_node(c, fd, &f);
  if (rc != NATIVE_OK || !n) return rc == NATIVE_OK ? ret_int(c, 0) : rc;
  rc = file_stream_point(c, fd);
  if (rc != NATIVE_OK) return rc;
  p = file_stream_position(vm, fd);
  data = file_stream_data(vm, &f, p, &len);
  if (p >= len) return ret_int(c, -1);
  if (n > len - p) n = (uint32_t)(len - p);
  n = part_of(c, fd, n);
  nat_report_writes(c, array, off, n);
  arena_touch_range(&vm->arena, array + ARRAY_BASE + off, n);
  memcpy(array_data(vm, array) + off, data + p, n);
  file_stream_seek(vm, fd, p + n);
  return ret_int(c, (int32_t)n);
}

/* Finds the file and makes the scheduling point before a query about it. */
static int look(struct native_call *c, struct file_node *f, ref *fd) {
  int rc;
  *fd = descriptor(c);
  rc = file_stream_node(c, *fd, f);
  return rc == NATIVE_OK ? file_stream_point(c, *fd) : rc;
}

static int length(struct native_call *c) {
  struct file_node f;
  ref fd;
  size_t len;
  int rc = look(c, &f, &fd);
  if (rc != NATIVE_OK) return rc;
  file_node_data(c->vm, &f, &len);
  return ret_long(c, (int64_t)len);
}

static int get_position(struct native_call *c) {
  struct file_node f;
  ref fd = descriptor(c);
  int rc = file_stream_node(c, fd, &f);
  return rc == NATIVE_OK ? ret_long(c, (int64_t)file_stream_position(c->vm, fd)) : rc;
}

static int available(struct native_call *c) {
  struct file_node f;
  ref fd;
  size_t p, len;
  int rc = look(c, &f, &fd);
  if (rc != NATIVE_OK) return rc;
  p = file_stream_position(c->vm, fd);
  file_node_data(c->vm, &f, &len);
  return ret_int(c, p < len ? (int32_t)(len - p) : 0);
}

static int skip(struct native_call *c) {
  struct file_node f;
  ref fd;
  int64_t n = arg64(c, 1);
  size_t p, len;
  int rc = look(c, &f, &fd);
  if (rc != NATIVE_OK) return rc;
  p = file_stream_position(c->vm, fd);
  if (n < 0 && (size_t)-n > p) return file_io_error(c, EINVAL);
  file_stream_data(c->vm, &f, n > 0 ? p + (size_t)n - 1 : p, &len);
  if (f.host && f.host->fd == 0 && p + (size_t)n > len) n = (int64_t)(len - p);
  file_stream_seek(c->vm, fd, p + (size_t)n);
  return ret_long(c, n);
}

static int seek(struct native_call *c) {
  struct file_node f;
  ref fd = descriptor(c);
  int rc = file_stream_node(c, fd, &f);
  if (rc != NATIVE_OK) return rc;
  if (arg64(c, 1) < 0) return vm_throw(c->vm, c->t, IOE, "Negative seek offset");
  file_stream_seek(c->vm, fd, (size_t)arg64(c, 1));
  return NATIVE_OK;
}

static int is_regular(struct native_call *c) {
  struct file_node f;
  int rc = file_stream_node(c, c->args[1], &f);
  return rc == NATIVE_OK ? ret_int(c, !f.directory && !(f.host && f.host->fd == 0)) : rc;
}

/* ---- writing ---- */

/* Is the receiver a RandomAccessFile that was opened only for reading? */
static bool read_only(struct native_call *c) {
  const struct field *f = klass_field(vm_klass(c->vm, c->args[0]), "rw", "Z");
  return f && !*MEM8(c->vm, c->args[0] + f->offset);
}

static int write_stream(struct native_call *c, const void *bytes, uint32_t n) {
  ref fd = descriptor(c);
  int32_t number = fd ? file_stream_number(c->vm, fd) : -1;
  int rc;
  if (number == 1 || number == 2) {
    console_write(c->vm, number, bytes, n);
    return NATIVE_OK;
  }
  if (number < 0) return vm_throw(c->vm, c->t, IOE, "Stream Closed");
  if (read_only(c)) return file_io_error(c, EBADF);
  rc = file_stream_point(c, fd);
  return rc == NATIVE_OK ? file_stream_write(c, fd, -1, bytes, n) : rc;
}

static int write_byte(struct native_call *c) {
  char b = (char)c->args[1];
  return write_stream(c, &b, 1);
}

/* For a file, the scheduling point of the file comes before the reads of the elements. For the
 * console, these reads have their own scheduling point. */
static int write_bytes(struct native_call *c) {
  ref fd = descriptor(c), array = c->args[1];
  uint32_t off = c->args[2], n = c->args[3];
  int rc = nat_check_range(c, array, (int32_t)off, (int32_t)n);
  bool console = fd && (file_stream_number(c->vm, fd) == 1 || file_stream_number(c->vm, fd) == 2);
  if (rc == NATIVE_OK && console) rc = nat_read_elements(c, array, off, n);
  if (rc == NATIVE_OK) rc = write_stream(c, array_data(c->vm, array) + off, n);
  if (rc == NATIVE_OK && !console) nat_report_reads(c, array, off, n);
  return rc;
}

static int set_length(struct native_call *c) {
  ref fd = descriptor(c);
  struct file_node f;
  int64_t size = arg64(c, 1);
  int why, rc = file_stream_node(c, fd, &f);
  if (rc == NATIVE_OK) rc = file_stream_point(c, fd);
  if (rc != NATIVE_OK) return rc;
  if (size >= 0 && file_map_reaches(c->vm, file_stream_number(c->vm, fd), (uint64_t)size))
    return file_map_refuse_cut(c);
  why = size < 0 || read_only(c)
            ? EINVAL
            : file_tree_truncate(c, file_stream_number(c->vm, fd), (uint64_t)size);
  if (why) return file_io_error(c, why);
  if (file_stream_position(c->vm, fd) > (size_t)size) file_stream_seek(c->vm, fd, (size_t)size);
  return NATIVE_OK;
}

/* ---- FileDescriptor ---- */

static int close_fd(struct native_call *c) {
  file_tree_close(c->vm, file_stream_number(c->vm, c->args[0]));
  field_set_int(c->vm, c->args[0], "fd", -1);
  field_set_long(c->vm, c->args[0], "handle", -1);
  return NATIVE_OK;
}

#define FIS "java/io/FileInputStream"
#define RAF "java/io/RandomAccessFile"
#define FOS "java/io/FileOutputStream"
#define FD "java/io/FileDescriptor"
const struct native_row natives_file_input[] = {
    {FIS, "open0", NULL, open_input},
    {FIS, "read0", NULL, read_one},
    {FIS, "readBytes", NULL, read_bytes},
    {FIS, "length0", NULL, length},
    {FIS, "position0", NULL, get_position},
    {FIS, "skip0", NULL, skip},
    {FIS, "available0", NULL, available},
    {FIS, "isRegularFile0", NULL, is_regular},
    {RAF, "open0", NULL, open_random},
    {RAF, "read0", NULL, read_one},
    {RAF, "readBytes", NULL, read_bytes},
    {RAF, "readBytes0", NULL, read_bytes},
    {RAF, "length", "()J", length},
    {RAF, "length0", "()J", length},
    {RAF, "getFilePointer", NULL, get_position},
    {RAF, "seek0", NULL, seek},
    {RAF, "write0", NULL, write_byte},
    {RAF, "writeBytes", "([BII)V", write_bytes},
    {RAF, "writeBytes0", "([BII)V", write_bytes},
    {RAF, "setLength", "(J)V", set_length},
    {RAF, "setLength0", "(J)V", set_length},
    {FOS, "open0", NULL, open_output},
    {FOS, "write", "(IZ)V", write_byte},
    {FOS, "writeBytes", NULL, write_bytes},
    {FD, "getHandle", NULL, nat_zero_long},
    {FD, "getAppend", NULL, nat_zero},
    {FD, "close0", NULL, close_fd},
    {FD, "sync", NULL, nat_nothing},
    {"java/io/FileCleanable", "cleanupClose0", NULL, nat_nothing},
    {"java/io/FileCleanable", "register", NULL, nat_nothing},
    {"java/io/FileCleanable", "unregister", NULL, nat_nothing},
    {"java/io/Console", "istty", NULL, nat_zero},
    {"java/io/Console", "ttyStatus", NULL, nat_zero}, /* one bit per stream, in later updates */
    {"java/io/Console", "encoding", NULL, nat_null},
    {"java/io/Console", "echo", NULL, nat_zero},
    {0},
};
