/* Describes a deadlock: which thread waits for which object, which thread owns that object, and how
 * these waits form a cycle. */
#ifndef HEDDLE_VM_SCHED_DEADLOCK_H
#define HEDDLE_VM_SCHED_DEADLOCK_H

#include "engine/vm/vm.h"

/* Returns the name of an object, allocated with malloc. */
typedef char *deadlock_name_fn(void *self, ref r);

/* Returns false if t certainly does not wait for the owner of a monitor or for a class
 * initialiser. */
static inline bool deadlock_may_wait(const struct thread *t) {
  switch (t->state) {
    case THREAD_RUNNABLE: return t->op == OPK_LOCK || t->op == OPK_JOIN;
    case THREAD_BLOCKED:
    case THREAD_JOINING:
    case THREAD_INITWAIT: return true;
    default: return false;
  }
}
/* Returns whether t is in a cycle of monitors and their owners, which no schedule can resolve
 * (soundness rule 16, deadlock, b). */
bool deadlock_in_cycle(struct vm *vm, const struct thread *t);
/* Returns the index of the thread that t needs because of a monitor or a class initialiser, or -1.
 * A joiner also needs the owner of the monitor, because it must reacquire the monitor. */
int deadlock_waits_for(struct vm *vm, const struct thread *t);
/* Returns the thread that a synchronizer records as its owner (AbstractOwnableSynchronizer) or that
 * runs a FutureTask, or NULL. For messages only. */
const struct thread *deadlock_owner_inside(struct vm *vm, ref blocker);
/* Returns the thread that t needs, whatever t waits for; NULL if there is none or it is unknown.
 * For messages only. */
const struct thread *deadlock_needs(struct vm *vm, const struct thread *t);
/* whether t is in a cycle of deadlock_needs; for messages only */
bool deadlock_in_circle(struct vm *vm, const struct thread *t);
/* Returns one line, allocated with malloc, that goes once around the first cycle of needs: which
 * thread waits for which object, and which thread holds the object. Returns NULL if there is no
 * cycle. `name` as below. */
char *deadlock_headline(struct vm *vm, deadlock_name_fn *name, void *self);
/* Returns several lines, allocated with malloc: the cycle, if there is one, then each thread with
 * the object it waits for, that object's owner, and the thread's stack. `all`: describe every live
 * thread; otherwise only those in a cycle of monitors. If `name` is NULL, objects are numbered in
 * the order in which the text mentions them. */
char *deadlock_text(struct vm *vm, bool all, deadlock_name_fn *name, void *self);
/* Adds the frames in that text. */
void deadlock_places(struct vm *vm, bool all, stack_place_vec *out);

#endif
