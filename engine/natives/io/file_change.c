/* See file_tree.h: the operations that change the tree of files. */
#include "engine/natives/io/file_tree.h"

#include "engine/natives/io/file_tree_int.h"
#include "engine/natives/util.h"

#include <errno.h>
#include <stddef.h>
#include <stdlib.h>

int file_inode_full(struct native_call *c) {
  c->t->exception = 0;
  return ENOSPC;
}

/* ---- operations ---- */

/* Returns 0 if something may be created, renamed or deleted at the path, or else an errno. */
static int parent_allows(struct vm *vm, const char *normal) {
  char *parent = file_parent(normal);
  struct file_node n;
  int why = file_find_normal(vm, parent, &n);
  if (!why && !n.directory) why = ENOTDIR;
  if (!why && !file_writable(vm, parent, &n)) why = EACCES;
  free(parent);
  return why;
}

/* Ensures that the node has an inode; copies a file of the table. */
static int own_inode(struct native_call *c, const char *normal, struct file_node *n) {
  int why;
  ref inode;
  if (n->inode) return 0;
  if (n->directory || !n->host) return EXDEV;
  inode = file_inode_new_inode(c, (uint32_t)n->host->fd | FILE_COPY, FILE_MODE_REGULAR | 0644);
  if (!inode) return file_inode_full(c);
  why = file_inode_put_bytes(c, inode, 0, n->host->data, (uint32_t)n->host->len);
  if (!why) why = file_inode_set_entry(c, normal, inode);
  if (!why) *n = (struct file_node){.inode = inode};
  return why;
}

static int file_change_make(struct native_call *c, const char *normal, uint32_t mode,
                            struct file_node *n) {
  int why = parent_allows(c->vm, normal);
  if (why) return why;
  n->inode = file_inode_new_inode(c, file_inode_new_number(c->vm, normal), mode);
  n->directory = mode & FILE_MODE_DIRECTORY;
  return n->inode ? file_inode_set_entry(c, normal, n->inode) : file_inode_full(c);
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
    why = file_inode_set_size(c, n->inode, 0);
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
  file_inode_set_meta(c->vm, n.inode, &m);
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

/* Drops every entry below the directory. The remaining entries there only hide files of the
 * table. */
static void forget_below(struct vm *vm, const char *normal) {
  ref root = *MEM32(vm, MACHINE_BASE + (uint32_t)offsetof(struct machine, files)), e, next;
  size_t n = strlen(normal);
  for (e = root ? array_ref(vm, root, ROOT_ENTRIES) : 0; e; e = next) {
    char *path = file_entry_path(vm, e);
    next = array_ref(vm, e, ENTRY_NEXT);
    if (!strncmp(path, normal, n) && path[n] == '/') file_inode_drop_entry(vm, path);
    free(path);
  }
}

static int remove_normal(struct native_call *c, const char *normal, bool directory) {
  struct file_node n;
  int why = file_find_normal(c->vm, normal, &n);
  if (!why && n.directory != directory) why = directory ? ENOTDIR : EISDIR;
  if (!why && directory) why = not_empty(c->vm, normal);
  if (!why) why = parent_allows(c->vm, normal);
  if (!why && n.inode) why = file_inode_unlink_inode(c, n.inode);
  if (why) return why;
  if (directory) forget_below(c->vm, normal);
  return file_inode_hide(c, normal);
}

int file_tree_remove(struct native_call *c, const char *path, bool directory) {
  int why;
  char *normal = file_normal(c->vm, path, &why);
  if (!why) why = remove_normal(c, normal, directory);
  free(normal);
  return why;
}

/* Moves the entries below `from` to below `to`. Collects the paths first, because the list is
 * sorted by path and changes. */
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
    if (!why) why = file_inode_set_entry(c, other, inode);
    if (!why) file_inode_drop_entry(vm, paths.data[i]);
    free(other);
    free(paths.data[i]);
  }
  vec_free(&paths);
  return why;
}

/* Removes what is at the destination of a rename, if that is allowed. */
static int make_way(struct native_call *c, const char *normal, bool directory) {
  struct file_node n;
  int why = file_find_normal(c->vm, normal, &n);
  if (why) return why == ENOENT ? 0 : why;
  if (n.directory != directory) return directory ? ENOTDIR : EISDIR;
  if (directory && (why = not_empty(c->vm, normal))) return why;
  if (directory) forget_below(c->vm, normal);
  return n.inode ? file_inode_unlink_inode(c, n.inode) : 0;
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
  if (!why) why = file_inode_set_entry(c, to, n.inode);
  if (!why && n.directory) why = move_below(c, from, to);
  return why ? why : file_inode_hide(c, from);
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
  if (!why) why = file_inode_set_entry(c, to, n.inode);
  if (why) return why;
  m = file_inode_meta(c->vm, n.inode);
  m.links++;
  file_inode_set_meta(c->vm, n.inode, &m);
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
  file_inode_set_meta(vm, inode, &m);
}

/* Copies a file of the table before changing it. The table's directories and the initial
 * directories keep their attributes. */
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
  return why ? why : f.inode ? file_inode_put_bytes(c, f.inode, at, bytes, n) : EBADF;
}

int file_tree_truncate(struct native_call *c, int32_t fd, uint64_t size) {
  struct file_node f;
  int why = file_tree_by_fd(c->vm, fd, &f);
  return why ? why : f.inode ? file_inode_set_size(c, f.inode, size) : EINVAL;
}
