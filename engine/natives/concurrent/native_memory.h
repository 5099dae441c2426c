/* Unsafe.allocateMemory: native memory of the program under test, stored in its arena.
 *
 * machine.offmap heads a list of Object[2] {block, next}. A block is a byte[]: the first 8 bytes
 * hold its address, a number that depends only on the path, and the next 8 bytes a label. The
 * program cannot access the host's memory. */
#ifndef HEDDLE_NATIVES_NATIVE_MEMORY_H
#define HEDDLE_NATIVES_NATIVE_MEMORY_H

#include "engine/vm/machine.h"

/* Finds the arena object and offset of `size` bytes at a native address. Returns NATIVE_OK, or
 * throws InternalError for memory that is not allocated. */
int native_memory_place(struct native_call *c, int64_t address, int64_t size, ref *obj,
                        uint32_t *off);
/* Returns the native address of offset `off` in a block; 0 if `obj` is not a block. */
int64_t native_memory_address(struct vm *vm, ref obj, uint32_t off);
/* Allocates a block for the library's own natives, filled with zeros. Returns its address, or 0
 * with OutOfMemoryError pending. */
int64_t native_memory_new(struct native_call *c, int64_t size);
/* Sets the label of a block, which is 0 at first: the part of a file that it maps
 * (natives/io/file_tree.c). */
void native_memory_label(struct vm *vm, int64_t address, uint64_t label);
/* Finds the next labelled block after *node, or the first one if *node is 0. *at receives the arena
 * address of its bytes and *size their number. Returns false if there are no more. */
bool native_memory_labelled(struct vm *vm, ref *node, uint64_t *label, uint32_t *at,
                            uint32_t *size);
/* Frees a block; ignores an address that is not allocated. */
void native_memory_free(struct native_call *c, int64_t address);

#endif
