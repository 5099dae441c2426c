/* What file_tree.c and file_change.c share; paths are normal (files_normal). */
#ifndef HEDDLE_NATIVES_FILE_TREE_INT_H
#define HEDDLE_NATIVES_FILE_TREE_INT_H

#include "engine/natives/io/file_tree.h"

enum { ROOT_ENTRIES, ROOT_ORPHANS };
enum { ENTRY_NEXT, ENTRY_PATH, ENTRY_INODE };
enum { ORPHAN_INODE = 1 };
enum { INODE_META, INODE_CONTENTS };

/* Of a descriptor: of a copy of a file of the table, whose number has the bit beside it; of a file
 * that the program made. */
enum { FILE_COPY = 1 << 29, FILE_MADE = 1 << 30 };

#define FILE_FIRST_TIME INT64_C(1704067200000) /* the start of virtual time (system.c) */

/* The entry of a path, 0 for none; *link (may be NULL) is the address of the word that refers to
 * it, or would. */
ref file_entry(struct vm *vm, const char *path, uint32_t *link);
uint32_t file_entries(struct vm *vm);
ref file_entry_inode(struct vm *vm, ref entry);
char *file_entry_path(struct vm *vm, ref entry); /* caller frees */
struct file_meta file_inode_meta(struct vm *vm, ref inode);
ref file_inode_by_fd(struct vm *vm, int32_t fd);
bool file_is_directory(struct vm *vm, ref inode);
/* The normal form of a path as the program gave it; *why is 0, or the errno when what stands before
 * a ".." in it is no directory. Caller frees. */
char *file_normal(struct vm *vm, const char *path, int *why);
char *file_parent(const char *normal); /* caller frees */
int file_find_normal(struct vm *vm, const char *normal, struct file_node *n);
/* The same without the path's own entry: what deleting that would let appear. */
int file_find_below(struct vm *vm, const char *normal, struct file_node *n);
bool file_writable(struct vm *vm, const char *normal, const struct file_node *n);
bool file_own_place(const char *normal);
int file_names(struct vm *vm, const char *normal, struct text *out);

void file_inode_set_meta(struct vm *vm, ref inode, const struct file_meta *m);
ref file_inode_new_inode(struct native_call *c, uint32_t number, uint32_t mode);
/* A number that no other file has, by the path where it is made. */
uint32_t file_inode_new_number(struct vm *vm, const char *path);
/* Bytes beyond the size are zero. */
int file_inode_set_size(struct native_call *c, ref inode, uint64_t size);
int file_inode_put_bytes(struct native_call *c, ref inode, uint64_t at, const void *bytes,
                         uint32_t n);
/* Gives the path an entry with that inode (0: nothing is there), or changes the one it has. */
int file_inode_set_entry(struct native_call *c, const char *path, ref inode);
void file_inode_drop_entry(struct vm *vm, const char *path);
/* The path stands for nothing any more, whatever the table has there. */
int file_inode_hide(struct native_call *c, const char *path);
/* A name less. Before the change of its entry. */
int file_inode_unlink_inode(struct native_call *c, ref inode);
/* An allocation failed: that is no error of the program's heap here. */
int file_inode_full(struct native_call *c);

#endif
