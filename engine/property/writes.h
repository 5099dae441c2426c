/* Stale reads (--stale-reads): the writes of a location that a read may still return.
 *
 * Under the Java memory model (JLS 17.4.5) a read may return any write that it does not happen
 * before and that no write in between hides. Executions are still sequences of the actions of all
 * threads, so a read never returns a later write. A write W is hidden from a read R if
 *
 *     W1  a later write happens before R
 *     W2  R is coherent, and a coherent read of a later write happens before it
 *     W3  R is volatile, and a later write is volatile
 *
 * where `coherent` means opaque or stronger, and `later` refers to the order of the execution. W1
 * is stricter than the language, which does not order two writes that race with each other; every
 * JVM does. W2 and W3 follow the access modes of Bender and Palsberg (OOPSLA 2019). The value that
 * the location had before its first listed write happens before everything. An acquire read
 * receives the edge of the write that it returns, a volatile read also the edges of all earlier
 * volatile writes. Atomic updates return the newest write, and their reads are coherent.
 *
 * What a constructor stored behind a final field (JLS 17.5) is never seen in an older state: at the
 * end of a constructor, the objects that only its thread can reach through final fields lose their
 * older writes.
 *
 * A list is an arena object (vm/rows.h) in the slot ROW_WRITES of the location's row, so undoing a
 * delta undoes it. The form of a state contains it (state/canon/h_writes.c). A write leaves the
 * list once W1 hides it from every thread. While no other thread can reach an object, only its
 * first and its newest write are kept. A list has at most WRITES_MAX writes; the scope of a verdict
 * says so if older ones were dropped.
 *
 * Which locations have lists: with STALE_ALL all elements of arrays and all fields of the program's
 * classes that are neither final nor volatile, and the volatile fields that the program accesses in
 * a weaker mode. With STALE_RACY only those of them on which a race was found, or that the program
 * accesses in a weaker mode: no other read may return an older write, but a list makes states
 * differ. Accesses by code of the JDK on its own account return the newest write. */
#ifndef HEDDLE_PROPERTY_WRITES_H
#define HEDDLE_PROPERTY_WRITES_H

#include "engine/vm/rows.h"
#include "engine/vm/sched/event.h"

enum { WRITES_MAX = 32 };

/* May t's read of the location return an older write, and does t's write begin a list? */
bool writes_apply(struct vm *vm, const struct thread *t, ref obj, uint32_t off);
/* With STALE_RACY: if t's access races, its location has a list from now on, and the search must
 * begin anew (stale_learned). */
void writes_learn(struct vm *vm, const struct thread *t, const struct event *e);
/* Handles a fence for h. Fences also order plain accesses, as in every JVM. A release fence: later
 * writes carry the thread's row at the fence. An acquire fence: the thread receives the rows that
 * earlier reads brought. A full fence is both, and happens before all later full fences. */
void writes_fence(struct vm *vm, struct thread *t, enum fence_kind kind);
/* Handles an access for h in place of the race check. Called before a write changes memory. */
void writes_access(struct vm *vm, struct thread *t, const struct event *e, uint32_t off);

/* vm_hooks.readable and vm_hooks.written. A plain read has no effect besides its value, so of
 * several writes that would do the same, `readable` has only the newest. */
uint32_t writes_readable(struct vm *vm, const struct thread *t, ref obj, uint32_t off, int mode);
uint64_t writes_value(struct vm *vm, ref obj, uint32_t off, uint32_t behind);

/* The list of a location, or 0. */
ref writes_list(struct vm *vm, ref obj, uint32_t off);
static inline uint32_t writes_count(struct vm *vm, ref list) {
  return row_get(vm, list, WRITES_COUNT);
}
/* Returns the index of the oldest write in the list that the next read in that mode by the thread
 * with this row may return. All later ones may be returned, too. */
uint32_t writes_oldest(struct vm *vm, ref row, ref list, int mode);
/* Returns the index of the oldest write in the list that some live thread may still read. */
uint32_t writes_first_useful(struct vm *vm, ref list);
/* vm_hooks.frozen: a constructor of the object ends. (A lambda has a constructor, too.) */
void writes_freeze(struct vm *vm, ref object);

#endif
