/* Describes a deadlock: which thread waits for which object, which thread owns that object, and how
 * these waits form a cycle. */
#ifndef HEDDLE_VM_SCHED_DEADLOCK_H
#define HEDDLE_VM_SCHED_DEADLOCK_H

#include "engine/vm/sched/synchronizer.h"
#include "engine/vm/vm.h"

/* A thread that took a synchronizer and has not given it back, or that counted down a latch. */
struct deadlock_taker {
  uint32_t thread;
  char *place; /* "Pool.java:9", where it did so; the caller frees it */
};

/* A session answers these questions from the path. Members may be NULL. */
struct deadlock_words {
  /* returns the name of an object, allocated with malloc */
  char *(*name)(void *self, ref r);
  /* stores up to `max` takers of an object and returns their number; kind: that of the wait for it,
   * or SYNC_UNKNOWN for a monitor or an exclusive lock */
  uint32_t (*takers)(void *self, ref obj, enum sync_kind kind, struct deadlock_taker *out,
                     uint32_t max);
  /* stores who last notified the monitor or signalled the condition `obj` when no thread waited
   * there; returns false if no one did */
  bool (*lost)(void *self, ref obj, struct deadlock_taker *out);
  void *self;
};

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
/* Returns one line, allocated with malloc, that names the cause: the first cycle of needs, which
 * thread waits for which object, and which thread holds the object. If there is no cycle, names the
 * threads that wait for no thread in particular. Returns NULL if there are none. `words`: NULL
 * without a session; then objects are numbered in the order in which the text mentions them. */
char *deadlock_headline(struct vm *vm, const struct deadlock_words *words);
/* Returns several lines, allocated with malloc: the cycle, if there is one, then each thread with
 * the object it waits for, that object's owner, and the thread's stack. `all`: describe every live
 * thread; otherwise only those in a cycle of monitors. `words` as above. */
char *deadlock_text(struct vm *vm, bool all, const struct deadlock_words *words);
/* Returns what a parked thread waits for, as these texts do: "the read lock of
 * ReentrantReadWriteLock#1 "lock", held by T2 Writer". Allocated with malloc. */
char *deadlock_parked_for(struct vm *vm, const struct thread *t,
                          const struct deadlock_words *words);
/* Returns the first thread that is described and at fault: in the cycle if there is one, and
 * otherwise one that does not merely wait for another thread to continue. Returns the first thread
 * that is described if there is none. `all` as above. */
uint32_t deadlock_first_at_fault(struct vm *vm, bool all);
/* Calls `add` with each advice that fits the threads at fault, once. `all` as above. */
void deadlock_advice(struct vm *vm, bool all, void (*add)(void *self, const char *advice),
                     void *self);
/* Adds the frames in that text. */
void deadlock_places(struct vm *vm, bool all, stack_place_vec *out);

#endif
