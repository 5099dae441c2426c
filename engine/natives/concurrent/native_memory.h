/* Unsafe.allocateMemory: native memory of the program under test, kept in its arena.
 *
 * machine.offmap heads a list of Object[2] {block, next}; a block is a byte[] whose first 8 bytes
 * hold its address, a number that depends on the path alone, and the next a label. The host's
 * memory cannot be reached.
 */
#ifndef HEDDLE_NATIVES_NATIVE_MEMORY_H
#define HEDDLE_NATIVES_NATIVE_MEMORY_H

#include "engine/vm/machine.h"

/* The arena object and offset of `size` bytes at a native address. NATIVE_OK, or InternalError for
 * memory that is not allocated. */
int native_memory_place(struct native_call *c, int64_t address, int64_t size, ref *obj,
                        uint32_t *off);
/* The native address that offset `off` of a block stands for; 0: `obj` is no such block. */
int64_t native_memory_address(struct vm *vm, ref obj, uint32_t off);
/* What the library's own natives keep there. The new block's bytes are zero; 0 with
 * OutOfMemoryError pending when there is no room. */
int64_t native_memory_new(struct native_call *c, int64_t size);
/* A label is kept with a block, 0 at first: what of a file it holds (file_map.c). */
void native_memory_label(struct vm *vm, int64_t address, uint64_t label);
/* The block behind *node, the first one with 0, that has a label, and how many bytes it has from
 * `*at`, an address of the arena, on. false: no more. */
bool native_memory_labelled(struct vm *vm, ref *node, uint64_t *label, uint32_t *at,
                            uint32_t *size);
/* nothing for an address that is not allocated */
void native_memory_free(struct native_call *c, int64_t address);

#endif
