/* The maker of a library object: the object whose code allocated it. A queue's constructor makes
 * the queue's lock, a put makes the node that it links, and a growing list makes its new array.
 * Contracts need makers (vm/parts.h): a step over an object may cover the object's parts, and
 * nothing else.
 *
 * Makers are kept only while contracts are in use, for objects of the heap, in the arena. They
 * belong to the path and are undone with it. They are not part of the state, because the search
 * from a state is complete whatever they say. An object keeps its maker only if it is published as
 * a part: the first shared object that refers to it must be its maker or another part of the maker.
 * An object that is handed out by itself (the copy that toArray returns, a new future) loses its
 * maker.
 *
 * No result depends on when garbage is collected: a collected maker is replaced by its own
 * maker. */
#ifndef HEDDLE_VM_MAKERS_H
#define HEDDLE_VM_MAKERS_H

#include "engine/vm/vm.h"

/* Stored in place of a maker: the object is not part of another object and never will be. */
enum { MAKER_NOBODY = 1 };

/* Records the maker of r, which the running thread has just allocated. */
void makers_born(struct vm *vm, ref r);
/* r, which was not shared, is now referred to by the shared object `holder`, or, if holder is 0, by
 * something that is not an object. */
void makers_published(struct vm *vm, ref r, ref holder);
/* Returns the maker of r; 0 if it has none or is not in the heap; or MAKER_NOBODY. */
ref makers_of(struct vm *vm, ref r);
/* Makes r a part of `whole`, or of nothing (MAKER_NOBODY). */
void makers_set(struct vm *vm, ref r, ref whole);
/* Call before a collection frees the objects for which `alive` is false. */
void makers_collect(struct vm *vm, bool (*alive)(void *self, ref r), void *self);

#endif
