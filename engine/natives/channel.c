/* java.nio.channels over files: FileChannel reads what files.h offers, at the position that its FileDescriptor keeps. Bytes go to native
 * memory of the program (native_memory.h). Nothing is written, mapped or locked. */
#include "engine/natives/files.h"
#include "engine/natives/native_memory.h"
#include "engine/natives/util.h"

enum { IOV_MAX_OF_PROGRAM = 16, GRANULARITY = 4096, END = -1, UNSUPPORTED = -4 }; /* IOStatus */

static int refuse(struct native_call *c) {
  return vm_throw(c->vm, c->t, "java/io/IOException", "Permission denied");
}

static uint32_t handle_offset(struct vm *vm, ref fd) { return klass_field_offset(vm_klass(vm, fd), "handle"); }

static size_t position(struct vm *vm, ref fd) {
  int64_t p = nat_get_long(vm, fd, "handle");
  vm->untold = true;
  return p < 0 ? 0 : (size_t)p;
}

static int file_of(struct native_call *c, struct host_file **f) {
  if (!c->args[0]) return nat_npe(c);
  *f = files_by_fd(c->vm, nat_get_int(c->vm, c->args[0], "fd"));
  return *f ? NATIVE_OK : vm_throw(c->vm, c->t, "java/io/IOException", "Bad file descriptor");
}

/* Bytes of the file from `at` on to the address; *got is how many, END at the end. */
static int copy_out(struct native_call *c, struct host_file *f, size_t at, int64_t address, int32_t want, int32_t *got) {
  struct vm *vm = c->vm;
  ref obj;
  uint32_t off, n;
  int rc;
  files_fill(f, at, vm->scheduling);
  *got = want ? END : 0;
  if (at >= f->len || want <= 0) return NATIVE_OK;
  n = f->len - at < (size_t)want ? (uint32_t)(f->len - at) : (uint32_t)want;
  rc = native_memory_place(c, address, n, &obj, &off);
  if (rc != NATIVE_OK) return rc;
  for (uint32_t i = 0; vm->trace_on && i < n; i++) ev_access(vm, c->t, obj, off + i, 1, true, ACCESS_PLAIN);
  arena_touch_range(&vm->arena, obj + off, n);
  memcpy(MEM8(vm, obj + off), f->data + at, n);
  *got = (int32_t)n;
  return NATIVE_OK;
}

static int read_here(struct native_call *c) {
  struct host_file *f;
  int32_t got = 0;
  size_t at;
  int rc = file_of(c, &f);
  if (rc != NATIVE_OK) return rc;
  VISIBLE(c, OPK_ATOMIC, c->args[0], handle_offset(c->vm, c->args[0]));
  at = position(c->vm, c->args[0]);
  rc = copy_out(c, f, at, arg64(c, 1), (int32_t)c->args[3], &got);
  if (rc != NATIVE_OK) return rc;
  if (got > 0) nat_set_long(c->vm, c->args[0], "handle", (int64_t)at + got);
  return ret_int(c, got);
}

static int read_at(struct native_call *c) {
  struct host_file *f;
  int32_t got = 0;
  int64_t at = arg64(c, 4);
  int rc = file_of(c, &f);
  if (rc == NATIVE_OK && at < 0) rc = vm_throw(c->vm, c->t, "java/io/IOException", "Invalid argument");
  if (rc == NATIVE_OK) rc = copy_out(c, f, (size_t)at, arg64(c, 1), (int32_t)c->args[3], &got);
  return rc == NATIVE_OK ? ret_int(c, got) : rc;
}

/* The entries of a struct iovec array: base and length, 16 bytes each. */
static int read_vector(struct native_call *c) {
  struct host_file *f;
  int32_t got = 0;
  int64_t total = 0;
  size_t at;
  int rc = file_of(c, &f);
  if (rc != NATIVE_OK) return rc;
  VISIBLE(c, OPK_ATOMIC, c->args[0], handle_offset(c->vm, c->args[0]));
  at = position(c->vm, c->args[0]);
  for (int32_t i = 0; i < (int32_t)c->args[3]; i++) {
    ref obj;
    uint32_t off;
    uint64_t base, len;
    rc = native_memory_place(c, arg64(c, 1) + i * 16, 16, &obj, &off);
    if (rc != NATIVE_OK) return rc;
    memcpy(&base, MEM8(c->vm, obj + off), sizeof base);
    memcpy(&len, MEM8(c->vm, obj + off + 8), sizeof len);
    rc = copy_out(c, f, at + (size_t)total, (int64_t)base, len > INT32_MAX ? INT32_MAX : (int32_t)len, &got);
    if (rc != NATIVE_OK) return rc;
    if (got > 0) total += got;
    if (got < 0 || (uint64_t)got < len) break;
  }
  if (total) nat_set_long(c->vm, c->args[0], "handle", (int64_t)at + total);
  return ret_long(c, total ? total : got);
}

static int size(struct native_call *c) {
  struct host_file *f;
  int rc = file_of(c, &f);
  return rc == NATIVE_OK ? ret_long(c, (int64_t)f->len) : rc;
}

/* seek0(fd, offset): a negative offset asks for the position. */
static int seek(struct native_call *c) {
  struct host_file *f;
  int rc = file_of(c, &f);
  if (rc != NATIVE_OK) return rc;
  if (arg64(c, 1) >= 0) nat_set_long(c->vm, c->args[0], "handle", arg64(c, 1));
  return ret_long(c, (int64_t)position(c->vm, c->args[0]));
}

static int fd_value(struct native_call *c) {
  return c->args[0] ? ret_int(c, nat_get_int(c->vm, c->args[0], "fd")) : nat_npe(c);
}
static int set_fd_value(struct native_call *c) {
  if (!c->args[0]) return nat_npe(c);
  nat_set_int(c->vm, c->args[0], "fd", (int32_t)c->args[1]);
  return NATIVE_OK;
}
static int iov_max(struct native_call *c) { return ret_int(c, IOV_MAX_OF_PROGRAM); }
static int granularity(struct native_call *c) { return ret_long(c, GRANULARITY); }
static int unsupported_int(struct native_call *c) { return ret_int(c, UNSUPPORTED); }
static int unsupported(struct native_call *c) { return ret_long(c, UNSUPPORTED); }
static int largest(struct native_call *c) { return ret_long(c, INT32_MAX); }

#define IO "sun/nio/ch/IOUtil"
#define CHANNEL "sun/nio/ch/FileChannelImpl"
#define DISPATCHER(k)                                                                                                  \
  {k, "read0", NULL, read_here}, {k, "pread0", NULL, read_at}, {k, "readv0", NULL, read_vector}, {k, "size0", NULL, size}, \
      {k, "seek0", NULL, seek}, {k, "write0", NULL, refuse}, {k, "pwrite0", NULL, refuse}, {k, "writev0", NULL, refuse},  \
      {k, "truncate0", NULL, refuse}, {k, "lock0", NULL, refuse}, {k, "release0", NULL, nat_nothing},                    \
      {k, "force0", NULL, nat_zero}, {k, "close0", NULL, nat_nothing}, {k, "preClose0", NULL, nat_nothing},              \
      {k, "closeIntFD", NULL, nat_nothing}, {k, "dup0", NULL, refuse}, {k, "setDirect0", NULL, refuse},                  \
      {k, "canTransferToFromOverlappedMap0", NULL, nat_zero}, {k, "map0", NULL, refuse}, {k, "unmap0", NULL, nat_zero},  \
      {k, "available0", NULL, nat_zero}, {k, "isOther0", NULL, nat_zero}, {k, "transferTo0", NULL, unsupported},         \
      {k, "transferFrom0", NULL, unsupported}, {k, "allocationGranularity0", NULL, granularity}, {k, "init", NULL, nat_nothing}, {k, "init0", NULL, nat_nothing}
const struct native_row natives_channel[] = {
    {IO, "iovMax", NULL, iov_max},
    {IO, "fdLimit", NULL, iov_max},
    {IO, "writevMax", NULL, largest},
    {IO, "fdVal", NULL, fd_value},
    {IO, "setfdVal", NULL, set_fd_value},
    {IO, "configureBlocking", NULL, nat_nothing},
    {IO, "makePipe", NULL, refuse},
    {IO, "load", NULL, nat_nothing},
    {CHANNEL, "initIDs", NULL, granularity},
    {CHANNEL, "map0", NULL, refuse},
    {CHANNEL, "unmap0", NULL, nat_zero},
    {CHANNEL, "transferTo0", NULL, unsupported},
    {CHANNEL, "maxDirectTransferSize0", NULL, unsupported_int},
    {"sun/nio/ch/NativeThread", "current", NULL, nat_zero_long},
    {"sun/nio/ch/NativeThread", "currentNativeThread", NULL, nat_zero_long},
    {"sun/nio/ch/NativeThread", "current0", NULL, nat_zero_long},
    {"sun/nio/ch/NativeThread", "signal", NULL, nat_nothing},
    {"sun/nio/ch/NativeThread", "signal0", NULL, nat_nothing},
    {"sun/nio/ch/NativeThread", "supportPendingSignals0", NULL, nat_zero},
    {"sun/nio/ch/UnixDispatcher", "init", NULL, nat_nothing},
    {"sun/nio/ch/NativeThread", "init", NULL, nat_nothing},
    DISPATCHER("sun/nio/ch/FileDispatcherImpl"),
    DISPATCHER("sun/nio/ch/UnixFileDispatcherImpl"),
    {0},
};
