/* See footprint.h. */
#include "engine/reduction/footprint.h"

#include <stdlib.h>
#include <string.h>

#include "engine/vm/sched/event.h"
#include "engine/vm/interp/interp.h"

static void footprint_add(struct footprint *f, ref obj, uint32_t unit, bool write) {
  size_t i;
  for (i = 0; i < f->units.len; i++)
    if (f->units.data[i].obj == obj && f->units.data[i].unit == unit) {
      f->units.data[i].write |= write;
      return;
    }
  *vec_push(&f->units) = (struct footprint_unit){obj, unit, write};
}

static void add_memory(struct vm *vm, struct footprint *f, const struct event *e) {
  uint32_t last = (e->off + (e->size ? e->size : 1u) - 1) >> 3;
  if (!e->obj || !(vm_object(vm, e->obj)->lock & OBJ_SHARED)) return;
  for (uint32_t u = e->off >> 3; u <= last; u++) footprint_add(f, e->obj, u, e->write);
}

static void footprint_hear(void *self, struct vm *vm, const struct event *e) {
  struct footprint *f = self;
  if (vm->blind.footprints >> e->op & 1) return; /* the test of the reduction: it must notice */
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
  vm->run.unreported = false;
  f->whole = false;
  f->thread = thread;
  f->units.len = 0;
}

/* A state that knows the time or drew random numbers depends on the order of everything; so does
 * the end of a thread, and the beginning of an initialiser: who needs the class waits from then on.
 * So does all else that no event tells of. */
void footprint_end(struct vm *vm, struct footprint *f) {
  const struct machine *m = vm_machine(vm);
  const struct thread *t = vm_thread(vm, f->thread);
  if (vm->run.unreported || m->clock_seen || m->random_seen || m->timeouts || m->exited ||
      t->state != THREAD_RUNNABLE)
    f->whole = true;
}

struct footprint *footprint_copy(const struct footprint *f) {
  struct footprint *c = mem_alloc(sizeof *c);
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
