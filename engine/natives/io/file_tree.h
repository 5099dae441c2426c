/* The file system of the program under test: what it wrote, in the arena, over what the file table
 * (files.h) lets it read.
 *
 * machine.files is 0 while nothing was written; else an Object[2]: the list of entries, sorted by
 * path, and that of files without a name that are still open. An entry is Object[3] {next, path,
 * inode}; without an inode it hides a file of the table that was deleted. An inode is Object[2]
 * {meta, contents}: a struct file_meta and the bytes, in an array whose length is a function of the
 * file's size. So equal trees are equal byte for byte, they belong to the state, and going back
 * undoes them. Nothing of it reaches the host.
 *
 * From the start there are /, /home, /home/user and /tmp, and what the table offers. Written can be
 * below /home/user and /tmp and below the folders of the table that are not the JDK's; a file of
 * the table is copied when it is first opened for writing. Whatever lies elsewhere is EACCES,
 * whether the host has it or not. Files made by the program carry the time of its start unless it
 * sets another.
 *
 * Functions that change something may allocate: ENOSPC when the heap is full. Paths are as the
 * program gave them. */
#ifndef HEDDLE_NATIVES_FILE_TREE_H
#define HEDDLE_NATIVES_FILE_TREE_H

#include "engine/natives/io/files.h"

struct file_meta {
  uint32_t number; /* that of its descriptors, and its inode number */
  uint32_t mode;   /* st_mode */
  uint32_t opens, links;
  uint64_t size;
  int64_t modified; /* milliseconds since 1970 */
};

/* A file or directory; valid until the next change. */
struct file_node {
  ref inode;              /* 0: of the table, or a directory from the start */
  struct host_file *host; /* of the table */
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
/* permission bits */
int file_tree_set_mode(struct native_call *c, const char *path, uint32_t mode);
/* no more than accepted for the table's directories */
int file_tree_set_time(struct native_call *c, const char *path, int64_t modified);
int file_tree_set_mode_by_fd(struct native_call *c, int32_t fd, uint32_t mode);
int file_tree_set_time_by_fd(struct native_call *c, int32_t fd, int64_t modified);
int file_tree_write(struct native_call *c, int32_t fd, uint64_t at, const void *bytes, uint32_t n);
/* or makes it longer, by zeros */
int file_tree_truncate(struct native_call *c, int32_t fd, uint64_t size);
/* The names in a directory, sorted, each with a zero behind it. */
int file_tree_names(struct vm *vm, const char *path, struct text *names);

void file_tree_close(struct vm *vm, int32_t fd);
/* May the path be written to, as far as permissions go? */
bool file_tree_writable(struct vm *vm, const char *path);
/* Can nobody change what it stands for? Then looking at it is no scheduling point. */
bool file_tree_fixed(struct vm *vm, const char *path);

struct file_meta file_node_meta(struct vm *vm, const struct file_node *n);
/* The contents, *len bytes; of standard input as much as was read. */
const uint8_t *file_node_data(struct vm *vm, const struct file_node *n, size_t *len);

#endif
