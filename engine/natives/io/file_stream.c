/* See file_stream.h. */
#include "engine/natives/io/file_stream.h"
#include "engine/base/check.h"

#include "engine/natives/io/file_map.h"
#include "engine/natives/util.h"
#include "engine/vm/uncounted.h"

#include <errno.h>

#define IOE "java/io/IOException"

static uint32_t handle_offset(struct vm *vm, ref fd) {
  return klass_field_offset(vm_klass(vm, fd), "handle");
}

int32_t file_stream_number(struct vm *vm, ref fd) {
  int32_t number;
  READS_ASIDE(); /* only close changes it, once, and is dependent on every other step */
  number = field_get_int(vm, fd, "fd");
  READS_COUNT();
  return number;
}

int file_point(struct native_call *c, const char *path) {
  if (path && file_tree_fixed(c->vm, path)) return NATIVE_OK;
  VISIBLE(c, OPK_FILE, 0, 0);
  return NATIVE_OK;
}

int file_stream_point(struct native_call *c, ref fd) {
  struct file_node n;
  int32_t number = file_stream_number(c->vm, fd);
  bool fixed = number <= 2 ||
               (!file_tree_by_fd(c->vm, number, &n) && n.host && files_of_jdk(c->vm, n.host->path));
  if (fixed)
    VISIBLE(c, OPK_ATOMIC, fd, handle_offset(c->vm, fd)); /* only the position can change */
  else
    VISIBLE(c, OPK_FILE, 0, 0);
  return NATIVE_OK;
}

int file_io_error(struct native_call *c, int why) {
  return vm_throw(c->vm, c->t, IOE, "%s", strerror(why));
}

int file_stream_node(struct native_call *c, ref fd, struct file_node *n) {
  int32_t number;
  if (!fd) return nat_npe(c);
  number = file_stream_number(c->vm, fd);
  if (number < 0) return vm_throw(c->vm, c->t, IOE, "Stream Closed");
  return file_tree_by_fd(c->vm, number, n) ? file_io_error(c, EBADF) : NATIVE_OK;
}

const uint8_t *file_stream_data(struct vm *vm, const struct file_node *n, size_t at, size_t *len) {
  vm->run.unreported = true;
  file_map_before_read(vm, (int32_t)file_node_meta(vm, n).number);
  if (n->host && n->host->fd == 0) files_fill(n->host, at, vm->sched.scheduling);
  return file_node_data(vm, n, len);
}

size_t file_stream_position(struct vm *vm, ref fd) {
  int64_t p = (int64_t)*MEM64(vm, fd + handle_offset(vm, fd));
  vm->run.unreported = true;
  return p < 0 ? 0 : (size_t)p;
}

void file_stream_seek(struct vm *vm, ref fd, size_t at) {
  CHECK(at <= INT64_MAX, "a position in a file is not negative: %zu", at);
  put64(vm, fd + handle_offset(vm, fd), at);
}

static bool appends(struct vm *vm, ref fd) {
  return *MEM8(vm, fd + klass_field_offset(vm_klass(vm, fd), "append"));
}

int file_stream_write(struct native_call *c, ref fd, int64_t at, const void *bytes, uint32_t n) {
  struct vm *vm = c->vm;
  struct file_node f;
  size_t to, size;
  int why = file_stream_node(c, fd, &f);
  if (why != NATIVE_OK) return why;
  file_node_data(vm, &f, &size);
  to = appends(vm, fd) ? size : at >= 0 ? (size_t)at : file_stream_position(vm, fd);
  why = file_tree_write(c, file_stream_number(vm, fd), to, bytes, n);
  if (why) return file_io_error(c, why);
  file_map_written(vm, file_stream_number(vm, fd), to, n);
  if (at < 0) file_stream_seek(vm, fd, to + n);
  return NATIVE_OK;
}

void file_stream_opened(struct vm *vm, ref fd, int32_t number, bool append) {
  field_set_int(vm, fd, "fd", number);
  field_set_bool(vm, fd, "append", append);
  file_stream_seek(vm, fd, 0);
}
