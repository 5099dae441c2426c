/* The heap of the program under test: allocation, marking, escape.
 *
 * Chunks are carved from the bump pointer or from free lists by size class; a free chunk has klass
 * KLASS_FREE and its size in the lock word, so the heap can be walked linearly. All metadata is in
 * the arena. The collector (non-moving mark and sweep) runs at safepoints inside a transition, as
 * part of its delta; no verdict depends on when.
 *
 * Invariants
 *  1. machine.used is at least the size of the program's objects that are alive: what the last
 * collection left and all since. Records of heddle's own (monitors, rows of h, backtraces) are not
 * counted: whether they exist is no part of a state.
 *  2. heap_live is exactly that size, of the objects that the canonical form (state/canon.h) is
 * made of. It is a function of the state.
 *  3. OutOfMemoryError is thrown when an object of that size beside those alive would exceed
 * vm->heap.bound, and only then: equal states go on alike whatever garbage the way there has left,
 * and whenever it was collected (soundness rule 5, strong references). */
#ifndef HEDDLE_VM_HEAP_H
#define HEDDLE_VM_HEAP_H

#include "engine/vm/vm.h"

enum { HEAP_MOST = 256 << 20 }; /* greatest bound, and the default */

/* `size` bytes including the header, rounded up to 16; zeroed except hdr.klass. 0: arena full, or
 * the bound met by what was not collected yet: vm_new_object and its like know more. During boot
 * (vm->boot.running) the memory is immortal. */
ref heap_alloc(struct vm *vm, uint32_t size, uint32_t klass_id);
/* The same without the bound: for the OutOfMemoryError itself. Not during boot. */
ref heap_alloc_beyond(struct vm *vm, uint32_t size, uint32_t klass_id);
/* False when an object of that many bytes behind its header fits only after a collection, which
 * could free something. */
bool heap_has_room(struct vm *vm, uint64_t bytes);
/* The bytes of an array of class k with all its parts; the dimensions are not negative. */
uint64_t heap_multi_size(const struct klass *k, const int32_t *dims, int count);
/* The bytes of the program's objects that are alive in the present state; to be called with all
 * frames' pc and sp stored. Costs what a collection does, but frees nothing: objects that only a
 * native knows are safe, and do not count. */
uint64_t heap_live(struct vm *vm);
/* Marks the closure of r shared (soundness rule 8, escape is transitive): `holder`, which is, now
 * refers to it; 0: something else does. */
void heap_share(struct vm *vm, ref r, ref holder);
/* Can a thread that stands still reach `r` without `whole`? The running one counts with the frames
 * below `above`; to be called with their pc and sp stored. Costs what a collection does. */
bool heap_reached_beside(struct vm *vm, ref r, ref whole, uint32_t above);
/* Collects garbage; to be called with all frames' pc and sp stored. */
void heap_collect(struct vm *vm);
/* Calls fn for each reference slot address of object r (fields, elements, statics of a mirror). */
void heap_each_ref(struct vm *vm, ref r, void (*fn)(void *self, uint32_t slot_addr), void *self);
/* Walks the heap and checks its structure (chunk sizes, klass ids, references in range). 0 or
 * ERR_INTERNAL with a message. */
int heap_check(struct vm *vm, struct error *err);
uint64_t heap_used(struct vm *vm);

#endif
