/* See footprint.h. */
#include "engine/reduction/footprint.h"
#include "engine/base/check.h"

#include <stdlib.h>
#include <string.h>

#include "engine/vm/sched/event.h"
#include "engine/vm/interp/interp.h"
#include "engine/vm/sched/shutdown.h"

static void footprint_add(struct footprint *f, ref obj, uint32_t unit, bool write) {
  size_t i;
  for (i = 0; i < f->units.len; i++)
    if (f->units.data[i].obj == obj && f->units.data[i].unit == unit) {
      f->units.data[i].write |= write;
      return;
    }
  *vec_push(&f->units) = (struct footprint_unit){.obj = obj, .unit = unit, .write = write};
}

static void add_memory(struct vm *vm, struct footprint *f, const struct event *e) {
  uint32_t last = (e->off + (e->size ? e->size : 1u) - 1) >> 3;
  if (!e->obj || !(vm_object(vm, e->obj)->lock & OBJ_SHARED)) return;
  for (uint32_t u = e->off >> 3; u <= last; u++) footprint_add(f, e->obj, u, e->write);
}

/* ---- fine footprints: bytes, lives of threads, ordered monitors ---- */

static void add_bytes(struct footprint *f, ref obj, uint32_t from, uint32_t end, bool write) {
  CHECK(obj && from < end, "a footprint has the bytes of an object: 0x%x +%u to %u", obj, from,
        end);
  for (uint32_t u = from >> 3; u <= (end - 1) >> 3; u++) {
    uint32_t first = u == from >> 3 ? from & 7 : 0, last = u == (end - 1) >> 3 ? (end - 1) & 7 : 7;
    *vec_push(&f->units) = (struct footprint_unit){
        .obj = obj, .unit = u, .write = write, .bytes = (uint8_t)((2u << last) - (1u << first))};
  }
}

static void add_access(struct vm *vm, struct footprint *f, const struct event *e) {
  if (e->obj && vm_object(vm, e->obj)->lock & OBJ_SHARED)
    add_bytes(f, e->obj, e->off, e->off + (e->size ? e->size : 1u), e->write);
}

static void add_monitor(struct vm *vm, struct footprint *f, ref obj, bool release) {
  if (vm_object(vm, obj)->lock & OBJ_SHARED)
    *vec_push(&f->units) = (struct footprint_unit){
        .obj = obj, .unit = FOOTPRINT_MONITOR, .write = true, .release = release};
}

static void add_part(struct footprint *f, ref obj, uint32_t part, bool write) {
  *vec_push(&f->units) = (struct footprint_unit){.obj = obj, .unit = part, .write = write};
}

/* Adds the status field that a start or an end writes, because Thread.threadState() and its callers
 * read it without a lock. */
static void add_status(struct vm *vm, struct footprint *f, ref thread) {
  uint32_t off = vm->wk.thread_status;
  if (off) add_bytes(f, vm_thread_fields(vm, thread), off, off + 4, true);
}

/* Adds the read of the daemon flag by a start. */
static void add_daemon(struct vm *vm, struct footprint *f, ref thread) {
  uint32_t off = vm->wk.thread_daemon;
  if (off) add_bytes(f, vm_thread_fields(vm, thread), off, off + 1, false);
}

/* Adds an end, or a join that finds one. Both lock and unlock the Thread's monitor, which no event
 * reports. */
static void add_ended(struct vm *vm, struct footprint *f, ref thread, bool write) {
  add_part(f, thread, FOOTPRINT_LIFE, write);
  add_monitor(vm, f, thread, false);
  add_monitor(vm, f, thread, true);
}

/* The end of the last thread starts the shutdown hooks. So if there are hooks, the order of ends
 * matters. The end of the program cuts off steps of daemons, which need no order: their only
 * lasting effects (output, errors, exits) are dependent on every other step anyway. */
static void add_hooks(struct vm *vm, struct footprint *f) {
  if (shutdown_has_hooks(vm)) add_part(f, vm->wk.thread->mirror, FOOTPRINT_HOOKS, true);
}

/* Adds the fields of the Thread that are cleared before its end. */
static void add_cleared(struct vm *vm, struct footprint *f, ref thread) {
  for (size_t i = 0; i < COUNT(vm->wk.thread_dropped); i++)
    if (vm->wk.thread_dropped[i])
      add_bytes(f, thread, vm->wk.thread_dropped[i], vm->wk.thread_dropped[i] + 4, true);
}

static void add_interrupted(struct vm *vm, struct footprint *f) {
  uint32_t off = vm->wk.thread_interrupted;
  if (off) add_bytes(f, vm_thread(vm, f->thread)->object, off, off + 1, false);
}

/* Adds a park or a sleep. For a sleep, the unit of the permit stands for the thread's position in
 * virtual time. */
static void add_park(struct vm *vm, struct footprint *f) {
  add_part(f, vm_thread(vm, f->thread)->object, FOOTPRINT_PERMIT, true);
  add_interrupted(vm, f);
}

/* Adds the threads that the notify removes from the wait set. The wait set itself needs no unit,
 * because it changes only under the monitor or in steps that are dependent on every other step. The
 * search delays a join until the joined thread has ended, so it would miss a notify that wakes the
 * join earlier. */
static void add_notify(struct vm *vm, struct footprint *f, ref obj, bool all) {
  bool chosen = vm->run.choice.kind == CHOICE_NOTIFY && vm->run.choice.thread == f->thread;
  for (uint32_t i = 0; i < vm_machine(vm)->thread_count; i++) {
    const struct thread *w = vm_thread(vm, i);
    if (!monitor_waits_on(w, obj) || (!all && chosen && vm->run.choice.arg != i)) continue;
    add_part(f, w->object, FOOTPRINT_WAKE, true);
    if (!all) break;
  }
  if (klass_is_subclass(vm_klass(vm, obj), vm->wk.thread))
    vm_broken(vm, BROKEN_REDUCTION,
              "--search dpor: notify on a Thread object, which may wake a joining thread");
}

/* Adds the permits, interrupt status and notified threads that an event concerns. The monitor
 * itself has its own events. */
static bool add_waiting(struct vm *vm, struct footprint *f, const struct event *e) {
  switch (e->op) {
    case OPK_YIELD:
    case OPK_REACQUIRE: return true;
    case OPK_WAIT: add_interrupted(vm, f); return true;
    case OPK_NOTIFY:
    case OPK_NOTIFY_ALL: add_notify(vm, f, e->obj, e->op == OPK_NOTIFY_ALL); return true;
    case OPK_SLEEP:
    case OPK_PARK: add_park(vm, f); return true;
    case OPK_UNPARK:
    case OPK_INTERRUPT: add_part(f, e->obj, FOOTPRINT_PERMIT, true); return true;
    default: return false;
  }
}

/* Adds what the thread does to leave its waiting state, which no event reports. */
static void add_awakening(struct vm *vm, struct footprint *f) {
  const struct thread *t = vm_thread(vm, f->thread);
  switch (t->state) {
    case THREAD_RUNNABLE: break;
    case THREAD_PARKED: add_park(vm, f); break;
    case THREAD_BLOCKED:
      if (t->flags & TF_RESUMED) add_part(f, t->object, FOOTPRINT_WAKE, false);
      break;
    default: f->whole = true;
  }
}

/* Returns the thread that the next step joins; 0 if it is not a join, or if the joining thread
 * already holds the monitor. */
static ref joined_by(struct vm *vm, const struct thread *t) {
  if ((t->state != THREAD_RUNNABLE && t->state != THREAD_BLOCKED) || t->op != OPK_JOIN) return 0;
  return t->wait_count || vm_holds(vm, t, t->op_obj) ? 0 : t->op_obj;
}

/* Adds what a join does to the monitor if the thread has not ended: it locks and unlocks the
 * monitor all the same, which no event reports (natives/lang/join.c). */
static void add_joined(struct vm *vm, struct footprint *f) {
  for (size_t i = 0; i < f->units.len; i++)
    if (f->units.data[i].unit == FOOTPRINT_LIFE && f->units.data[i].obj == f->joins) return;
  add_monitor(vm, f, f->joins, false);
  add_monitor(vm, f, f->joins, true);
}

/* Returns false for events that both kinds of footprint record in the same way. */
static bool add_fine(struct vm *vm, struct footprint *f, const struct event *e) {
  switch (e->op) {
    case OPK_READ:
    case OPK_WRITE:
    case OPK_VOLATILE_READ:
    case OPK_VOLATILE_WRITE: add_access(vm, f, e); return true;
    case OPK_LOCK:
    case OPK_UNLOCK: add_monitor(vm, f, e->obj, e->op == OPK_UNLOCK); return true;
    case OPK_START:
      add_part(f, e->obj, FOOTPRINT_LIFE, true);
      add_part(f, e->obj, FOOTPRINT_PERMIT, false); /* an earlier unpark leaves no permit */
      add_status(vm, f, e->obj);
      add_daemon(vm, f, e->obj);
      return true;
    case OPK_JOIN:
      add_ended(vm, f, e->obj, false);
      add_interrupted(vm, f);
      return true;
    case OPK_END:
      add_ended(vm, f, e->obj, true);
      add_status(vm, f, e->obj);
      add_hooks(vm, f);
      return true;
    default: return add_waiting(vm, f, e);
  }
}

static void footprint_hear(void *self, struct vm *vm, const struct event *e) {
  struct footprint *f = self;
  /* vm->blind: a test breaks the reduction with it, and must then notice the error */
  if (!f->open || vm->blind.footprints >> e->op & 1) return;
  if (f->fine && add_fine(vm, f, e)) return;
  switch (e->op) {
    case OPK_READ:
    case OPK_WRITE:
    case OPK_VOLATILE_READ:
    case OPK_VOLATILE_WRITE: add_memory(vm, f, e); break;
    case OPK_LOCK:
    case OPK_UNLOCK:
      if (vm_object(vm, e->obj)->lock & OBJ_SHARED)
        footprint_add(f, e->obj, FOOTPRINT_MONITOR, true);
      break;
    case OPK_BEGIN: break;
    case OPK_FENCE: f->whole |= e->other == FENCE_FULL; break; /* others concern its thread only */
    case OPK_CLASS_INIT:
      if (e->other)
        f->whole = true;
      else
        footprint_add(f, e->obj, FOOTPRINT_CLASS, false);
      break;
    default: f->whole = true;
  }
}

void footprint_listen(struct vm *vm, struct footprint *f) { event_listen(vm, footprint_hear, f); }

void footprint_close(struct vm *vm, struct footprint *f) {
  event_unlisten(vm, f);
  vec_free(&f->units);
}

void footprint_begin(struct vm *vm, struct footprint *f, uint16_t thread) {
  CHECK(thread < vm_machine(vm)->thread_count, "a footprint is of a thread: T%u", thread);
  vm->run.unreported = false;
  f->open = true;
  f->whole = false;
  f->thread = thread;
  f->units.len = 0;
  if (f->fine) add_awakening(vm, f);
  f->joins = f->fine ? joined_by(vm, vm_thread(vm, thread)) : 0;
}

/* Has the thread cleared its fields, which no event reports, but not ended yet? */
static bool stands_between(const struct thread *t) {
  return t->state == THREAD_BLOCKED && t->op == OPK_END;
}

/* Have events reported everything that brought the thread to its current state? */
static bool is_reported(const struct footprint *f, const struct thread *t) {
  if (f->fine && stands_between(t)) return true;
  if (t->state == THREAD_RUNNABLE || !f->fine) return t->state == THREAD_RUNNABLE;
  return t->state == THREAD_TERMINATED ||
         ((t->state == THREAD_WAITING || t->state == THREAD_PARKED) && !(t->flags & TF_TIMED));
}

/* A transition that read the time or drew random numbers is dependent on every other one
 * (f->whole). So is the start of a class initialiser, because other threads that need the class
 * wait from then on. So is everything else that no event reports; unless the footprint is fine,
 * this includes the end of a thread. */
void footprint_end(struct vm *vm, struct footprint *f) {
  const struct machine *m = vm_machine(vm);
  const struct thread *t = vm_thread(vm, f->thread);
  CHECK(vm->run.cur == t, "a footprint is of the thread that ran: T%u", f->thread);
  f->open = false;
  if (f->fine && stands_between(t)) add_cleared(vm, f, t->object);
  if (f->joins) add_joined(vm, f);
  if (vm->run.unreported || m->clock_seen || m->random_seen || m->timeouts || m->exited ||
      !is_reported(f, t))
    f->whole = true;
}

void footprint_drop(struct footprint *f) { f->open = false; }

struct footprint *footprint_copy(const struct footprint *f) {
  struct footprint *c = mem_alloc(sizeof *c);
  INVARIANT(f->fine || !f->joins, "only a fine footprint follows joins");
  c->whole = f->whole;
  c->thread = f->thread;
  for (size_t i = 0; i < f->units.len; i++) *vec_push(&c->units) = f->units.data[i];
  return c;
}

void footprint_free(struct footprint *f) {
  if (!f) return;
  vec_free(&f->units);
  free(f);
}

bool footprint_independent(const struct footprint *a, const struct footprint *b) {
  if (a->whole || b->whole || a->thread == b->thread) return false;
  for (size_t i = 0; i < a->units.len; i++)
    for (size_t k = 0; k < b->units.len; k++)
      if (a->units.data[i].obj == b->units.data[k].obj &&
          a->units.data[i].unit == b->units.data[k].unit &&
          (a->units.data[i].write || b->units.data[k].write))
        return false;
  return true;
}
