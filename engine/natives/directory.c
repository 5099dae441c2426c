/* Directories of java.nio.file: opendir, readdir and closedir of sun.nio.fs over the folders of files.h. An open directory is a block of
 * the program's native memory that says which one and how far it was read; Java reads it under the stream's lock. */
#include "engine/natives/file_system.h"
#include "engine/natives/native_memory.h"
#include "engine/natives/util.h"

#include <errno.h>
#include <stddef.h>

struct open_directory {
  int32_t fd;
  uint32_t at; /* of the next name */
};

static int open_directory(struct native_call *c) {
  struct host_file *f;
  struct open_directory d = {0};
  int64_t address;
  ref obj;
  uint32_t off;
  int why = native_path_file(c, 0, &f);
  if (!why && !f->directory) why = ENOTDIR;
  if (why) return unix_error(c, why);
  address = native_memory_new(c, sizeof d);
  if (!address || native_memory_place(c, address, sizeof d, &obj, &off) != NATIVE_OK) return NATIVE_THROW;
  put32(c->vm, obj + off + (uint32_t)offsetof(struct open_directory, fd), (uint32_t)f->fd);
  return ret_long(c, address);
}

/* The next name, null after the last. */
static int read_directory(struct native_call *c) {
  struct open_directory d;
  const struct host_file *f;
  const char *name;
  ref obj;
  uint32_t off;
  int rc = native_memory_place(c, arg64(c, 0), sizeof d, &obj, &off);
  if (rc != NATIVE_OK) return rc;
  memcpy(&d, MEM8(c->vm, obj + off), sizeof d);
  f = files_by_fd(c->vm, d.fd);
  if (!f || d.at >= f->len) return ret_ref(c, 0);
  name = (const char *)f->data + d.at;
  put32(c->vm, obj + off + (uint32_t)offsetof(struct open_directory, at), d.at + (uint32_t)strlen(name) + 1);
  return ret_new(c, nat_bytes(c, name, (uint32_t)strlen(name)));
}

static int close_directory(struct native_call *c) {
  native_memory_free(c, arg64(c, 0));
  return NATIVE_OK;
}

#define NIO "sun/nio/fs/UnixNativeDispatcher"
const struct native_row natives_directory[] = {
    {NIO, "opendir0", NULL, open_directory},
    {NIO, "readdir", "(J)[B", read_directory},
    {NIO, "readdir0", NULL, read_directory},
    {NIO, "closedir", NULL, close_directory},
    {0},
};
