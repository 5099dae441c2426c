/* Events: what a transition does, reported in order to the race check (h) and to listeners (trace
 * writer, views, other properties).
 *
 * Without listeners nothing is built or called: every ev_* first tests vm->sched.trace_on. While
 * the race check is on, memory events are reported for shared and unshared objects alike, because
 * the earlier writes to an unsafely published object matter. */
#ifndef HEDDLE_VM_SCHED_EVENT_H
#define HEDDLE_VM_SCHED_EVENT_H

#include "engine/vm/vm.h"

enum access_mode { ACCESS_PLAIN, ACCESS_OPAQUE, ACCESS_ACQREL, ACCESS_VOLATILE };

enum fence_kind { FENCE_FULL, FENCE_ACQUIRE, FENCE_RELEASE };

struct event {
  uint8_t op;   /* enum op_kind */
  uint8_t mode; /* memory: enum access_mode */
  uint8_t size; /* memory: bytes 1, 2, 4, 8 */
  bool write;   /* memory; an atomic update is reported as a read followed by a write */
  bool update;  /* memory: the access belongs to an atomic update */
  uint32_t thread;
  ref obj;      /* object, monitor or Thread; the mirror for statics and class initialisation */
  uint32_t off; /* memory: offset in obj */
  /* START, JOIN, IS_ALIVE, INTERRUPT, UNPARK: index of the other thread; CLASS_INIT: 1 at the end
   * of <clinit>; FENCE: enum fence_kind */
  uint32_t other;
};

/* Does the access, in acquire, release or volatile mode, make a happens-before edge? */
static inline bool event_has_edge(const struct event *e) {
  return e->mode == ACCESS_ACQREL || e->mode == ACCESS_VOLATILE;
}

void ev_slow(struct vm *vm, struct thread *t, enum op_kind op, ref obj, uint32_t off, int size,
             bool write, int mode, uint32_t other);

/* Reports a read or write of `size` bytes at obj+off by t. Call it before a write changes memory.
 * If it finds a race, it sets vm->violation, at which the interpreter stops (it checks
 * vm->violation.property). */
static inline void ev_access(struct vm *vm, struct thread *t, ref obj, uint32_t off, int size,
                             int is_write, int mode) {
  if (__builtin_expect(vm->sched.trace_on, 0))
    ev_slow(vm, t,
            mode == ACCESS_PLAIN || mode == ACCESS_OPAQUE
                ? (is_write ? OPK_WRITE : OPK_READ)
                : (is_write ? OPK_VOLATILE_WRITE : OPK_VOLATILE_READ),
            obj, off, size, is_write != 0, mode, 0);
}

/* Reports an access that is not an event to vm->listen.hidden, which must not be NULL. */
void ev_hidden(struct vm *vm, struct thread *t, ref obj, uint32_t off, int size, bool write);

/* Reports synchronisation: LOCK (acquired), UNLOCK (about to release), START, JOIN, END, CLASS_INIT
 * (done or checked), ... A wait reports WAIT and UNLOCK when it begins, and LOCK and REACQUIRE when
 * it ends. */
static inline void ev_sync(struct vm *vm, struct thread *t, enum op_kind op, ref obj,
                           uint32_t other) {
  if (__builtin_expect(vm->sched.trace_on, 0)) ev_slow(vm, t, op, obj, 0, 0, false, 0, other);
}

/* event_listen adds `fn` after the listeners already present, at most LISTENERS_MAX. event_unlisten
 * removes the listener with this `self`, if there is one. */
void event_listen(struct vm *vm, event_fn *fn, void *self);
void event_unlisten(struct vm *vm, const void *self);

#endif
