/* What file_tree.c and file_change.c share; paths are normal (files_normal). */
#ifndef HEDDLE_VM_NATIVES_FILE_TREE_INT_H
#define HEDDLE_VM_NATIVES_FILE_TREE_INT_H

#include "engine/vm/natives/file_tree.h"

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

#endif
