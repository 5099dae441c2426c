/* Which objects a step over a contract may access: the parts of the receiver, the object that the
 * contract is about (soundness rule 33, atomic is shown). A contract is shown by scenarios that
 * call its methods on one object; no other thread changes the elements, arguments and neighbours of
 * that object. The scenarios therefore show nothing about accesses to neighbours, because other
 * threads may run between such accesses. So a step ends before an access to a neighbour, as it does
 * before code of the program.
 *
 * An object r is a part of the receiver w if
 *  - it is w, or belongs to the running thread (its Thread, its thread-locals), or no other thread
 * can reach it;
 *  - its class is nested in w's class and not public. Library code reaches such an object only from
 * w or from another object of w's class, and a step ends before it reaches that other object;
 *  - w's class is nested in r's class, as the class of a view is in the class of its map, and w
 *    refers to r;
 *  - w or one of its parts made it, and published it as a part (vm/makers.h);
 *  - w received it in its constructor, and it is reachable only through w: the queue of a pool, the
 *    map in a wrapper. It then stays a part for good.
 * Elements, arguments, policies and default maps are not parts. Nor is a Future, because its
 * purpose is to be handed to other threads.
 *
 * The last two cases can become wrong later: w may hand out what it made or received, as
 * ThreadPoolExecutor.getQueue does. parts_touched notices when code other than w's own then
 * accesses the part. From that access on, no verdict that rests on the contract is complete. */
#ifndef HEDDLE_VM_PARTS_H
#define HEDDLE_VM_PARTS_H

#include "engine/vm/vm.h"

/* Returns whether methods of k may run as steps: k belongs to the JDK or is a program class with a
 * contract of its own. */
static inline bool section_library(const struct vm *vm, const struct klass *k) {
  return k->is_jdk || (vm->section.own && vm->hooks->section_owns(vm, k));
}
/* Returns the receiver of frame f's method, which must be one that may run as a step. Returns 0 if
 * the method is static or the receiver is no longer known. For JDK methods the collector keeps the
 * receiver while contracts are in use. */
ref section_receiver(struct vm *vm, const struct frame *f);

/* Returns whether r is a part of `whole`, a method of which runs in the frame `at` of the running
 * thread. All frames must have stored their pc and sp. */
bool parts_owns(struct vm *vm, ref whole, ref r, uint32_t at);
/* Returns whether both are parts of one object, or one is a part of the other. Decides by their
 * makers and their classes. */
bool parts_meet(struct vm *vm, ref a, ref b);
/* Call when the running thread visibly accesses r outside of a step. Returns NULL if r is not a
 * part, or if the thread runs code of the object to which the part belongs. Otherwise returns the
 * class of that object, which has a contract. */
const struct klass *parts_touched(struct vm *vm, const struct thread *t, ref r);

#endif
