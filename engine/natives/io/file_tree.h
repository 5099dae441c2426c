/* The file system of the program under test: the files that the program wrote, in the arena, on top
 * of those that it may read through the file table (files.h).
 *
 * machine.files is 0 until something is written. Then it is an Object[2]: the list of entries,
 * sorted by path, and the list of open files without a name. An entry is Object[3] {next, path,
 * inode}; without an inode it hides a deleted file of the table. An inode is Object[2] {meta,
 * contents}: a struct file_meta and the bytes, in an array whose length is a function of the file's
 * size. So equal trees are equal byte for byte. They are part of the state, and backtracking undoes
 * changes to them. Nothing is written to the host.
 *
 * At the start there are /, /home, /home/user and /tmp, and the files of the table. A program can
 * write below /home/user and /tmp, and below the folders of the table outside the JDK. A file of
 * the table is copied when it is first opened for writing. All other paths yield EACCES, whether or
 * not the host has them. Files that the program creates have the time of its start, unless it sets
 * another.
 *
 * Functions that change something may allocate; they return ENOSPC if the heap is full. Paths are
 * as the program passed them. */
#ifndef HEDDLE_NATIVES_FILE_TREE_H
#define HEDDLE_NATIVES_FILE_TREE_H

#include "engine/natives/io/files.h"

struct file_meta {
  uint32_t number; /* number of its descriptors, and its inode number */
  uint32_t mode;   /* st_mode */
  uint32_t opens, links;
  uint64_t size;
  int64_t modified; /* milliseconds since 1970 */
};

/* A file or directory; valid until the next change. */
struct file_node {
  ref inode;              /* 0: a file of the table, or a directory from the start */
  struct host_file *host; /* set for a file of the table */
  bool directory;
};

enum {
  FILE_READ = 0,
  FILE_WRITE = 1,
  FILE_READ_WRITE = 2,
  FILE_ACCESS = 3,
  FILE_CREATE = 0100,
  FILE_NEW = 0200,
  FILE_TRUNCATE = 01000
};
enum { FILE_MODE_DIRECTORY = 0040000, FILE_MODE_REGULAR = 0100000 };

/* Each returns 0 or an errno. */
int file_tree_find(struct vm *vm, const char *path, struct file_node *n);
int file_tree_by_fd(struct vm *vm, int32_t fd, struct file_node *n);
int file_tree_open(struct native_call *c, const char *path, int flags, uint32_t mode, int32_t *fd);
int file_tree_make_directory(struct native_call *c, const char *path, uint32_t mode);
int file_tree_remove(struct native_call *c, const char *path, bool directory);
int file_tree_rename(struct native_call *c, const char *from, const char *to);
int file_tree_link(struct native_call *c, const char *from, const char *to);
/* sets the permission bits */
int file_tree_set_mode(struct native_call *c, const char *path, uint32_t mode);
/* accepted but ignored for directories of the table */
int file_tree_set_time(struct native_call *c, const char *path, int64_t modified);
int file_tree_set_mode_by_fd(struct native_call *c, int32_t fd, uint32_t mode);
int file_tree_set_time_by_fd(struct native_call *c, int32_t fd, int64_t modified);
int file_tree_write(struct native_call *c, int32_t fd, uint64_t at, const void *bytes, uint32_t n);
/* truncates the file, or extends it with zeros */
int file_tree_truncate(struct native_call *c, int32_t fd, uint64_t size);
/* Appends the names in a directory, sorted, each followed by a zero byte. */
int file_tree_names(struct vm *vm, const char *path, struct text *names);

void file_tree_close(struct vm *vm, int32_t fd);
/* Do the permissions allow writing to the path? */
bool file_tree_writable(struct vm *vm, const char *path);
/* Can nothing change the file at this path? Then an access to it is not a scheduling point. */
bool file_tree_fixed(struct vm *vm, const char *path);

struct file_meta file_node_meta(struct vm *vm, const struct file_node *n);
/* Returns the contents, *len bytes; for standard input, the bytes read so far. */
const uint8_t *file_node_data(struct vm *vm, const struct file_node *n, size_t *len);

#endif
