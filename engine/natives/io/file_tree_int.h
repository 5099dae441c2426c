/* Shared by file_tree.c and file_change.c. Paths are normal (files_normal). */
#ifndef HEDDLE_NATIVES_FILE_TREE_INT_H
#define HEDDLE_NATIVES_FILE_TREE_INT_H

#include "engine/natives/io/file_tree.h"

enum { ROOT_ENTRIES, ROOT_ORPHANS };
enum { ENTRY_NEXT, ENTRY_PATH, ENTRY_INODE };
enum { ORPHAN_INODE = 1 };
enum { INODE_META, INODE_CONTENTS };

/* Bits of descriptor numbers: FILE_COPY is added to the number of a table's file for its copy, and
 * FILE_MADE marks a file that the program created. */
enum { FILE_COPY = 1 << 29, FILE_MADE = 1 << 30 };

/* the start of virtual time (natives/lang/system.c), in ms since the epoch */
#define FILE_FIRST_TIME INT64_C(1704067200000)

/* Returns the entry of a path, or 0. *link (may be NULL) receives the address of the word that
 * refers to the entry, or would refer to it. */
ref file_entry(struct vm *vm, const char *path, uint32_t *link);
uint32_t file_entries(struct vm *vm);
ref file_entry_inode(struct vm *vm, ref entry);
char *file_entry_path(struct vm *vm, ref entry); /* caller frees */
struct file_meta file_inode_meta(struct vm *vm, ref inode);
/* Returns the normal form of a path that the program passed. *why is 0, or an errno if the part
 * before a ".." is not a directory. The caller frees the result. */
char *file_normal(struct vm *vm, const char *path, int *why);
char *file_parent(const char *normal); /* caller frees */
int file_find_normal(struct vm *vm, const char *normal, struct file_node *n);
bool file_writable(struct vm *vm, const char *normal, const struct file_node *n);
int file_names(struct vm *vm, const char *normal, struct text *out);

void file_inode_set_meta(struct vm *vm, ref inode, const struct file_meta *m);
ref file_inode_new_inode(struct native_call *c, uint32_t number, uint32_t mode);
/* Returns a file number that is not in use, derived from the path of the new file. */
uint32_t file_inode_new_number(struct vm *vm, const char *path);
/* New bytes beyond the old size are zero. */
int file_inode_set_size(struct native_call *c, ref inode, uint64_t size);
int file_inode_put_bytes(struct native_call *c, ref inode, uint64_t at, const void *bytes,
                         uint32_t n);
/* Adds an entry for the path with that inode (0: nothing is there), or changes its entry. */
int file_inode_set_entry(struct native_call *c, const char *path, ref inode);
void file_inode_drop_entry(struct vm *vm, const char *path);
/* Makes the path refer to nothing, even if the table has a file there. */
int file_inode_hide(struct native_call *c, const char *path);
/* Removes one name of the inode. Call before its entry changes. */
int file_inode_unlink_inode(struct native_call *c, ref inode);
/* Clears the OutOfMemoryError of a failed allocation and returns ENOSPC. */
int file_inode_full(struct native_call *c);

#endif
