/* Inodes and entries of the files that the program writes (file_tree.h): creates, changes and
 * releases them. */
#include "engine/natives/io/file_tree.h"
#include "engine/base/check.h"
#include "engine/natives/io/file_tree_int.h"
#include "engine/natives/util.h"
#include <errno.h>
#include <stddef.h>

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

/* ---- entries ---- */

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
