/* The entries and inodes of the files that the program wrote, their mappings into memory, and the
 * lookup of paths and descriptors. file_change.c has the operations that change files. */
#include "engine/natives/io/file_tree.h"

#include <errno.h>
#include <stddef.h>
#include <stdlib.h>

#include "engine/base/check.h"
#include "engine/natives/concurrent/native_memory.h"
#include "engine/natives/io/file_map.h"
#include "engine/natives/io/file_stream.h"
#include "engine/natives/io/file_tree_int.h"
#include "engine/natives/util.h"

enum { SMALLEST = 64, LARGEST = 1 << 27 };

/* ---- inodes ---- */

void file_inode_set_meta(struct vm *vm, ref inode, const struct file_meta *m) {
  ref bytes = array_ref(vm, inode, INODE_META);
  CHECK(array_length(vm, bytes) == sizeof *m, "an inode has its record: %u bytes",
        array_length(vm, bytes));
  INVARIANT(m->links || m->opens || !m->size || m->number, "an inode has a number: %u", m->number);
  arena_touch_range(&vm->arena, bytes + ARRAY_BASE, sizeof *m);
  memcpy(array_data(vm, bytes), m, sizeof *m);
}

static ref new_array(struct native_call *c, uint32_t n) {
  return vm_new_ref_array(c->vm, c->t, c->vm->wk.object, (int32_t)n);
}

ref file_inode_new_inode(struct native_call *c, uint32_t number, uint32_t mode) {
  struct file_meta m = {.number = number, .mode = mode, .links = 1, .modified = FILE_FIRST_TIME};
  ref inode = new_array(c, 2), bytes = inode ? vm_new_prim_array(c->vm, c->t, 'B', sizeof m) : 0;
  if (!bytes) return 0;
  array_put_ref(c->vm, inode, INODE_META, bytes);
  file_inode_set_meta(c->vm, inode, &m);
  return inode;
}

static ref file_inode_by_fd(struct vm *vm, int32_t fd);

uint32_t file_inode_new_number(struct vm *vm, const char *path) {
  uint32_t h = 2166136261u;
  for (; *path; path++) h = (h ^ (uint8_t)*path) * 16777619u;
  for (h &= FILE_COPY - 1; file_inode_by_fd(vm, (int32_t)(h | FILE_MADE));
       h = (h + 1) & (FILE_COPY - 1))
    continue;
  return h | FILE_MADE;
}

static uint32_t capacity(uint64_t size) {
  uint32_t cap = size ? SMALLEST : 0;
  while (cap < size) cap *= 2;
  return cap;
}

int file_inode_set_size(struct native_call *c, ref inode, uint64_t size) {
  struct vm *vm = c->vm;
  struct file_meta m = file_inode_meta(vm, inode);
  ref old = array_ref(vm, inode, INODE_CONTENTS), now = old;
  uint64_t keep = m.size < size ? m.size : size;
  if (size > LARGEST) return ENOSPC;
  if ((old ? array_length(vm, old) : 0) != capacity(size)) {
    now = capacity(size) ? vm_new_prim_array(vm, c->t, 'B', (int32_t)capacity(size)) : 0;
    if (!now && capacity(size)) return file_inode_full(c);
    CHECK(!keep || (keep <= array_length(vm, old) && keep <= array_length(vm, now)),
          "contents that are kept fit in both places: %llu bytes", (unsigned long long)keep);
    if (keep) {
      arena_touch_range(&vm->arena, now + ARRAY_BASE, (uint32_t)keep);
      memcpy(array_data(vm, now), array_data(vm, old), keep);
    }
    array_put_ref(vm, inode, INODE_CONTENTS, now);
  } else if (size < m.size) {
    arena_touch_range(&vm->arena, now + ARRAY_BASE + (uint32_t)size, (uint32_t)(m.size - size));
    memset(array_data(vm, now) + size, 0, m.size - size);
  }
  m.size = size;
  file_inode_set_meta(vm, inode, &m);
  return 0;
}

int file_inode_put_bytes(struct native_call *c, ref inode, uint64_t at, const void *bytes,
                         uint32_t n) {
  uint64_t size = file_inode_meta(c->vm, inode).size;
  ref contents;
  int why;
  if (!n) return 0;
  if (at > LARGEST) return ENOSPC;
  why = at + n > size ? file_inode_set_size(c, inode, at + n) : 0;
  if (why) return why;
  contents = array_ref(c->vm, inode, INODE_CONTENTS);
  CHECK(contents && at + n <= array_length(c->vm, contents),
        "bytes that are written fit in the file: %u at %llu", n, (unsigned long long)at);
  arena_touch_range(&c->vm->arena, contents + ARRAY_BASE + (uint32_t)at, n);
  memcpy(array_data(c->vm, contents) + at, bytes, n);
  return 0;
}

/* ---- changes to entries ---- */

static int make_root(struct native_call *c) {
  const uint32_t at = MACHINE_BASE + (uint32_t)offsetof(struct machine, files);
  ref root = *MEM32(c->vm, at);
  if (root) return 0;
  root = new_array(c, 2);
  if (!root) return file_inode_full(c);
  put32(c->vm, at, root);
  return 0;
}

int file_inode_set_entry(struct native_call *c, const char *path, ref inode) {
  struct vm *vm = c->vm;
  uint32_t link;
  int why = make_root(c);
  ref e = why ? 0 : file_entry(vm, path, &link), bytes;
  if (why) return why;
  if (!e) {
    e = new_array(c, 3);
    bytes = e ? nat_bytes(c, path, (uint32_t)strlen(path)) : 0;
    if (!bytes) return file_inode_full(c);
    array_put_ref(vm, e, ENTRY_PATH, bytes);
    array_put_ref(vm, e, ENTRY_NEXT, *MEM32(vm, link));
    put32(vm, link, e);
  }
  INVARIANT(file_entry(vm, path, NULL) == e, "an entry is found by its path: %s", path);
  array_put_ref(vm, e, ENTRY_INODE, inode);
  return 0;
}

void file_inode_drop_entry(struct vm *vm, const char *path) {
  uint32_t link;
  ref e = file_entry(vm, path, &link);
  if (e) put32(vm, link, array_ref(vm, e, ENTRY_NEXT));
}

static int file_find_below(struct vm *vm, const char *normal, struct file_node *n);

int file_inode_hide(struct native_call *c, const char *path) {
  struct file_node n;
  if (!file_find_below(c->vm, path, &n)) return file_inode_set_entry(c, path, 0);
  file_inode_drop_entry(c->vm, path);
  return 0;
}

/* ---- open files without a name ---- */

static int add_orphan(struct native_call *c, ref inode) {
  ref root = *MEM32(c->vm, MACHINE_BASE + (uint32_t)offsetof(struct machine, files)),
      e = new_array(c, 2);
  if (!e) return file_inode_full(c);
  array_put_ref(c->vm, e, ENTRY_NEXT, array_ref(c->vm, root, ROOT_ORPHANS));
  array_put_ref(c->vm, e, ORPHAN_INODE, inode);
  array_put_ref(c->vm, root, ROOT_ORPHANS, e);
  return 0;
}

static void drop_orphan(struct vm *vm, ref inode) {
  ref root = *MEM32(vm, MACHINE_BASE + (uint32_t)offsetof(struct machine, files)), e;
  uint32_t at = root + ARRAY_BASE + ROOT_ORPHANS * 4;
  for (; (e = *MEM32(vm, at)); at = e + ARRAY_BASE + ENTRY_NEXT * 4) {
    if (array_ref(vm, e, ORPHAN_INODE) != inode) continue;
    put32(vm, at, array_ref(vm, e, ENTRY_NEXT));
    return;
  }
}

int file_inode_unlink_inode(struct native_call *c, ref inode) {
  struct file_meta m = file_inode_meta(c->vm, inode);
  CHECK(m.links, "a file that loses a name has one: %u", m.number);
  m.links--;
  file_inode_set_meta(c->vm, inode, &m);
  return !m.links && m.opens ? add_orphan(c, inode) : 0;
}

void file_tree_close(struct vm *vm, int32_t fd) {
  ref inode = fd & (FILE_COPY | FILE_MADE) && fd > 0 ? file_inode_by_fd(vm, fd) : 0;
  struct file_meta m;
  vm->run.unreported = true; /* also for a host file: a reader then finds a closed stream */
  if (!inode) return;
  m = file_inode_meta(vm, inode);
  if (m.opens) m.opens--;
  file_inode_set_meta(vm, inode, &m);
  if (!m.opens && !m.links) drop_orphan(vm, inode);
}

/* ---- mapped files ---- */

/* FileChannel.map: map0 and unmap0 of the JDK releases, and the natives of MappedByteBuffer.
 *
 * A mapping keeps a file of the program open, like a descriptor. Two mappings of the same bytes are
 * not supported if one is for writing, because each write to it would have to appear in the
 * other. */

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

/* ---- lookup of entries ---- */

#define FILES_ADDR (MACHINE_BASE + (uint32_t)offsetof(struct machine, files))

uint32_t file_entries(struct vm *vm) {
  ref root = *MEM32(vm, FILES_ADDR);
  return root ? root + ARRAY_BASE : FILES_ADDR;
}

static int compare_path(struct vm *vm, ref bytes, const char *path) {
  size_t n = array_length(vm, bytes), len = strlen(path);
  int d = memcmp(array_data(vm, bytes), path, n < len ? n : len);
  return d ? d : (n > len) - (n < len);
}

ref file_entry(struct vm *vm, const char *path, uint32_t *link) {
  uint32_t at = file_entries(vm);
  ref e = *MEM32(vm, FILES_ADDR) ? *MEM32(vm, at) : 0;
  int d = 1;
  while (e && (d = compare_path(vm, array_ref(vm, e, ENTRY_PATH), path)) < 0) {
    at = e + ARRAY_BASE + ENTRY_NEXT * 4;
    e = *MEM32(vm, at);
  }
  if (link) *link = at;
  return e && !d ? e : 0;
}

ref file_entry_inode(struct vm *vm, ref entry) { return array_ref(vm, entry, ENTRY_INODE); }

struct file_meta file_inode_meta(struct vm *vm, ref inode) {
  struct file_meta m;
  INVARIANT(array_length(vm, array_ref(vm, inode, INODE_META)) == sizeof m,
            "an inode has its record: 0x%x", inode);
  memcpy(&m, array_data(vm, array_ref(vm, inode, INODE_META)), sizeof m);
  return m;
}

/* ---- lookup of paths ---- */

char *file_parent(const char *normal) {
  const char *slash = strrchr(normal, '/');
  CHECK(slash, "a path begins at the root: %s", normal);
  return slash == normal ? mem_strdup("/") : mem_printf("%.*s", (int)(slash - normal), normal);
}

static bool file_is_directory(struct vm *vm, ref inode);

/* Returns an errno if an entry above the path makes it inaccessible; 0 if the file table
 * decides. */
static int above(struct vm *vm, const char *normal) {
  int why = 0;
  char *p = file_parent(normal), *up;
  for (; strcmp(p, "/") != 0 && !why; up = file_parent(p), free(p), p = up) {
    ref e = file_entry(vm, p, NULL), inode = e ? file_entry_inode(vm, e) : 0;
    if (e) why = inode && !file_is_directory(vm, inode) ? ENOTDIR : ENOENT;
  }
  free(p);
  return why;
}

static bool file_is_directory(struct vm *vm, ref inode) {
  return file_inode_meta(vm, inode).mode & FILE_MODE_DIRECTORY;
}

static const char *const first_directories[] = {"/", "/home", FILES_DIR, "/tmp"};

static bool is_first(struct vm *vm, const char *normal) {
  for (size_t i = 0; i < COUNT(first_directories); i++)
    if (!strcmp(first_directories[i], normal)) return true;
  return files_leads_to(vm, normal);
}

static bool below(const char *normal, const char *dir) {
  size_t n = strlen(dir);
  return !strncmp(normal, dir, n) && (normal[n] == '/' || !normal[n]);
}

static bool file_own_place(const char *normal) {
  return below(normal, FILES_DIR) || below(normal, "/tmp");
}

/* Returns the errno for a path outside all tables: ENOENT where the program may create files,
 * EACCES elsewhere. */
static int absent(struct vm *vm, const char *normal) {
  struct file_node n;
  char *parent = file_parent(normal);
  int why = strcmp(normal, "/") ? file_find_normal(vm, parent, &n) : EACCES;
  if (!why) why = !n.directory ? ENOTDIR : n.inode || file_own_place(parent) ? ENOENT : EACCES;
  free(parent);
  return why;
}

/* Like file_find_normal, but ignores the path's own entry: finds what deleting that entry would
 * reveal. */
static int file_find_below(struct vm *vm, const char *normal, struct file_node *n) {
  int why = above(vm, normal);
  *n = (struct file_node){0};
  if (why) return why;
  n->host = files_find(vm, normal, &why);
  n->directory = n->host ? n->host->directory : is_first(vm, normal);
  if (n->host || n->directory) return 0;
  return why == EACCES && !files_in_table(vm, normal) ? absent(vm, normal) : why;
}

int file_find_normal(struct vm *vm, const char *normal, struct file_node *n) {
  ref e = file_entry(vm, normal, NULL);
  *n = (struct file_node){0};
  if (!e) return file_find_below(vm, normal, n);
  n->inode = file_entry_inode(vm, e);
  if (!n->inode) return ENOENT;
  n->directory = file_is_directory(vm, n->inode);
  return 0;
}

char *file_normal(struct vm *vm, const char *path, int *why) {
  const char *p = path;
  *why = *path ? 0 : ENOENT;
  while (!*why && (p = strstr(p, "/.."))) {
    char *before = mem_printf("%.*s", (int)(p - path), path);
    struct file_node n;
    p += 3;
    if (p - path > 3 && (*p == '/' || !*p)) *why = file_tree_find(vm, before, &n);
    if (!*why && p - path > 3 && (*p == '/' || !*p) && !n.directory) *why = ENOTDIR;
    free(before);
  }
  return files_normal(path);
}

int file_tree_find(struct vm *vm, const char *path, struct file_node *n) {
  int why;
  char *normal = file_normal(vm, path, &why);
  if (!why) why = file_find_normal(vm, normal, n);
  free(normal);
  return why;
}

bool file_tree_fixed(struct vm *vm, const char *path) {
  char *normal = files_normal(path);
  bool fixed = files_of_jdk(vm, normal);
  free(normal);
  return fixed;
}

bool file_writable(struct vm *vm, const char *normal, const struct file_node *n) {
  if (n->inode) return file_inode_meta(vm, n->inode).mode & 0200;
  if (n->host) return !files_of_jdk(vm, normal);
  return file_own_place(normal);
}

bool file_tree_writable(struct vm *vm, const char *path) {
  int why;
  char *normal = file_normal(vm, path, &why);
  struct file_node n;
  bool may = !why && !file_find_normal(vm, normal, &n) && file_writable(vm, normal, &n);
  free(normal);
  return may;
}

/* ---- descriptors ---- */

/* Does the inode have the number of this descriptor? This includes the copy of a file of the table
 * that was made after the descriptor was opened. */
static bool has_number(struct vm *vm, ref inode, int32_t fd) {
  uint32_t number = file_inode_meta(vm, inode).number;
  return number == (uint32_t)fd ||
         (!(fd & (FILE_COPY | FILE_MADE)) && number == ((uint32_t)fd | FILE_COPY));
}

static ref file_inode_by_fd(struct vm *vm, int32_t fd) {
  ref root = *MEM32(vm, FILES_ADDR), e;
  for (e = root ? array_ref(vm, root, ROOT_ENTRIES) : 0; e; e = array_ref(vm, e, ENTRY_NEXT)) {
    ref inode = file_entry_inode(vm, e);
    if (inode && has_number(vm, inode, fd)) return inode;
  }
  for (e = root ? array_ref(vm, root, ROOT_ORPHANS) : 0; e; e = array_ref(vm, e, ENTRY_NEXT))
    if (has_number(vm, array_ref(vm, e, ORPHAN_INODE), fd)) return array_ref(vm, e, ORPHAN_INODE);
  return 0;
}

int file_tree_by_fd(struct vm *vm, int32_t fd, struct file_node *n) {
  *n = (struct file_node){.inode = fd > 2 ? file_inode_by_fd(vm, fd) : 0};
  if (n->inode) {
    n->directory = file_is_directory(vm, n->inode);
    return 0;
  }
  n->host = files_by_fd(vm, fd);
  n->directory = n->host && n->host->directory;
  return n->host ? 0 : EBADF;
}

struct file_meta file_node_meta(struct vm *vm, const struct file_node *n) {
  struct file_meta m = {.links = 1, .modified = FILE_FIRST_TIME};
  if (n->inode) return file_inode_meta(vm, n->inode);
  m.mode = n->directory ? FILE_MODE_DIRECTORY | 0755 : FILE_MODE_REGULAR | 0644;
  if (n->host) m.number = (uint32_t)n->host->fd;
  if (n->host && !n->directory) m.size = n->host->len;
  return m;
}

const uint8_t *file_node_data(struct vm *vm, const struct file_node *n, size_t *len) {
  ref contents = n->inode ? array_ref(vm, n->inode, INODE_CONTENTS) : 0;
  *len = n->inode ? (size_t)file_inode_meta(vm, n->inode).size : n->host ? n->host->len : 0;
  return contents ? array_data(vm, contents) : n->host ? n->host->data : NULL;
}

/* ---- lists of names ---- */

struct name_list {
  VEC(char *) names;
};

static void add_name(struct name_list *l, const char *name, size_t len) {
  for (size_t i = 0; i < l->names.len; i++)
    if (strlen(l->names.data[i]) == len && !memcmp(l->names.data[i], name, len)) return;
  *vec_push(&l->names) = mem_printf("%.*s", (int)len, name);
}

/* Returns the name in `dir` that leads to `path`; NULL if `path` is not below `dir`. */
static const char *child(const char *path, const char *dir, size_t *len) {
  size_t n = strcmp(dir, "/") ? strlen(dir) : 0;
  if (strncmp(path, dir, n) != 0 || path[n] != '/' || !path[n + 1]) return NULL;
  *len = strcspn(path + n + 1, "/");
  return path + n + 1;
}

static void add_child(void *self, const char *dir, const char *path) {
  size_t len;
  const char *name = child(path, dir, &len);
  if (name) add_name(self, name, len);
}

/* Adds the names from the table and the initial directories that have no entry. */
static void add_below(struct vm *vm, const char *dir, const struct file_node *n,
                      struct name_list *l) {
  struct name_list all = {0};
  for (size_t at = 0; n->host && at < n->host->len;
       at += strlen((const char *)n->host->data + at) + 1)
    add_name(&all, (const char *)n->host->data + at, strlen((const char *)n->host->data + at));
  for (size_t i = 0; i < COUNT(first_directories); i++) add_child(&all, dir, first_directories[i]);
  files_each_place(vm, dir, add_child, &all);
  for (size_t i = 0; i < all.names.len; i++) {
    char *path = mem_printf("%s/%s", strcmp(dir, "/") ? dir : "", all.names.data[i]);
    if (!file_entry(vm, path, NULL)) add_name(l, all.names.data[i], strlen(all.names.data[i]));
    free(path);
    free(all.names.data[i]);
  }
  vec_free(&all.names);
}

static void add_entries(struct vm *vm, const char *dir, struct name_list *l) {
  ref root = *MEM32(vm, FILES_ADDR), e;
  for (e = root ? array_ref(vm, root, ROOT_ENTRIES) : 0; e; e = array_ref(vm, e, ENTRY_NEXT)) {
    char *path = file_entry_path(vm, e);
    size_t len;
    const char *name = file_entry_inode(vm, e) ? child(path, dir, &len) : NULL;
    if (name && !name[len]) add_name(l, name, len);
    free(path);
  }
}

char *file_entry_path(struct vm *vm, ref entry) {
  ref bytes = array_ref(vm, entry, ENTRY_PATH);
  return mem_printf("%.*s", (int)array_length(vm, bytes), (const char *)array_data(vm, bytes));
}

static int file_tree_by_name(const void *a, const void *b) {
  return strcmp(*(char *const *)a, *(char *const *)b);
}

int file_names(struct vm *vm, const char *normal, struct text *out) {
  struct name_list l = {0};
  struct file_node n;
  int why = file_find_normal(vm, normal, &n);
  if (!why && !n.directory) why = ENOTDIR;
  if (why) return why;
  if (!n.inode) add_below(vm, normal, &n, &l);
  add_entries(vm, normal, &l);
  if (l.names.len) qsort(l.names.data, l.names.len, sizeof *l.names.data, file_tree_by_name);
  for (size_t i = 0; i < l.names.len; i++) {
    text_add(out, l.names.data[i], strlen(l.names.data[i]) + 1);
    free(l.names.data[i]);
  }
  vec_free(&l.names);
  return 0;
}

int file_tree_names(struct vm *vm, const char *path, struct text *names) {
  int why;
  char *normal = file_normal(vm, path, &why);
  if (!why) why = file_names(vm, normal, names);
  free(normal);
  return why;
}
