/* Stale reads (--stale-reads): the writes of a location that a read may still return.
 *
 * Under the Java memory model (JLS 17.4.5) a read returns any write that it does not happen before
 * and that is not hidden by a write in between. Executions are still sequences of the actions of
 * all threads, so a read never returns a later write. With that limit, the list of a location has
 * all writes that some thread may still read. Most rules for reads in opaque or a stronger mode
 * follow the access modes of Bender and Palsberg (OOPSLA 2019). A write W is hidden from a read R
 * if
 *
 *     W1  some write W' that covers W happens before R
 *     W2  R is coherent, and some later write happens before it
 *     W3  R is coherent, and a coherent read of some later write happens before it
 *     W4  R is volatile, and a later write is volatile
 *
 * where `coherent` means opaque or stronger, and `later` the order of the execution. W' covers W if
 * W happens before it, if it is an atomic update of the value that W wrote, or through a third
 * write. The value that the location had before its first listed write happens before everything.
 * An acquire read receives the edge of the write that it returns, a volatile read also the edges of
 * all earlier volatile writes. Atomic updates return the newest write, and their reads are
 * coherent.
 *
 * A list is an arena object (vm/rows.h) in the slot ROW_WRITES of the location's row, so undoing a
 * delta undoes it. The form of a state contains it (state/canon/h_writes.c). A write leaves the
 * list once it is hidden from every thread. A list has at most WRITES_MAX writes; if a longer one
 * is needed, the search is incomplete.
 *
 * Which locations have lists: with STALE_ALL all elements of arrays and all fields of the program's
 * classes that are neither final nor volatile, and the volatile fields that the program accesses in
 * a weaker mode. Accesses by code of the JDK on its own account return the newest write. */
#ifndef HEDDLE_PROPERTY_WRITES_H
#define HEDDLE_PROPERTY_WRITES_H

#include "engine/vm/rows.h"
#include "engine/vm/sched/event.h"

enum { WRITES_MAX = 32 };

/* Does t access the location as one whose older writes count? Only if so, or if it has a list, its
 * races are no errors, because their effects are searched. */
bool writes_apply(struct vm *vm, const struct thread *t, ref obj, uint32_t off);
/* Handles a fence for h. Fences also order plain accesses, as in every JVM. A release fence: later
 * writes carry the thread's row at the fence. An acquire fence: the thread receives the rows that
 * earlier reads brought. A full fence is both, and happens before all later full fences. */
void writes_fence(struct vm *vm, struct thread *t, enum fence_kind kind);
/* Handles an access for h in place of the race check. Called before a write changes memory. */
void writes_access(struct vm *vm, struct thread *t, const struct event *e, uint32_t off);

/* vm_hooks.readable and vm_hooks.written. Of several writes with equal values, `readable` omits the
 * older ones for a plain read, which has no other effect. */
uint32_t writes_readable(struct vm *vm, const struct thread *t, ref obj, uint32_t off, int mode);
uint64_t writes_value(struct vm *vm, ref obj, uint32_t off, uint32_t behind);

/* The list of a location, or 0. */
ref writes_list(struct vm *vm, ref obj, uint32_t off);
static inline uint32_t writes_count(struct vm *vm, ref list) {
  return row_get(vm, list, WRITES_COUNT);
}
/* Return writes of the list as bits by index: those that happen before the next action of the
 * thread with this row, and those that are hidden from its next read in that mode. */
uint32_t writes_known(struct vm *vm, ref row, ref list);
uint32_t writes_hidden(struct vm *vm, ref row, ref list, int mode);
/* Returns the writes of the list, as bits by index, that not every live thread has left behind. */
uint32_t writes_useful(struct vm *vm, ref list);

#endif
