/* Finds the cause of an error (command_cause in commands.h): the last write by another thread whose
 * value the failing thread read, or the acquisition of the lock that a deadlocked thread waits
 * for. */
#include <stdlib.h>
#include <string.h>

#include "tui/commands/commands.h"

/* Returns true for reads. Leaves out atomic updates: they read too, but then write a value of their
 * own. */
static bool is_read(enum event_kind kind) {
  return kind == EVENT_READ || kind == EVENT_VOLATILE_READ;
}

/* Returns true if the event reads a value that another thread wrote. Sets *out to that write. */
static bool read_of_other(struct debug *d, node_id n, uint32_t index, struct cause *out) {
  struct event_info e, w;
  struct shared_place p;
  struct error err = {0};
  char *name;
  bool found = false;
  if (engine_event(d->engine, n, index, &e)) return false;
  name = is_read(e.kind) && e.object ? view_subject_of(e.object) : NULL;
  if (name && !engine_place(d->engine, name, &p, &err)) {
    if (debug_last_write(d, &p, n, index, &out->node, &out->index) &&
        !engine_event(d->engine, out->node, out->index, &w)) {
      found = w.thread != e.thread;
      engine_event_release(&w);
    }
    engine_place_release(&p);
  }
  engine_event_release(&e);
  if (found)
    out->place = name;
  else
    free(name);
  return found;
}

/* Finds the acquisition of the lock that a deadlocked thread waits for. Returns false if there is
 * none. */
static bool lock_of_other(struct debug *d, uint32_t thread, struct cause *out) {
  struct thread_info t;
  struct shared_place p;
  struct error err = {0};
  bool found = false;
  if (engine_thread(d->engine, thread, &t)) return false;
  out->place = t.op ? view_subject_of(t.op) : NULL;
  engine_thread_release(&t);
  if (out->place && !engine_place(d->engine, out->place, &p, &err)) {
    found = debug_last_write(d, &p, engine_here(d->engine), UINT32_MAX, &out->node, &out->index);
    engine_place_release(&p);
  }
  if (!found) free(out->place);
  return found;
}

bool command_cause(struct debug *d, struct cause *out) {
  struct node_info here = debug_here(d), k;
  struct violation_info bad;
  node_id n;
  uint32_t i;
  if (!(here.flags & NODE_ERROR) || engine_violation(d->engine, here.id, &bad)) return false;
  if (bad.property == PROP_DEADLOCK) return lock_of_other(d, bad.thread, out);
  for (n = here.id; n != NODE_NONE && !engine_node(d->engine, n, &k); n = k.parent) {
    if (k.parent == NODE_NONE || k.choice.thread != bad.thread) continue;
    for (i = k.events; i--;)
      if (read_of_other(d, n, i, out)) return true;
    if (d->stop && *d->stop) break;
  }
  return false;
}
