/* See file_map.h. FileChannel.map: map0 and unmap0 of the JDK releases, and the natives of
 * MappedByteBuffer.
 *
 * A mapping keeps a file of the program open, like a descriptor. Two mappings of the same bytes are
 * not supported if one is for writing, because each write to it would have to appear in the
 * other. */
#include "engine/natives/io/file_map.h"
#include "engine/base/check.h"

#include "engine/natives/io/file_stream.h"
#include "engine/natives/io/file_tree_int.h"
#include "engine/natives/concurrent/native_memory.h"
#include "engine/natives/util.h"

enum { MAP_READ_ONLY, MAP_READ_WRITE, MAP_PRIVATE }; /* of FileChannelImpl */
enum { PAGE = 4096 };                                /* mappings begin at multiples of it */
#define WRITES (UINT64_C(1) << 31)

struct mapping {
  int32_t number; /* the file's descriptor number */
  bool writes;
  uint64_t from, to; /* range in the file */
  uint32_t at;       /* address in the arena */
};

static int32_t map_number(int32_t number) { return number & ~FILE_COPY; }

static uint64_t label_of(int32_t number, uint64_t position, bool writes) {
  return (uint64_t)(uint32_t)number | (writes ? WRITES : 0) | position / PAGE << 32;
}

/* Finds the next mapping of the file after *node, which is 0 at first. */
static bool map_next(struct vm *vm, int32_t number, ref *node, struct mapping *m) {
  uint64_t label;
  uint32_t size;
  while (native_memory_labelled(vm, node, &label, &m->at, &size)) {
    m->number = (int32_t)(label & (WRITES - 1));
    m->writes = label & WRITES;
    m->from = (label >> 32) * PAGE;
    m->to = m->from + size;
    if (map_number(m->number) == map_number(number)) return true;
  }
  return false;
}

static void copy_bytes(struct vm *vm, uint32_t to, uint32_t from, size_t n) {
  if (!memcmp(MEM8(vm, to), MEM8(vm, from), n)) return;
  arena_touch_range(&vm->arena, to, (uint32_t)n);
  memcpy(MEM8(vm, to), MEM8(vm, from), n);
}

/* Returns the arena address of the contents of a file that the program wrote; 0 if it has none. */
static uint32_t own_contents(struct vm *vm, int32_t number, size_t *len) {
  struct file_node f;
  const uint8_t *data;
  if (file_tree_by_fd(vm, number, &f) || !f.inode || f.directory) return 0;
  data = file_node_data(vm, &f, len);
  return *len ? (uint32_t)(data - vm->arena.mem) : 0;
}

static void map_to_file(struct vm *vm, const struct mapping *m) {
  size_t len;
  uint32_t data = m->writes ? own_contents(vm, m->number, &len) : 0;
  uint64_t end;
  if (!data || m->from >= len) return;
  end = m->to < len ? m->to : len;
  CHECK(m->from < end, "a mapping has bytes of its file: %llu to %llu", (unsigned long long)m->from,
        (unsigned long long)end);
  copy_bytes(vm, data + (uint32_t)m->from, m->at, end - m->from);
}

void file_map_before_read(struct vm *vm, int32_t number) {
  struct mapping m;
  for (ref node = 0; map_next(vm, number, &node, &m);) map_to_file(vm, &m);
}

void file_map_written(struct vm *vm, int32_t number, uint64_t at, uint32_t n) {
  struct mapping m;
  for (ref node = 0; map_next(vm, number, &node, &m);) {
    size_t len;
    uint32_t data = own_contents(vm, number, &len);
    uint64_t from = at > m.from ? at : m.from, to = at + n < m.to ? at + n : m.to;
    if (data && to <= len && from < to)
      copy_bytes(vm, m.at + (uint32_t)(from - m.from), data + (uint32_t)from, to - from);
  }
}

bool file_map_reaches(struct vm *vm, int32_t number, uint64_t size) {
  struct mapping m;
  for (ref node = 0; map_next(vm, number, &node, &m);)
    if (m.to > size) return true;
  return false;
}

int file_map_refuse_cut(struct native_call *c) {
  return vm_unsupported(c->vm, c->t,
                        "a file of the program under test is truncated while it is mapped");
}

static bool overlaps(struct vm *vm, int32_t number, uint64_t from, uint64_t to, bool writes) {
  struct mapping m;
  for (ref node = 0; map_next(vm, number, &node, &m);)
    if ((writes || m.writes) && from < m.to && m.from < to) return true;
  return false;
}

static void map_keep_open(struct vm *vm, int32_t number) {
  ref inode = number & (FILE_COPY | FILE_MADE) ? file_inode_by_fd(vm, number) : 0;
  struct file_meta meta;
  if (!inode) return;
  meta = file_inode_meta(vm, inode);
  meta.opens++;
  file_inode_set_meta(vm, inode, &meta);
}

/* Maps bytes of an open file; the result is the address. */
static int map_file(struct native_call *c, ref fd, int mode, uint64_t from, uint64_t n) {
  struct vm *vm = c->vm;
  struct file_node f;
  size_t len;
  const uint8_t *data;
  int rc = file_stream_node(c, fd, &f);
  int32_t number;
  ref obj;
  uint32_t off;
  if (rc == NATIVE_OK) rc = file_stream_point(c, fd);
  if (rc != NATIVE_OK) return rc;
  number = file_stream_number(vm, fd);
  INVARIANT(from % PAGE == 0, "a mapping begins at a page: %llu", (unsigned long long)from);
  if (mode != MAP_PRIVATE && overlaps(vm, number, from, from + n, mode == MAP_READ_WRITE))
    return vm_unsupported(vm, c->t, "two mappings of the same bytes of a file, one for writing");
  c->ret.l = native_memory_new(c, (int64_t)n);
  if (!c->ret.l) return NATIVE_THROW;
  rc = native_memory_place(c, c->ret.l, (int64_t)n, &obj, &off);
  if (rc == NATIVE_OK) rc = file_stream_node(c, fd, &f);
  if (rc != NATIVE_OK) return rc;
  data = file_stream_data(vm, &f, from, &len);
  if (from < len) {
    size_t some = len - from < n ? len - from : n;
    arena_touch_range(&vm->arena, obj + off, (uint32_t)some);
    memcpy(MEM8(vm, obj + off), data + from, some);
  }
  if (mode == MAP_PRIVATE) return NATIVE_OK;
  native_memory_label(vm, c->ret.l, label_of(number, from, mode == MAP_READ_WRITE));
  map_keep_open(vm, number);
  return NATIVE_OK;
}

/* map0(int mode, long position, long length, boolean sync) of a channel */
static int map_of_channel(struct native_call *c) {
  return map_file(c, field_get_ref(c->vm, c->args[0], "fd"), (int)c->args[1], (uint64_t)arg64(c, 2),
                  (uint64_t)arg64(c, 4));
}

/* map0(FileDescriptor, int mode, long position, long length, boolean sync) */
static int map_of_descriptor(struct native_call *c) {
  return map_file(c, c->args[0], (int)c->args[1], (uint64_t)arg64(c, 2), (uint64_t)arg64(c, 4));
}

/* unmap0(long address, long length) */
static int unmap(struct native_call *c) {
  struct vm *vm = c->vm;
  uint64_t label;
  uint32_t at, size, off;
  ref obj, node = 0;
  struct mapping m;
  int rc;
  VISIBLE(c, OPK_FILE, 0, 0);
  rc = native_memory_place(c, arg64(c, 0), 0, &obj, &off);
  if (rc != NATIVE_OK) return rc;
  while (native_memory_labelled(vm, &node, &label, &at, &size)) {
    int32_t number = (int32_t)(label & (WRITES - 1));
    if (at != obj + off) continue;
    for (ref n = 0; map_next(vm, number, &n, &m);)
      if (m.at == at) map_to_file(vm, &m);
    file_tree_close(vm, number);
    break;
  }
  native_memory_free(c, arg64(c, 0));
  return ret_int(c, 0);
}

/* MappedMemoryUtils.force0(FileDescriptor, address, length) does nothing: every read of the file
 * sees the mapping anyway. */
#define UTILS "java/nio/MappedMemoryUtils"
const struct native_row natives_file_map[] = {
    {"sun/nio/ch/FileChannelImpl", "map0", NULL, map_of_channel},
    {"sun/nio/ch/FileChannelImpl", "unmap0", NULL, unmap},
    {"sun/nio/ch/FileDispatcherImpl", "map0", NULL, map_of_descriptor},
    {"sun/nio/ch/FileDispatcherImpl", "unmap0", NULL, unmap},
    {"sun/nio/ch/UnixFileDispatcherImpl", "map0", NULL, map_of_descriptor},
    {"sun/nio/ch/UnixFileDispatcherImpl", "unmap0", NULL, unmap},
    {UTILS, "isLoaded0", NULL, nat_one},
    {UTILS, "load0", NULL, nat_nothing},
    {UTILS, "unload0", NULL, nat_nothing},
    {UTILS, "force0", NULL, nat_nothing},
    {0},
};
