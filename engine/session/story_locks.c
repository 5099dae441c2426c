/* The locks that a thread holds, in a story. Monitors are derived from their events; locks of
 * java.util.concurrent that the program's calls took, from the owner that they record. */
#include <stdlib.h>
#include <string.h>

#include "engine/session/story_int.h"
#include "engine/vm/sched/deadlock.h"

static uint32_t held_at(const struct held *out, uint32_t n, uint32_t obj) {
  uint32_t k;
  for (k = 0; k < n && out[k].obj != obj; k++) continue;
  return k;
}

static uint32_t released(struct held *out, uint32_t n, uint32_t k) {
  memmove(&out[k], &out[k + 1], (n - k - 1) * sizeof *out);
  return n - 1;
}

/* Does the event write the state of a synchronizer? The state is 0 when it is free. */
static bool is_state_of_lock(const struct story_writer *t, const struct xevent *ev) {
  const struct field *f;
  if (!ev->size || !ev->write || !session_is_lock(t->e, ev)) return false;
  f = xlog_field(t->e->vm, ev->klass, ev->obj, ev->off);
  return f && !strcmp(f->name->s, "state");
}

uint32_t story_held_locks(const struct story_writer *t, uint32_t thread, uint32_t to,
                          struct held *out, uint32_t max) {
  uint32_t n = 0, i;
  for (i = 0; i < to; i++) {
    const struct xevent *ev = t->events.data[i].ev;
    bool lock = ev->op == OPK_LOCK, state;
    uint32_t k;
    if (ev->thread != thread) continue;
    state = is_state_of_lock(t, ev);
    if (!lock && ev->op != OPK_UNLOCK && !state) continue;
    k = held_at(out, n, ev->obj);
    if (state && k < n && !ev->value)
      n = released(out, n, k);
    else if (lock && k < n)
      out[k].depth++;
    else if ((lock || (state && ev->value)) && k == n && n < max)
      out[n++] = (struct held){.obj = ev->obj, .depth = 1, .event = i, .monitor = lock};
    else if (ev->op == OPK_UNLOCK && k < n && !--out[k].depth)
      n = released(out, n, k);
  }
  return n;
}

char *story_held_name(struct story_writer *t, const struct held *h, uint32_t thread) {
  const struct monitor *m = vm_monitor(t->e->vm, h->obj);
  const struct thread *owner;
  if (h->monitor)
    return m && m->owner == thread + 1 ? session_event_object(t->e, t->events.data[h->event].ev)
                                       : NULL;
  owner = deadlock_owner_inside(t->e->vm, h->obj);
  return owner && owner->index == thread ? session_lock_name(t->e, h->obj) : NULL;
}

/* Returns the place where the lock was taken; for a lock of the library, only the program's
 * line. */
static char *taken_place(struct story_writer *t, const struct held *h) {
  struct xevent ev = *t->events.data[h->event].ev;
  if (!h->monitor) ev.in_method = ev.method, ev.in_bci = ev.bci;
  return story_event_place(t->e, &ev);
}

void story_report_held(struct story_writer *t, uint32_t part, uint32_t to) {
  struct story_part *p = &t->out->parts[part];
  struct held held[LOCKS_MAX];
  uint32_t i, n = story_held_locks(t, p->thread, to, held, LOCKS_MAX);
  for (i = 0; i < n; i++) {
    char *object = story_held_name(t, &held[i], p->thread), *place;
    if (!object) continue;
    place = taken_place(t, &held[i]);
    story_add_fact(p, "holds", t->events.data[held[i].event].step,
                   mem_printf("holds %s, taken @ %s", object, place));
    free(object);
    free(place);
  }
}
