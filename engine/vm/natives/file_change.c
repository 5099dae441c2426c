/* See file_tree.h: how the tree of files changes. */
#include "engine/vm/natives/file_tree.h"

#include "engine/vm/natives/file_tree_int.h"
#include "engine/vm/natives/util.h"

#include <errno.h>
#include <stddef.h>
#include <stdlib.h>

enum { SMALLEST = 64, LARGEST = 1 << 27 };

/* An allocation failed: that is no error of the program's heap here. */
static int full(struct native_call *c) {
  c->t->exception = 0;
  return ENOSPC;
}

/* ---- inodes ---- */

static void set_meta(struct vm *vm, ref inode, const struct file_meta *m) {
  ref bytes = array_ref(vm, inode, INODE_META);
  arena_touch_range(&vm->arena, bytes + ARRAY_BASE, sizeof *m);
  memcpy(array_data(vm, bytes), m, sizeof *m);
}

static ref new_array(struct native_call *c, uint32_t n) {
  return vm_new_ref_array(c->vm, c->t, c->vm->wk.object, (int32_t)n);
}

static ref new_inode(struct native_call *c, uint32_t number, uint32_t mode) {
  struct file_meta m = {.number = number, .mode = mode, .links = 1, .modified = FILE_FIRST_TIME};
  ref inode = new_array(c, 2), bytes = inode ? vm_new_prim_array(c->vm, c->t, 'B', sizeof m) : 0;
  if (!bytes) return 0;
  array_put_ref(c->vm, inode, INODE_META, bytes);
  set_meta(c->vm, inode, &m);
  return inode;
}

/* A number that no other file has, by the path where it is made. */
static uint32_t new_number(struct vm *vm, const char *path) {
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

/* Bytes beyond the size are zero. */
static int set_size(struct native_call *c, ref inode, uint64_t size) {
  struct vm *vm = c->vm;
  struct file_meta m = file_inode_meta(vm, inode);
  ref old = array_ref(vm, inode, INODE_CONTENTS), now = old;
  uint64_t keep = m.size < size ? m.size : size;
  if (size > LARGEST) return ENOSPC;
  if ((old ? array_length(vm, old) : 0) != capacity(size)) {
    now = capacity(size) ? vm_new_prim_array(vm, c->t, 'B', (int32_t)capacity(size)) : 0;
    if (!now && capacity(size)) return full(c);
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
  set_meta(vm, inode, &m);
  return 0;
}

static int put_bytes(struct native_call *c, ref inode, uint64_t at, const void *bytes, uint32_t n) {
  uint64_t size = file_inode_meta(c->vm, inode).size;
  ref contents;
  int why;
  if (!n) return 0;
  if (at > LARGEST) return ENOSPC;
  why = at + n > size ? set_size(c, inode, at + n) : 0;
  if (why) return why;
  contents = array_ref(c->vm, inode, INODE_CONTENTS);
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
  if (!root) return full(c);
  put32(c->vm, at, root);
  return 0;
}

/* Gives the path an entry with that inode (0: nothing is there), or changes the one it has. */
static int set_entry(struct native_call *c, const char *path, ref inode) {
  struct vm *vm = c->vm;
  uint32_t link;
  int why = make_root(c);
  ref e = why ? 0 : file_entry(vm, path, &link), bytes;
  if (why) return why;
  if (!e) {
    e = new_array(c, 3);
    bytes = e ? nat_bytes(c, path, (uint32_t)strlen(path)) : 0;
    if (!bytes) return full(c);
    array_put_ref(vm, e, ENTRY_PATH, bytes);
    array_put_ref(vm, e, ENTRY_NEXT, *MEM32(vm, link));
    put32(vm, link, e);
  }
  array_put_ref(vm, e, ENTRY_INODE, inode);
  return 0;
}

static void drop_entry(struct vm *vm, const char *path) {
  uint32_t link;
  ref e = file_entry(vm, path, &link);
  if (e) put32(vm, link, array_ref(vm, e, ENTRY_NEXT));
}

/* The path stands for nothing any more, whatever the table has there. */
static int hide(struct native_call *c, const char *path) {
  struct file_node n;
  if (!file_find_below(c->vm, path, &n)) return set_entry(c, path, 0);
  drop_entry(c->vm, path);
  return 0;
}

/* ---- files without a name that are open ---- */

static int add_orphan(struct native_call *c, ref inode) {
  ref root = *MEM32(c->vm, MACHINE_BASE + (uint32_t)offsetof(struct machine, files)),
      e = new_array(c, 2);
  if (!e) return full(c);
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

/* A name less. Before the change of its entry. */
static int unlink_inode(struct native_call *c, ref inode) {
  struct file_meta m = file_inode_meta(c->vm, inode);
  m.links--;
  set_meta(c->vm, inode, &m);
  return !m.links && m.opens ? add_orphan(c, inode) : 0;
}

void file_tree_close(struct vm *vm, int32_t fd) {
  ref inode = fd & (FILE_COPY | FILE_MADE) && fd > 0 ? file_inode_by_fd(vm, fd) : 0;
  struct file_meta m;
  if (!inode) return;
  vm->run.unreported = true;
  m = file_inode_meta(vm, inode);
  if (m.opens) m.opens--;
  set_meta(vm, inode, &m);
  if (!m.opens && !m.links) drop_orphan(vm, inode);
}

/* ---- operations ---- */

/* May something be made, renamed or deleted at the path? */
static int parent_allows(struct vm *vm, const char *normal) {
  char *parent = file_parent(normal);
  struct file_node n;
  int why = file_find_normal(vm, parent, &n);
  if (!why && !n.directory) why = ENOTDIR;
  if (!why && !file_writable(vm, parent, &n)) why = EACCES;
  free(parent);
  return why;
}

/* The node's inode; a file of the table is copied. */
static int own_inode(struct native_call *c, const char *normal, struct file_node *n) {
  int why;
  ref inode;
  if (n->inode) return 0;
  if (n->directory || !n->host) return EXDEV;
  inode = new_inode(c, (uint32_t)n->host->fd | FILE_COPY, FILE_MODE_REGULAR | 0644);
  if (!inode) return full(c);
  why = put_bytes(c, inode, 0, n->host->data, (uint32_t)n->host->len);
  if (!why) why = set_entry(c, normal, inode);
  if (!why) *n = (struct file_node){.inode = inode};
  return why;
}

static int file_change_make(struct native_call *c, const char *normal, uint32_t mode,
                            struct file_node *n) {
  int why = parent_allows(c->vm, normal);
  if (why) return why;
  n->inode = new_inode(c, new_number(c->vm, normal), mode);
  n->directory = mode & FILE_MODE_DIRECTORY;
  return n->inode ? set_entry(c, normal, n->inode) : full(c);
}

static int may_open(struct vm *vm, const char *normal, const struct file_node *n, int flags) {
  bool writes = (flags & FILE_ACCESS) != FILE_READ;
  if ((flags & FILE_CREATE) && (flags & FILE_NEW)) return EEXIST;
  if (writes && n->directory) return EISDIR;
  if (writes && !file_writable(vm, normal, n)) return EACCES;
  if ((flags & FILE_ACCESS) != FILE_WRITE && n->inode &&
      !(file_inode_meta(vm, n->inode).mode & 0400))
    return EACCES;
  return 0;
}

static int open_normal(struct native_call *c, const char *normal, int flags, uint32_t mode,
                       struct file_node *n) {
  int why = file_find_normal(c->vm, normal, n);
  if (why == ENOENT && (flags & FILE_CREATE))
    return file_change_make(c, normal, FILE_MODE_REGULAR | (mode & 0777), n);
  if (!why) why = may_open(c->vm, normal, n, flags);
  if (!why && (flags & FILE_ACCESS) != FILE_READ) why = own_inode(c, normal, n);
  if (!why && (flags & FILE_TRUNCATE) && (flags & FILE_ACCESS) != FILE_READ)
    why = set_size(c, n->inode, 0);
  return why;
}

int file_tree_open(struct native_call *c, const char *path, int flags, uint32_t mode, int32_t *fd) {
  int why;
  char *normal = file_normal(c->vm, path, &why);
  struct file_node n = {0};
  struct file_meta m;
  if (!why) why = open_normal(c, normal, flags, mode, &n);
  free(normal);
  if (why) return why;
  m = file_node_meta(c->vm, &n);
  *fd = (int32_t)m.number;
  if (!n.inode) return 0;
  m.opens++;
  set_meta(c->vm, n.inode, &m);
  return 0;
}

int file_tree_make_directory(struct native_call *c, const char *path, uint32_t mode) {
  int why;
  char *normal = file_normal(c->vm, path, &why);
  struct file_node n;
  if (!why) {
    why = file_find_normal(c->vm, normal, &n);
    why = !why            ? EEXIST
          : why == ENOENT ? file_change_make(c, normal, FILE_MODE_DIRECTORY | (mode & 0777), &n)
                          : why;
  }
  free(normal);
  return why;
}

static int not_empty(struct vm *vm, const char *normal) {
  struct text names = {0};
  int why = file_names(vm, normal, &names);
  if (!why && names.len) why = ENOTEMPTY;
  text_release(&names);
  return why;
}

/* Takes every entry below the directory out: what is left there hides files of the table. */
static void forget_below(struct vm *vm, const char *normal) {
  ref root = *MEM32(vm, MACHINE_BASE + (uint32_t)offsetof(struct machine, files)), e, next;
  size_t n = strlen(normal);
  for (e = root ? array_ref(vm, root, ROOT_ENTRIES) : 0; e; e = next) {
    char *path = file_entry_path(vm, e);
    next = array_ref(vm, e, ENTRY_NEXT);
    if (!strncmp(path, normal, n) && path[n] == '/') drop_entry(vm, path);
    free(path);
  }
}

static int remove_normal(struct native_call *c, const char *normal, bool directory) {
  struct file_node n;
  int why = file_find_normal(c->vm, normal, &n);
  if (!why && n.directory != directory) why = directory ? ENOTDIR : EISDIR;
  if (!why && directory) why = not_empty(c->vm, normal);
  if (!why) why = parent_allows(c->vm, normal);
  if (!why && n.inode) why = unlink_inode(c, n.inode);
  if (why) return why;
  if (directory) forget_below(c->vm, normal);
  return hide(c, normal);
}

int file_tree_remove(struct native_call *c, const char *path, bool directory) {
  int why;
  char *normal = file_normal(c->vm, path, &why);
  if (!why) why = remove_normal(c, normal, directory);
  free(normal);
  return why;
}

/* Entries below `from` go below `to`, in two rounds: the list is sorted by path. */
static int move_below(struct native_call *c, const char *from, const char *to) {
  struct vm *vm = c->vm;
  VEC(char *) paths = {0};
  size_t n = strlen(from);
  int why = 0;
  for (ref e = *MEM32(vm, file_entries(vm)); e; e = array_ref(vm, e, ENTRY_NEXT)) {
    char *path = file_entry_path(vm, e);
    if (!strncmp(path, from, n) && path[n] == '/')
      *vec_push(&paths) = path;
    else
      free(path);
  }
  for (size_t i = 0; i < paths.len; i++) {
    char *other = mem_printf("%s%s", to, paths.data[i] + n);
    ref inode = file_entry_inode(vm, file_entry(vm, paths.data[i], NULL));
    if (!why) why = set_entry(c, other, inode);
    if (!why) drop_entry(vm, paths.data[i]);
    free(other);
    free(paths.data[i]);
  }
  vec_free(&paths);
  return why;
}

/* What is at the place where something goes has to give way. */
static int make_way(struct native_call *c, const char *normal, bool directory) {
  struct file_node n;
  int why = file_find_normal(c->vm, normal, &n);
  if (why) return why == ENOENT ? 0 : why;
  if (n.directory != directory) return directory ? ENOTDIR : EISDIR;
  if (directory && (why = not_empty(c->vm, normal))) return why;
  if (directory) forget_below(c->vm, normal);
  return n.inode ? unlink_inode(c, n.inode) : 0;
}

static bool is_below(const char *path, const char *dir) {
  return !strncmp(path, dir, strlen(dir)) && path[strlen(dir)] == '/';
}

static int rename_normal(struct native_call *c, const char *from, const char *to) {
  struct file_node n, there;
  int why = file_find_normal(c->vm, from, &n);
  if (!why) why = parent_allows(c->vm, from);
  if (!why) why = parent_allows(c->vm, to);
  if (why || !strcmp(from, to)) return why;
  if (is_below(to, from)) return EINVAL;
  why = own_inode(c, from, &n);
  if (!why && !file_find_normal(c->vm, to, &there) && there.inode == n.inode) return 0;
  if (!why) why = make_way(c, to, n.directory);
  if (!why) why = set_entry(c, to, n.inode);
  if (!why && n.directory) why = move_below(c, from, to);
  return why ? why : hide(c, from);
}

static int with_both(struct native_call *c, const char *from, const char *to,
                     int (*fn)(struct native_call *c, const char *from, const char *to)) {
  int why, why_to;
  char *a = file_normal(c->vm, from, &why), *b = file_normal(c->vm, to, &why_to);
  if (!why) why = why_to;
  if (!why) why = fn(c, a, b);
  free(a);
  free(b);
  return why;
}

int file_tree_rename(struct native_call *c, const char *from, const char *to) {
  return with_both(c, from, to, rename_normal);
}

static int link_normal(struct native_call *c, const char *from, const char *to) {
  struct file_node n, there;
  struct file_meta m;
  int why = file_find_normal(c->vm, from, &n);
  if (!why && n.directory) why = EPERM;
  if (!why && !file_find_normal(c->vm, to, &there)) why = EEXIST;
  if (!why) why = parent_allows(c->vm, to);
  if (!why) why = own_inode(c, from, &n);
  if (!why) why = set_entry(c, to, n.inode);
  if (why) return why;
  m = file_inode_meta(c->vm, n.inode);
  m.links++;
  set_meta(c->vm, n.inode, &m);
  return 0;
}

int file_tree_link(struct native_call *c, const char *from, const char *to) {
  return with_both(c, from, to, link_normal);
}

struct attribute {
  bool time;
  uint32_t mode;
  int64_t modified;
};

static void file_change_apply(struct vm *vm, ref inode, const struct attribute *a) {
  struct file_meta m = file_inode_meta(vm, inode);
  if (a->time)
    m.modified = a->modified;
  else
    m.mode = (m.mode & ~0777u) | (a->mode & 0777);
  set_meta(vm, inode, &m);
}

/* Of the table's files a copy is made, its directories and the first ones keep theirs. */
static int set_attribute(struct native_call *c, const char *path, const struct attribute *a) {
  int why;
  char *normal = file_normal(c->vm, path, &why);
  struct file_node n;
  if (!why) why = file_find_normal(c->vm, normal, &n);
  if (!why && files_of_jdk(c->vm, normal)) why = EPERM;
  if (!why && (n.inode || !n.directory)) why = own_inode(c, normal, &n);
  if (!why && n.inode) file_change_apply(c->vm, n.inode, a);
  free(normal);
  return why;
}

static int set_attribute_by_fd(struct native_call *c, int32_t fd, const struct attribute *a) {
  struct file_node n;
  int why = file_tree_by_fd(c->vm, fd, &n);
  if (!why && n.inode) file_change_apply(c->vm, n.inode, a);
  if (!why && !n.inode && !n.directory) return set_attribute(c, n.host->path, a);
  return why;
}

int file_tree_set_mode(struct native_call *c, const char *path, uint32_t mode) {
  return set_attribute(c, path, &(struct attribute){.mode = mode});
}
int file_tree_set_time(struct native_call *c, const char *path, int64_t modified) {
  return set_attribute(c, path, &(struct attribute){.time = true, .modified = modified});
}
int file_tree_set_mode_by_fd(struct native_call *c, int32_t fd, uint32_t mode) {
  return set_attribute_by_fd(c, fd, &(struct attribute){.mode = mode});
}
int file_tree_set_time_by_fd(struct native_call *c, int32_t fd, int64_t modified) {
  return set_attribute_by_fd(c, fd, &(struct attribute){.time = true, .modified = modified});
}

int file_tree_write(struct native_call *c, int32_t fd, uint64_t at, const void *bytes, uint32_t n) {
  struct file_node f;
  int why = file_tree_by_fd(c->vm, fd, &f);
  return why ? why : f.inode ? put_bytes(c, f.inode, at, bytes, n) : EBADF;
}

int file_tree_truncate(struct native_call *c, int32_t fd, uint64_t size) {
  struct file_node f;
  int why = file_tree_by_fd(c->vm, fd, &f);
  return why ? why : f.inode ? set_size(c, f.inode, size) : EINVAL;
}
