/* Mapped files. A mapping is a block of native memory with the bytes of the file, labelled with the
 * mapped file. What threads write to a mapping is copied to the file before the file is read, and
 * what is written to the file is copied to its mappings at once, so both always show the same
 * bytes. A private mapping is a copy without a label. */
#ifndef HEDDLE_NATIVES_FILE_MAP_H
#define HEDDLE_NATIVES_FILE_MAP_H

#include "engine/natives/io/file_tree.h"

/* Call before the contents of a file are read; `number` is that of its descriptors. */
void file_map_before_read(struct vm *vm, int32_t number);
/* Call after n bytes were written to the file at `at`. */
void file_map_written(struct vm *vm, int32_t number, uint64_t at, uint32_t n);
/* Does a mapping contain bytes of the file beyond `size`? */
bool file_map_reaches(struct vm *vm, int32_t number, uint64_t size);
/* Ends the run with a failure: the file cannot be truncated. */
int file_map_refuse_cut(struct native_call *c);

#endif
