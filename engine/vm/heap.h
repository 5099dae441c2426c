/* The heap of the program under test: allocation, marking, escape.
 *
 * Chunks are carved from the bump pointer or from free lists by size class; a free chunk has klass KLASS_FREE and its size in the
 * lock word, so the heap can be walked linearly. All metadata is in the arena. The collector (non-moving mark and sweep) runs at
 * safepoints inside a transition, as part of its delta; no verdict depends on when. */
#ifndef HEDDLE_VM_HEAP_H
#define HEDDLE_VM_HEAP_H

#include "engine/vm/vm.h"

/* `size` bytes including the header, rounded up to 16; zeroed except hdr.klass. 0: arena full (or heap bound met). During boot
 * (vm->booting) the memory is immortal. */
ref heap_alloc(struct vm *vm, uint32_t size, uint32_t klass_id);
/* False when an object of that many bytes behind its header fits only after a collection, which could free something. */
bool heap_has_room(struct vm *vm, uint64_t bytes);
/* Marks the closure of r shared (soundness rule 8). */
void heap_share(struct vm *vm, ref r);
/* Collects garbage; to be called with all frames' pc and sp stored. */
void heap_collect(struct vm *vm);
/* Calls fn for each reference slot address of object r (fields, elements, statics of a mirror). */
void heap_each_ref(struct vm *vm, ref r, void (*fn)(void *self, uint32_t slot_addr), void *self);
/* Walks the heap and checks its structure (chunk sizes, klass ids, references in range). 0 or ERR_INTERNAL with a message. */
int heap_check(struct vm *vm, struct error *err);
uint64_t heap_used(struct vm *vm);

#endif
