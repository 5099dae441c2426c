/* See file_tree.h: entries and inodes, and the lookup of paths. file_change.c changes them. */
#include "engine/natives/io/file_tree.h"
#include "engine/base/check.h"

#include "engine/natives/io/file_tree_int.h"
#include "engine/natives/util.h"

#include <errno.h>
#include <stddef.h>
#include <stdlib.h>

#define FILES_ADDR (MACHINE_BASE + (uint32_t)offsetof(struct machine, files))

/* ---- entries ---- */

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

bool file_is_directory(struct vm *vm, ref inode) {
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

bool file_own_place(const char *normal) {
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

int file_find_below(struct vm *vm, const char *normal, struct file_node *n) {
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

ref file_inode_by_fd(struct vm *vm, int32_t fd) {
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
