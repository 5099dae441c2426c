/* Mapped files: a mapping is a block of native memory with the bytes of the file, labelled with
 * what it maps. What threads write there is brought into the file before this is read, and what is
 * written to the file goes to its mappings at once, so that both always show the same. A private
 * mapping is a copy without a label. */
#ifndef HEDDLE_NATIVES_FILE_MAP_H
#define HEDDLE_NATIVES_FILE_MAP_H

#include "engine/natives/io/file_tree.h"

/* Before the contents of a file are read; `number` is that of its descriptors. */
void file_map_before_read(struct vm *vm, int32_t number);
/* n bytes were written to it at `at`. */
void file_map_written(struct vm *vm, int32_t number, uint64_t at, uint32_t n);
/* A mapping has bytes of it beyond `size`. */
bool file_map_reaches(struct vm *vm, int32_t number, uint64_t size);
/* The pending failure of the run: the file cannot be cut. */
int file_map_refuse_cut(struct native_call *c);

#endif
