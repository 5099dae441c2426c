/* Directories of java.nio.file: opendir, readdir and closedir of sun.nio.fs. An open directory is a
 * block of the program's native memory. It holds the read position and the names at the time of
 * opening. Java accesses it with the stream's lock held. */
#include "engine/natives/io/file_system.h"
#include "engine/natives/concurrent/native_memory.h"
#include "engine/natives/util.h"

#include <errno.h>
#include <stddef.h>
#include <stdlib.h>

struct open_directory {
  uint32_t at, len; /* offset of the next name, and length of all names */
};

static int64_t new_block(struct native_call *c, const struct text *names) {
  struct open_directory d = {.len = (uint32_t)names->len};
  int64_t address = native_memory_new(c, (int64_t)(sizeof d + names->len));
  ref obj;
  uint32_t off;
  if (!address ||
      native_memory_place(c, address, (int64_t)(sizeof d + names->len), &obj, &off) != NATIVE_OK)
    return 0;
  arena_touch_range(&c->vm->arena, obj + off, (uint32_t)(sizeof d + names->len));
  memcpy(MEM8(c->vm, obj + off), &d, sizeof d);
  if (names->len) memcpy(MEM8(c->vm, obj + off + sizeof d), names->s, names->len);
  return address;
}

static int open_directory(struct native_call *c) {
  char *path = native_path(c, 0);
  struct text names = {0};
  int64_t address;
  int why, rc = file_point(c, path);
  if (rc == NATIVE_OK) {
    why = file_tree_names(c->vm, path, &names);
    address = why ? 0 : new_block(c, &names);
    rc = why ? unix_error(c, why) : address ? ret_long(c, address) : NATIVE_THROW;
  }
  free(path);
  text_release(&names);
  return rc;
}

static int open_path(struct native_call *c) {
  uint32_t args[2] = {c->args[0], 0};
  struct native_call own = *c;
  int rc;
  if (!args[0]) return nat_npe(c);
  own.args = args;
  rc = open_directory(&own);
  c->ret = own.ret;
  return rc;
}

/* Returns the next name, or null after the last. */
static int read_directory(struct native_call *c) {
  struct open_directory d;
  const char *name;
  ref obj;
  uint32_t off;
  int rc = native_memory_place(c, arg64(c, 0), sizeof d, &obj, &off);
  if (rc != NATIVE_OK) return rc;
  memcpy(&d, MEM8(c->vm, obj + off), sizeof d);
  if (d.at >= d.len) return ret_ref(c, 0);
  name = (const char *)MEM8(c->vm, obj + off + (uint32_t)sizeof d + d.at);
  put32(c->vm, obj + off + (uint32_t)offsetof(struct open_directory, at),
        d.at + (uint32_t)strlen(name) + 1);
  return ret_new(c, nat_bytes(c, name, (uint32_t)strlen(name)));
}

static int close_directory(struct native_call *c) {
  native_memory_free(c, arg64(c, 0));
  return NATIVE_OK;
}

#define NIO "sun/nio/fs/UnixNativeDispatcher"
const struct native_row natives_directory[] = {
    {NIO, "opendir", "(Lsun/nio/fs/UnixPath;)J", open_path},
    {NIO, "opendir0", NULL, open_directory},
    {NIO, "readdir", "(J)[B", read_directory},
    {NIO, "readdir0", NULL, read_directory},
    {NIO, "closedir", NULL, close_directory},
    {0},
};
