/* The heap of the program under test: allocation, marking, escape.
 *
 * Chunks are carved from the bump pointer or taken from free lists by size class. A free chunk has
 * klass KLASS_FREE and its size in the lock word, so the heap can be walked linearly. All metadata
 * is in the arena. The collector (non-moving mark and sweep) runs at safepoints inside a
 * transition, as part of its delta; no verdict depends on when it runs.
 *
 * Invariants
 *  1. machine.used is at least the size of the program's live objects: those that survived the last
 * collection and all allocated since. It does not count heddle's own records (monitors, rows of h,
 * backtraces), because their existence is not part of a state.
 *  2. heap_live is exactly the size of the objects that make up the canonical form
 * (state/canon/canon.h). It is a function of the state.
 *  3. OutOfMemoryError is thrown if and only if a new object, together with the live ones, would
 * exceed vm->heap.bound. So equal states continue alike, whatever garbage their paths have left and
 * whenever it was collected (soundness rule 5, strong references). */
#ifndef HEDDLE_VM_HEAP_H
#define HEDDLE_VM_HEAP_H

#include "engine/vm/vm.h"

enum { HEAP_MOST = 256 << 20 }; /* greatest bound, and the default */

/* Allocates `size` bytes including the header, rounded up to 16, zeroed except hdr.klass. Returns 0
 * if the arena is full, or if garbage and live objects together meet the bound; vm_new_object and
 * its like handle that case exactly. During boot (vm->boot.running) the memory is immortal. */
ref heap_alloc(struct vm *vm, uint32_t size, uint32_t klass_id);
/* Like heap_alloc, but ignores the bound: for the OutOfMemoryError itself. Not for use during
 * boot. */
ref heap_alloc_beyond(struct vm *vm, uint32_t size, uint32_t klass_id);
/* Returns false if an array with that many bytes of elements needs a collection first, and a
 * collection could free something. */
bool heap_has_room(struct vm *vm, uint64_t bytes);
/* Returns the size in bytes of an array of class k with all its subarrays. The dimensions must not
 * be negative. */
uint64_t heap_multi_size(const struct klass *k, const int32_t *dims, int count);
/* Returns the size in bytes of the program's objects that are alive in the current state. All
 * frames must have stored their pc and sp. Costs as much as a collection, but frees nothing.
 * Objects known only to a native stay valid but are not counted. */
uint64_t heap_live(struct vm *vm);
/* Marks the closure of r shared (soundness rule 8, escape is transitive), because `holder`, a
 * shared object, now refers to it. holder is 0 if the reference is not in an object. */
void heap_share(struct vm *vm, ref r, ref holder);
/* Returns whether a thread can reach `r` by a path that does not lead through `whole`. For the
 * running thread, only the frames below `above` count. All frames must have stored their pc and sp.
 * Costs as much as a collection. */
bool heap_reached_beside(struct vm *vm, ref r, ref whole, uint32_t above);
/* Collects garbage. All frames must have stored their pc and sp. */
void heap_collect(struct vm *vm);
/* Calls fn for the address of each reference slot of object r: fields, elements, and the statics of
 * a mirror. */
void heap_each_ref(struct vm *vm, ref r, void (*fn)(void *self, uint32_t slot_addr), void *self);
/* Walks the heap and checks chunk sizes and klass ids. Returns 0, or ERR_INTERNAL with a
 * message. */
int heap_check(struct vm *vm, struct error *err);
uint64_t heap_used(struct vm *vm);

/* Makes an object without calling a constructor. It exists for ever and is the same in every state:
 * the caller sets its fields and then seals it. */
ref immortal_object(struct vm *vm, struct klass *k);
void immortal_seal(struct vm *vm, ref r);

#endif
