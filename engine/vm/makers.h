/* What an object of the library is a part of: the object whose code made it. The lock of a queue
 * was made by the queue's constructor, a node by the put that links it, an array by the list that
 * grows. Contracts need to know (sched/parts.h): a step over an object may cover its parts, and
 * nothing else.
 *
 * The word is kept while there are contracts, for objects of the heap, in the arena: it belongs to
 * the path, is undone with it, and is no part of the state, for whatever it says, the search from a
 * state is whole. An object keeps its maker only while it is published as a part: the first shared
 * object that refers to it must be its maker or another part of that. What is handed to others by
 * itself (the copy that toArray returns, a new future) has none from then on.
 *
 * No answer depends on when garbage is collected: a maker that is gone is replaced by its own. */
#ifndef HEDDLE_VM_MAKERS_H
#define HEDDLE_VM_MAKERS_H

#include "engine/vm/vm.h"

/* In the place of a maker: it is nobody's part, and never will be. */
enum { MAKER_NOBODY = 1 };

/* The running thread has allocated r. */
void makers_born(struct vm *vm, ref r);
/* r, which was not shared, is now referred to by `holder`, which is; 0: by something else. */
void makers_published(struct vm *vm, ref r, ref holder);
/* The maker of r; 0: none, or r is not in the heap; MAKER_NOBODY. */
ref makers_of(struct vm *vm, ref r);
/* r becomes a part of `whole`, or of nothing (MAKER_NOBODY). */
void makers_set(struct vm *vm, ref r, ref whole);
/* A collection is about to free all objects of which `alive` is false. */
void makers_collect(struct vm *vm, bool (*alive)(void *self, ref r), void *self);

#endif
