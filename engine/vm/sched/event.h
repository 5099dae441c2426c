/* Events: what a transition did, reported in order to the race check (h) and to listeners (trace
 * writer, views, other properties).
 *
 * Nothing is built or called while nobody listens: every ev_* starts with one test of
 * vm->sched.trace_on. Memory events are reported for shared and unshared objects alike when the
 * race check is on (an unsafely published object's earlier writes matter). */
#ifndef HEDDLE_VM_SCHED_EVENT_H
#define HEDDLE_VM_SCHED_EVENT_H

#include "engine/vm/vm.h"

enum access_mode { ACCESS_PLAIN, ACCESS_OPAQUE, ACCESS_ACQREL, ACCESS_VOLATILE };

struct event {
  uint8_t op;   /* enum op_kind */
  uint8_t mode; /* memory: enum access_mode */
  uint8_t size; /* memory: bytes 1, 2, 4, 8 */
  bool write;   /* memory; an atomic update is reported as a read and then a write */
  uint32_t thread;
  ref obj;      /* object, monitor, Thread; mirror for statics and class initialisation */
  uint32_t off; /* memory: offset in obj */
  /* START, JOIN, IS_ALIVE, INTERRUPT, UNPARK: the other thread's index; CLASS_INIT: 1 at the end of
   * <clinit> */
  uint32_t other;
};

void ev_slow(struct vm *vm, struct thread *t, enum op_kind op, ref obj, uint32_t off, int size,
             bool write, int mode, uint32_t other);

/* A read or write of `size` bytes at obj+off by t, reported before the write changes memory. True:
 * go on. False: a race was found and vm->violation is set: the caller lets the interpreter stop (it
 * looks at vm->violation.property at the next check). */
static inline void ev_access(struct vm *vm, struct thread *t, ref obj, uint32_t off, int size,
                             int is_write, int mode) {
  if (__builtin_expect(vm->sched.trace_on, 0))
    ev_slow(vm, t,
            mode == ACCESS_PLAIN || mode == ACCESS_OPAQUE
                ? (is_write ? OPK_WRITE : OPK_READ)
                : (is_write ? OPK_VOLATILE_WRITE : OPK_VOLATILE_READ),
            obj, off, size, is_write != 0, mode, 0);
}

/* An access that is no event, to vm->listen.hidden, which there is. */
void ev_hidden(struct vm *vm, struct thread *t, ref obj, uint32_t off, int size, bool write);

/* Synchronisation: LOCK (acquired), UNLOCK (about to release), START, JOIN, END, CLASS_INIT (done
 * or checked), ... A wait reports WAIT and then UNLOCK; at its end LOCK and then REACQUIRE. */
static inline void ev_sync(struct vm *vm, struct thread *t, enum op_kind op, ref obj,
                           uint32_t other) {
  if (__builtin_expect(vm->sched.trace_on, 0)) ev_slow(vm, t, op, obj, 0, 0, false, 0, other);
}

/* `fn` hears every event from now on, behind those that listen already; LISTENERS_MAX at the most,
 * which is asserted. event_unlisten: no more; nothing happens when it does not listen. */
void event_listen(struct vm *vm, event_fn *fn, void *self);
void event_unlisten(struct vm *vm, const void *self);

#endif
