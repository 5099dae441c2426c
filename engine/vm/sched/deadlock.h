/* What a deadlock looks like: who waits for what, who has it, and in which circle. */
#ifndef HEDDLE_VM_SCHED_DEADLOCK_H
#define HEDDLE_VM_SCHED_DEADLOCK_H

#include "engine/vm/vm.h"

/* The name of an object, malloc'd. */
typedef char *deadlock_name_fn(void *self, ref r);

/* A thread for which it is false waits for nobody who owns what it needs. */
static inline bool deadlock_may_wait(const struct thread *t) {
  switch (t->state) {
    case THREAD_RUNNABLE: return t->op == OPK_LOCK || t->op == OPK_JOIN;
    case THREAD_BLOCKED:
    case THREAD_JOINING:
    case THREAD_INITWAIT: return true;
    default: return false;
  }
}
/* True: t stands in a circle of monitors and their owners, which no schedule can leave (soundness
 * rule 16, deadlock, b). */
bool deadlock_in_cycle(struct vm *vm, const struct thread *t);
/* The thread that t needs to go on and that a monitor or an initialiser makes it wait for; -1 when
 * there is none. A joiner needs the monitor again in the end, and so does the thread that it waits
 * for. */
int deadlock_waits_for(struct vm *vm, const struct thread *t);
/* The thread that a synchronizer knows as its owner (AbstractOwnableSynchronizer), or that runs a
 * FutureTask; NULL: none. For messages only. */
const struct thread *deadlock_owner_inside(struct vm *vm, ref blocker);
/* The thread that t needs to go on, by whatever it waits; NULL: none, or it is not known. For
 * messages only. */
const struct thread *deadlock_needs(struct vm *vm, const struct thread *t);
bool deadlock_in_circle(struct vm *vm, const struct thread *t); /* of such needs; for messages */
/* One line, malloc'd: who waits for what, held by whom, once round the circle of needs; NULL: there
 * is none. `name` as below. */
char *deadlock_headline(struct vm *vm, deadlock_name_fn *name, void *self);
/* Several lines, malloc'd: the circle when there is one, then each thread with what it waits for,
 * its owner and its stack. `all`: every live thread; else those of the circle of monitors. `name`
 * NULL: objects are numbered by their first mention in the text. */
char *deadlock_text(struct vm *vm, bool all, deadlock_name_fn *name, void *self);

#endif
