/* java.nio.channels for files: FileChannel reads and writes the files of file_tree.h, at the
 * position that its FileDescriptor holds. Bytes are transferred to and from native memory of the
 * program (natives/concurrent/native_memory.h), or directly to and from a buffer's array. Mappings
 * are in file_tree.c. */
#include "engine/natives/io/file_map.h"
#include "engine/base/check.h"
#include "engine/natives/io/file_stream.h"
#include "engine/natives/concurrent/native_memory.h"
#include "engine/natives/util.h"

#include <errno.h>

enum {
  /* END and UNSUPPORTED are values of IOStatus. */
  IOV_MAX_OF_PROGRAM = 16,
  GRANULARITY = 4096,
  END = -1,
  UNSUPPORTED = -4
};

static int channel_refuse(struct native_call *c) { return file_io_error(c, EACCES); }

/* Finds the file and makes the scheduling point before its use. */
static int use(struct native_call *c, struct file_node *n) {
  int rc = file_stream_node(c, c->args[0], n);
  return rc == NATIVE_OK ? file_stream_point(c, c->args[0]) : rc;
}

static void channel_report(struct native_call *c, ref obj, uint32_t off, uint32_t n, bool write) {
  for (uint32_t i = 0; c->vm->sched.trace_on && i < n; i++)
    ev_access(c->vm, c->t, obj, off + i, 1, write, ACCESS_PLAIN);
}

/* Copies bytes of the file, beginning at offset `at`, to a place in the arena. *got receives their
 * number, or END at the end of the file. */
static void copy_out(struct native_call *c, const struct file_node *f, size_t at, ref obj,
                     uint32_t off, int32_t want, int32_t *got) {
  struct vm *vm = c->vm;
  size_t len;
  const uint8_t *data = file_stream_data(vm, f, at, &len);
  uint32_t n;
  *got = want > 0 ? END : 0;
  if (at >= len || want <= 0) return;
  n = len - at < (size_t)want ? (uint32_t)(len - at) : (uint32_t)want;
  CHECK(off + n <= vm_object_size(vm, obj), "bytes that are read fit where they go: %u at %u", n,
        off);
  channel_report(c, obj, off, n, true);
  arena_touch_range(&vm->arena, obj + off, n);
  memcpy(MEM8(vm, obj + off), data + at, n);
  *got = (int32_t)n;
}

/* ---- native memory ---- */

/* If `at` < 0, reads at the descriptor's position and advances it. */
static int read_to(struct native_call *c, int64_t address, int32_t want, int64_t at, int32_t *got) {
  struct file_node f;
  size_t from = at < 0 ? file_stream_position(c->vm, c->args[0]) : (size_t)at;
  ref obj;
  uint32_t off;
  int rc = file_stream_node(c, c->args[0], &f);
  if (rc == NATIVE_OK) rc = native_memory_place(c, address, want, &obj, &off);
  if (rc != NATIVE_OK) return rc;
  copy_out(c, &f, from, obj, off, want, got);
  if (at < 0 && *got > 0) file_stream_seek(c->vm, c->args[0], from + (size_t)*got);
  return NATIVE_OK;
}

static int write_from(struct native_call *c, int64_t address, int32_t n, int64_t at, int32_t *got) {
  ref obj;
  uint32_t off;
  int rc = native_memory_place(c, address, n, &obj, &off);
  if (rc != NATIVE_OK) return rc;
  channel_report(c, obj, off, (uint32_t)n, false);
  *got = n;
  return file_stream_write(c, c->args[0], at, MEM8(c->vm, obj + off), (uint32_t)n);
}

typedef int move_fn(struct native_call *c, int64_t address, int32_t n, int64_t at, int32_t *got);

/* (FileDescriptor, long address, int length [, long position]) */
static int move_one(struct native_call *c, move_fn *move, bool positioned) {
  struct file_node f;
  int32_t got = 0;
  int64_t at = positioned ? arg64(c, 4) : -1;
  int rc = use(c, &f);
  if (rc == NATIVE_OK && positioned && at < 0) rc = file_io_error(c, EINVAL);
  if (rc == NATIVE_OK) rc = move(c, arg64(c, 1), (int32_t)c->args[3], at, &got);
  return rc == NATIVE_OK ? ret_int(c, got) : rc;
}
static int read_here(struct native_call *c) { return move_one(c, read_to, false); }
static int read_at(struct native_call *c) { return move_one(c, read_to, true); }
static int write_here(struct native_call *c) { return move_one(c, write_from, false); }
static int write_at(struct native_call *c) { return move_one(c, write_from, true); }

/* (FileDescriptor, long address of a struct iovec array, int count): each element has a base and a
 * length, 16 bytes together. */
static int move_vector(struct native_call *c, move_fn *move) {
  struct file_node f;
  int32_t got = 0;
  int64_t total = 0;
  int rc = use(c, &f);
  for (int32_t i = 0; rc == NATIVE_OK && i < (int32_t)c->args[3]; i++) {
    ref obj;
    uint32_t off;
    uint64_t base, len;
    rc = native_memory_place(c, arg64(c, 1) + i * 16, 16, &obj, &off);
    if (rc != NATIVE_OK) return rc;
    memcpy(&base, MEM8(c->vm, obj + off), sizeof base);
    memcpy(&len, MEM8(c->vm, obj + off + 8), sizeof len);
    rc = move(c, (int64_t)base, len > INT32_MAX ? INT32_MAX : (int32_t)len, -1, &got);
    if (got > 0) total += got;
    if (got < 0 || (uint64_t)got < len) break;
  }
  return rc == NATIVE_OK ? ret_long(c, total ? total : got) : rc;
}
static int read_vector(struct native_call *c) { return move_vector(c, read_to); }
static int write_vector(struct native_call *c) { return move_vector(c, write_from); }

/* ---- a buffer's array ---- */

struct window {
  ref array;
  uint32_t off, n;
  int32_t position;
};

/* Finds the part of a heap buffer between position and limit. Returns false if it is not a heap
 * buffer; then the Java code runs. */
static bool window_of(struct native_call *c, ref buffer, struct window *w) {
  struct vm *vm = c->vm;
  int32_t limit;
  if (!buffer || strcmp(vm_klass(vm, buffer)->name->s, "java/nio/HeapByteBuffer") != 0)
    return false;
  w->array = field_get_ref(vm, buffer, "hb");
  w->position = field_get_int(vm, buffer, "position");
  limit = field_get_int(vm, buffer, "limit");
  w->off = ARRAY_BASE + (uint32_t)(field_get_int(vm, buffer, "offset") + w->position);
  w->n = limit > w->position ? (uint32_t)(limit - w->position) : 0;
  return w->off + w->n <= ARRAY_BASE + array_length(vm, w->array);
}

/* IOUtil.read and write(FileDescriptor, ByteBuffer, long position or -1, ...). These transfer bytes
 * without the JDK's copy in native memory, which would be shared through its address and need a
 * scheduling point for each word. */
static int buffer_read(struct native_call *c) {
  struct file_node f;
  struct window w;
  int64_t at = arg64(c, 2);
  size_t from;
  int32_t got;
  int rc;
  if (!window_of(c, c->args[1], &w)) return nat_body(c);
  rc = use(c, &f);
  if (rc != NATIVE_OK) return rc;
  from = at < 0 ? file_stream_position(c->vm, c->args[0]) : (size_t)at;
  copy_out(c, &f, from, w.array, w.off, (int32_t)w.n, &got);
  if (got <= 0) return ret_int(c, got);
  if (at < 0) file_stream_seek(c->vm, c->args[0], from + (size_t)got);
  field_set_int(c->vm, c->args[1], "position", w.position + got);
  return ret_int(c, got);
}

static int buffer_write(struct native_call *c) {
  struct file_node f;
  struct window w;
  int rc;
  if (!window_of(c, c->args[1], &w)) return nat_body(c);
  rc = use(c, &f);
  if (rc != NATIVE_OK) return rc;
  channel_report(c, w.array, w.off, w.n, false);
  rc = file_stream_write(c, c->args[0], arg64(c, 2), MEM8(c->vm, w.array + w.off), w.n);
  if (rc != NATIVE_OK) return rc;
  field_set_int(c->vm, c->args[1], "position", w.position + (int32_t)w.n);
  return ret_int(c, (int32_t)w.n);
}

/* ---- the file as a whole ---- */

static int size(struct native_call *c) {
  struct file_node f;
  size_t len;
  int rc = use(c, &f);
  if (rc != NATIVE_OK) return rc;
  file_node_data(c->vm, &f, &len);
  return ret_long(c, (int64_t)len);
}

/* seek0(fd, offset): a negative offset asks for the position. */
static int seek(struct native_call *c) {
  struct file_node f;
  int rc = file_stream_node(c, c->args[0], &f);
  if (rc != NATIVE_OK) return rc;
  if (arg64(c, 1) >= 0) file_stream_seek(c->vm, c->args[0], (size_t)arg64(c, 1));
  return ret_long(c, (int64_t)file_stream_position(c->vm, c->args[0]));
}

static int truncate_file(struct native_call *c) {
  struct file_node f;
  int why, rc = use(c, &f);
  if (rc != NATIVE_OK) return rc;
  if (file_map_reaches(c->vm, file_stream_number(c->vm, c->args[0]), (uint64_t)arg64(c, 1)))
    return file_map_refuse_cut(c);
  why = file_tree_truncate(c, file_stream_number(c->vm, c->args[0]), (uint64_t)arg64(c, 1));
  return why ? file_io_error(c, why) : ret_int(c, 0);
}

static int close_file(struct native_call *c) {
  if (!c->args[0]) return nat_npe(c);
  file_tree_close(c->vm, file_stream_number(c->vm, c->args[0]));
  field_set_int(c->vm, c->args[0], "fd", -1);
  field_set_long(c->vm, c->args[0], "handle", -1);
  return NATIVE_OK;
}
static int close_number(struct native_call *c) {
  file_tree_close(c->vm, (int32_t)c->args[0]);
  return NATIVE_OK;
}

/* FileKey.init(FileDescriptor [, long[] {device, number}]) */
static int file_key(struct native_call *c) {
  struct file_node f;
  bool fields = !(c->m->flags & ACC_STATIC);
  int rc = file_stream_node(c, c->args[fields], &f);
  int64_t number = rc == NATIVE_OK ? file_node_meta(c->vm, &f).number : 0;
  if (rc != NATIVE_OK) return rc;
  if (fields)
    field_set_long(c->vm, c->args[0], "st_ino", number);
  else
    put64(c->vm, c->args[1] + ARRAY_BASE + 8, (uint64_t)number);
  return NATIVE_OK;
}

/* transferTo0(FileDescriptor from, long position, long count, FileDescriptor to, ...) */
static int transfer_to(struct native_call *c) {
  struct file_node f;
  size_t len, at = (size_t)arg64(c, 1);
  int64_t n = arg64(c, 3);
  const uint8_t *data;
  int rc = use(c, &f);
  if (rc != NATIVE_OK) return rc;
  if (!c->args[5] || file_stream_number(c->vm, c->args[5]) <= 2) return ret_long(c, UNSUPPORTED);
  data = file_stream_data(c->vm, &f, at, &len);
  if (at >= len) return ret_long(c, 0);
  if (n > (int64_t)(len - at)) n = (int64_t)(len - at);
  rc = file_stream_write(c, c->args[5], -1, data + at, (uint32_t)n);
  return rc == NATIVE_OK ? ret_long(c, n) : rc;
}

static int fd_value(struct native_call *c) {
  return c->args[0] ? ret_int(c, field_get_int(c->vm, c->args[0], "fd")) : nat_npe(c);
}
static int set_fd_value(struct native_call *c) {
  if (!c->args[0]) return nat_npe(c);
  field_set_int(c->vm, c->args[0], "fd", (int32_t)c->args[1]);
  return NATIVE_OK;
}
static int iov_max(struct native_call *c) { return ret_int(c, IOV_MAX_OF_PROGRAM); }
static int granularity(struct native_call *c) { return ret_long(c, GRANULARITY); }
static int unsupported(struct native_call *c) { return ret_long(c, UNSUPPORTED); }
static int largest_int(struct native_call *c) { return ret_int(c, INT32_MAX); }
/* Like transfer_to, for an instance method: the arguments begin one slot later. */
static int transfer_to_impl(struct native_call *c) {
  struct native_call own = *c;
  int rc;
  own.args = c->args + 1;
  rc = transfer_to(&own);
  c->ret = own.ret;
  return rc;
}
static int largest(struct native_call *c) { return ret_long(c, INT32_MAX); }

#define IO "sun/nio/ch/IOUtil"
#define CHANNEL "sun/nio/ch/FileChannelImpl"
#define DISPATCHER(k) \
  {k, "read0", NULL, read_here}, {k, "pread0", NULL, read_at}, {k, "readv0", NULL, read_vector}, \
      {k, "size0", NULL, size}, {k, "seek0", NULL, seek}, {k, "write0", NULL, write_here}, \
      {k, "pwrite0", NULL, write_at}, {k, "writev0", NULL, write_vector}, \
      {k, "truncate0", NULL, truncate_file}, {k, "lock0", NULL, nat_zero}, \
      {k, "release0", NULL, nat_nothing}, {k, "force0", NULL, nat_zero}, \
      {k, "close0", NULL, close_file}, {k, "preClose0", NULL, nat_nothing}, \
      {k, "closeIntFD", NULL, close_number}, {k, "dup0", NULL, channel_refuse}, \
      {k, "setDirect0", NULL, channel_refuse}, \
      {k, "canTransferToFromOverlappedMap0", NULL, nat_zero}, {k, "available0", NULL, nat_zero}, \
      {k, "isOther0", NULL, nat_zero}, {k, "transferTo0", NULL, transfer_to}, \
      {k, "transferFrom0", NULL, unsupported}, {k, "allocationGranularity0", NULL, granularity}, \
      {k, "init", NULL, nat_nothing}, { \
    k, "init0", NULL, nat_nothing \
  }
const struct native_row natives_channel[] = {
    {IO, "iovMax", NULL, iov_max},
    {IO, "fdLimit", NULL, iov_max},
    {IO, "writevMax", NULL, largest},
    {IO, "fdVal", NULL, fd_value},
    {IO, "setfdVal", NULL, set_fd_value},
    {IO, "configureBlocking", NULL, nat_nothing},
    {IO, "makePipe", NULL, channel_refuse},
    {IO, "load", NULL, nat_nothing},
    {IO, "read", "(Ljava/io/FileDescriptor;Ljava/nio/ByteBuffer;JZILsun/nio/ch/NativeDispatcher;)I",
     buffer_read},
    {IO, "read",
     "(Ljava/io/FileDescriptor;Ljava/nio/ByteBuffer;JZZILsun/nio/ch/NativeDispatcher;)I",
     buffer_read},
    {IO, "write",
     "(Ljava/io/FileDescriptor;Ljava/nio/ByteBuffer;JZILsun/nio/ch/NativeDispatcher;)I",
     buffer_write},
    {IO, "write",
     "(Ljava/io/FileDescriptor;Ljava/nio/ByteBuffer;JZZILsun/nio/ch/NativeDispatcher;)I",
     buffer_write},
    {CHANNEL, "initIDs", NULL, granularity},
    {CHANNEL, "transferTo0", NULL, transfer_to_impl},
    {CHANNEL, "maxDirectTransferSize0", NULL, largest_int},
    {"sun/nio/ch/FileKey", "init", NULL, file_key},
    {"sun/nio/ch/NativeThread", "current", NULL, nat_zero_long},
    {"sun/nio/ch/NativeThread", "currentNativeThread", NULL, nat_zero_long},
    {"sun/nio/ch/NativeThread", "current0", NULL, nat_zero_long},
    {"sun/nio/ch/NativeThread", "signal", NULL, nat_nothing},
    {"sun/nio/ch/NativeThread", "signal0", NULL, nat_nothing},
    {"sun/nio/ch/NativeThread", "supportPendingSignals0", NULL, nat_zero},
    {"sun/nio/ch/UnixDispatcher", "init", NULL, nat_nothing},
    {"sun/nio/ch/UnixDispatcher", "close0", NULL, close_file},
    {"sun/nio/ch/UnixDispatcher", "preClose0", NULL, nat_nothing},
    {"sun/nio/ch/NativeThread", "init", NULL, nat_nothing},
    DISPATCHER("sun/nio/ch/FileDispatcherImpl"),
    DISPATCHER("sun/nio/ch/UnixFileDispatcherImpl"),
    {0},
};
