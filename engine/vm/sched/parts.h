/* What a step over a contract may cover: the parts of the object that the contract is about, its
 * receiver (soundness rule 33, atomic is shown). The scenarios that show a contract call its
 * methods on an object whose elements, arguments and neighbours nobody else changes; of an access
 * to such a one, between which and the next another thread may come, they show nothing. So a step
 * is cut before it, as it is before code of the program.
 *
 * An object r is a part of the receiver w if
 *   - it is w, or belongs to the running thread (its Thread, its thread-locals), or no other thread
 *     can reach it;
 *   - its class is nested in that of w, and not public: the library's code comes to such an object
 *     from w, or from another object of w's class, and there the step had ended;
 *   - w is nested in it, as a view is in its map, and refers to it;
 *   - w made it, by itself or by one of its parts, and published it as a part (vm/makers.h);
 *   - w was given it when it was constructed, and nobody reaches it but through w: the queue of a
 *     pool, the map in a wrapper. It becomes a part for good.
 * Elements, arguments, policies and default maps are none of these. Nor is a Future, which is made
 * to be given to others.
 *
 * The last two could be wrong later: w may give away what it made or was given, as
 * ThreadPoolExecutor.getQueue does. Whoever then touches it, but for w's own code, is noticed, and
 * no verdict over that contract is complete (parts_touched). */
#ifndef HEDDLE_VM_SCHED_PARTS_H
#define HEDDLE_VM_SCHED_PARTS_H

#include "engine/vm/vm.h"

/* Is r a part of `whole`, a method of which runs in the frame `at` of the running thread? All
 * frames have their pc and sp stored. */
bool parts_owns(struct vm *vm, ref whole, ref r, uint32_t at);
/* Are both parts of one object, or is one a part of the other? By who made them, and by what they
 * are. */
bool parts_meet(struct vm *vm, ref a, ref b);
/* The running thread accesses r outside of a step, visibly. NULL: as is well. Otherwise the class
 * with a contract of which r is a part, and which code of others now reaches. */
const struct klass *parts_touched(struct vm *vm, const struct thread *t, ref r);

#endif
