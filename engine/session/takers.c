/* The events of a path, added to the description of a deadlock.
 *
 * First, the threads that took units of a synchronizer and did not give them back: permits of a
 * Semaphore, stamps of a StampedLock, holds of a lock, countDowns of a latch. Most of these classes
 * do not record their holders, so the holders follow from the events that changed the state.
 *
 * Second, a notification or signal that came when no thread waited for it. */
#include <stdlib.h>
#include <string.h>

#include "engine/base/check.h"
#include "engine/session/session.h"
#include "engine/state/xlog.h"
#include "engine/vm/machine.h"

struct taking {
  int64_t units;
  const struct xevent *since; /* the event with which the units became positive; NULL: none yet */
};

struct takers {
  struct engine *e;
  ref obj;
  enum sync_kind kind;
  struct taking *of; /* by thread */
  bool known;        /* `state` is the state before the next event */
  uint64_t state;
};

/* Does the event have a line of the program? A lambda's own class has no lines. */
static bool has_line(struct engine *e, const struct xevent *ev) {
  const struct method *m = ev && ev->method ? e->vm->methods.data[ev->method] : NULL;
  return m && !m->owner->is_jdk && m->info && method_line(m->info, ev->bci) > 0;
}

/* Returns how many units are taken in a state, apart from a constant. */
static int64_t units_in(enum sync_kind kind, uint64_t state) {
  enum { SHARED = 16, EXCLUSIVE = 0xffff };
  switch (kind) {
    case SYNC_SEMAPHORE:
    case SYNC_LATCH: return -(int64_t)(int32_t)state;
    case SYNC_STAMP_READ:
    case SYNC_STAMP_WRITE: return (int64_t)(state & STAMP_READERS) + !!(state & STAMP_WRITER);
    case SYNC_READ_LOCK:
    case SYNC_WRITE_LOCK: return (int64_t)((uint32_t)state >> SHARED) + (state & EXCLUSIVE);
    default: return (int64_t)(uint32_t)state;
  }
}

static void add_units(struct takers *t, const struct xevent *ev, int64_t units) {
  struct taking *k = &t->of[ev->thread];
  int64_t before = k->units;
  k->units += units;
  if (before <= 0 && k->units > 0) k->since = ev;
}

static void take_state(struct takers *t, const struct xevent *ev) {
  const struct field *f = xlog_field(t->e->vm, ev->klass, ev->obj, ev->off);
  if (!f || strcmp(f->name->s, "state") != 0) return;
  if (t->known && ev->write)
    add_units(t, ev, units_in(t->kind, ev->value) - units_in(t->kind, t->state));
  t->state = ev->value;
  t->known = true;
}

static void take_event(void *self, const struct xevent *ev) {
  struct takers *t = self;
  if (ev->obj != t->obj) return;
  if (ev->op == OPK_LOCK || ev->op == OPK_REACQUIRE)
    add_units(t, ev, 1);
  else if (ev->op == OPK_UNLOCK || ev->op == OPK_WAIT)
    add_units(t, ev, -1);
  else if (ev->size)
    take_state(t, ev);
}

static void each_event(struct engine *e, void (*fn)(void *self, const struct xevent *ev),
                       void *self) {
  uint32_t depth = xnode(&e->x, e->x.here)->depth;
  node_id *path = mem_alloc((depth + 1) * sizeof *path);
  engine_path(e, e->x.here, path, depth + 1);
  for (uint32_t i = 1; i <= depth; i++) {
    const struct xlog *log = xnode(&e->x, path[i])->log;
    for (uint32_t j = 0; log && j < log->count; j++) fn(self, &log->events[j]);
  }
  free(path);
}

/* Did a thread give back more than it took? Then the units of the others are not all theirs any
 * more. */
static bool is_borrowed(const struct takers *t, uint32_t threads) {
  for (uint32_t i = 0; i < threads; i++)
    if (t->of[i].units < 0) return true;
  return false;
}

uint32_t session_takers(void *self, ref obj, enum sync_kind kind, struct deadlock_taker *out,
                        uint32_t max) {
  struct engine *e = self;
  uint32_t threads = vm_machine(e->vm)->thread_count, i, n = 0;
  /* the others begin in a state without units; these are read before they are changed */
  bool counts = kind == SYNC_SEMAPHORE || kind == SYNC_LATCH;
  struct takers t = {.e = e, .obj = obj, .kind = kind, .known = !counts};
  t.of = mem_alloc((threads + 1) * sizeof *t.of);
  each_event(e, take_event, &t);
  if (is_borrowed(&t, threads)) threads = 0;
  for (i = 0; i < threads && n < max; i++) {
    const struct xevent *since = t.of[i].since;
    if (t.of[i].units <= 0 || !has_line(e, since)) continue;
    out[n++] = (struct deadlock_taker){
        .thread = i, .place = session_location(e->vm->methods.data[since->method], since->bci)};
  }
  free(t.of);
  return n;
}

/* ---- lost notifications ---- */

struct lost {
  struct engine *e;
  ref obj;
  uint32_t waiting;
  const struct xevent *last; /* the last one that nobody waited for; NULL: none */
};

static void lost_event(void *self, const struct xevent *ev) {
  struct lost *l = self;
  if (ev->obj != l->obj) return;
  switch (ev->op) {
    case OPK_WAIT: l->waiting++; return;
    case OPK_REACQUIRE: l->waiting -= l->waiting > 0; return;
    case OPK_NOTIFY:
    case OPK_NOTIFY_ALL:
      if (!l->waiting) l->last = ev;
      return;
    default:
      if (session_is_signal(l->e, ev) && !ev->value) l->last = ev;
  }
}

bool session_lost_notification(void *self, ref obj, struct deadlock_taker *out) {
  struct engine *e = self;
  struct lost l = {.e = e, .obj = obj};
  each_event(e, lost_event, &l);
  if (!has_line(e, l.last)) return false;
  *out = (struct deadlock_taker){
      .thread = l.last->thread,
      .place = session_location(e->vm->methods.data[l.last->method], l.last->bci)};
  return true;
}
