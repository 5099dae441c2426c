/* The locks that threads hold: monitors, and the locks of java.util.concurrent by the owner that
 * they record. Also names the objects in the texts of a deadlock. */
#include <stdlib.h>
#include <string.h>

#include "engine/base/check.h"
#include "engine/session/session.h"
#include "engine/vm/machine.h"
#include "engine/vm/sched/deadlock.h"

/* ---- texts of a deadlock ---- */

static char *name(void *self, ref r) { return session_object_name(self, r); }

void session_deadlock_detail(struct engine *e) {
  struct violation *v = xnode(&e->x, e->x.here)->violation;
  struct deadlock_words words = {
      .name = name, .takers = session_takers, .lost = session_lost_notification, .self = e};
  struct choice c;
  if (!v || v->property != PROP_DEADLOCK) return;
  session_names_of(e, e->x.here);
  free(v->headline);
  free(v->detail);
  v->headline = deadlock_headline(e->vm, &words);
  v->detail = deadlock_text(e->vm, !vm_choices(e->vm, &c, 1), &words);
}

char *session_parked_for(struct engine *e, const struct thread *t) {
  struct deadlock_words words = {.name = name, .self = e};
  return deadlock_parked_for(e->vm, t, &words);
}

/* ---- holders of locks ---- */

/* Is r a Thread that has not started yet? Thread.start holds the monitor of such a thread, which is
 * internal to the library (xlog_internal). */
static bool is_unstarted(struct engine *e, ref r) {
  const struct klass *k = vm_klass(e->vm, r);
  return !k->is_array && klass_is_subclass(k, e->vm->wk.thread) && !thread_of(e->vm, r);
}

/* Returns 1 + the number of the thread that holds the object as a lock; 0: none. */
static uint32_t holder_of(struct engine *e, ref r) {
  const struct monitor *m;
  const struct thread *owner;
  if (vm_object(e->vm, r)->klass < KLASS_FIRST) return 0; /* a record of the machine */
  m = vm_monitor(e->vm, r);
  owner = deadlock_owner_inside(e->vm, r);
  return m && m->owner ? m->owner : owner ? owner->index + 1 : 0;
}

char **engine_held(struct engine *e) {
  uint32_t threads = vm_machine(e->vm)->thread_count, i, count = 0;
  struct text *t = mem_alloc((threads + 1) * sizeof *t);
  char **held = mem_alloc((threads + 1) * sizeof *held);
  session_names(e);
  if (session_intact(e, e->x.here)) {
    canon_order(e->x.canon);
    count = canon_count(e->x.canon);
  }
  for (i = 1; i <= count; i++) {
    ref r = canon_object(e->x.canon, i);
    uint32_t holder = holder_of(e, r);
    char *name;
    CHECK(holder <= threads, "the holder of a lock is a thread: %u of %u", holder, threads);
    if (!holder || is_unstarted(e, r)) continue;
    name = session_lock_name(e, r);
    text_printf(&t[holder - 1], "%s%s", t[holder - 1].len ? ", " : "", name);
    free(name);
  }
  for (i = 0; i < threads; i++) held[i] = t[i].s ? t[i].s : mem_strdup("");
  free(t);
  return held;
}
