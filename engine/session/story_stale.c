/* Reads that were overtaken: a thread read a location, another thread wrote it, and then the first
 * thread wrote it knowing only the old value, as in a lost update. */
#include <stdlib.h>
#include <string.h>

#include "engine/session/story_int.h"

enum { LOOKED_BACK = 4096, FACTS_MAX = 2 };

/* Were both made by the same call of the program into the library? What put reads before it writes,
 * for example, is not the reason why the program calls it. */
static bool in_one_call(const struct story_item *read, const struct story_item *then) {
  return then->reach == REACH_CALLED && read->ev->method == then->ev->method &&
         read->ev->bci == then->ev->bci;
}

static bool goes_round(const struct story_writer *t, uint32_t before, uint32_t i) {
  const struct story_item *a = before ? &t->events.data[before - 1] : NULL;
  return a && !a->ev->write && a->ev->thread == t->events.data[i].ev->thread &&
         in_one_call(a, &t->events.data[i]);
}

/* Links each access to the previous one at the same location, because searching all events
 * backwards from each access takes too long. The rounds of a loop within one call count as one
 * read. */
static void chain(struct story_writer *t) {
  uint32_t i;
  memset(t->last, 0, ((size_t)t->mask + 1) * sizeof *t->last);
  for (i = 0; i < t->events.len; i++) {
    uint32_t *slot;
    if (!t->events.data[i].ev->size) continue;
    slot = story_slot_of(t, t->events.data[i].ev);
    t->events.data[i].before = goes_round(t, *slot, i) ? t->events.data[*slot - 1].before : *slot;
    *slot = i + 1;
  }
}

/* If the thread's previous event at the location of event i is a read, and another thread wrote in
 * between, records both. Skips reads by the same call. */
static void find_overtaken(struct story_writer *t, uint32_t i) {
  const struct xevent *ev = t->events.data[i].ev;
  uint32_t at = t->events.data[i].before, other = 0, looked;
  for (looked = 0; at && looked < LOOKED_BACK; looked++, at = t->events.data[at - 1].before) {
    struct story_item *before = &t->events.data[at - 1];
    if (before->ev->thread != ev->thread) {
      if (before->ev->write) other = at;
      continue;
    }
    if (!before->ev->write && in_one_call(before, &t->events.data[i])) continue;
    if (before->ev->write || !other || before->overtaken) return;
    before->overtaken = other;
    before->overtaken_for = i + 1;
    return;
  }
}

void story_find_stale(struct story_writer *t) {
  uint32_t i;
  chain(t);
  for (i = 0; i < t->events.len; i++) {
    const struct xevent *ev = t->events.data[i].ev;
    if (ev->size && ev->write && ev->op != OPK_ATOMIC) find_overtaken(t, i);
  }
  /* For example, a call that found nothing in a map, and a later one that finds it changed. */
  for (i = 0; i < t->events.len; i++)
    if (t->events.data[i].reach == REACH_CALLED) find_overtaken(t, i);
}

static void report_stale(struct story_writer *t, struct story_part *p, const struct story_item *r) {
  const struct story_item *w = &t->events.data[r->overtaken - 1],
                          *own = &t->events.data[r->overtaken_for - 1];
  char *what = story_access_text(t->e, r->ev, "read");
  bool writes = own->ev->write && own->ev->op != OPK_ATOMIC;
  story_add_fact(p, "stale", r->step,
                 mem_printf("%s, which %s overwrites in %u before this thread %s in %u", what,
                            story_name(t, w->ev->thread), w->part + 1,
                            writes ? "writes it" : "accesses it again", own->part + 1));
  free(what);
}

void story_report_stale(struct story_writer *t, uint32_t part, uint32_t from, uint32_t to) {
  enum reach reach;
  uint32_t i, shown = 0;
  for (reach = REACH_OWN; reach >= REACH_CALLED; reach--)
    for (i = from; i < to && shown < FACTS_MAX; i++) {
      const struct story_item *r = &t->events.data[i];
      if (!r->overtaken || r->reach != reach) continue;
      report_stale(t, &t->out->parts[part], r);
      shown++;
    }
}
