/* See endless.h. */
#include "engine/session/endless.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/base/mem.h"
#include "engine/vm/interp/interp.h"
#include "engine/vm/machine.h"

static bool is_seen(uint32_t op) {
  switch (op) {
    case OPK_WRITE:
    case OPK_VOLATILE_WRITE:
    case OPK_ATOMIC:
    case OPK_LOCK:
    case OPK_NOTIFY:
    case OPK_NOTIFY_ALL: return true;
    default: return false;
  }
}

struct endless {
  uint32_t steps;
  node_id last; /* the last of those steps */
};

/* Returns the thread with the most steps that have visible effects. */
static uint32_t busiest(struct explorer *x, node_id start, struct endless *most) {
  struct endless *all = mem_alloc(THREAD_MAX * sizeof *all);
  uint32_t best = 0, i;
  node_id n;
  for (n = x->here; n != start && n != NODE_ROOT; n = xnode(x, n)->parent) {
    struct endless *e = &all[xnode(x, n)->choice.thread];
    if (!is_seen(xnode(x, n)->op)) continue;
    if (!e->steps++) e->last = n;
  }
  for (i = 1; i < THREAD_MAX; i++)
    if (all[i].steps > all[best].steps) best = i;
  *most = all[best];
  free(all);
  return best;
}

/* Describes the loop in a sentence, malloc'd, or returns NULL. Leaves the explorer at some node of
 * the path. */
static char *loop_text(struct explorer *x, node_id start) {
  struct endless e;
  struct thread *t = vm_thread(x->vm, busiest(x, start, &e));
  char *name, *place, *s;
  if (e.steps < ENDLESS_STEPS) return NULL;
  explorer_go(x, xnode(x, e.last)->parent);
  name = thread_title(x->vm, t);
  place = vm_location_text(x->vm, t);
  s = mem_printf(
      "a loop whose iterations other threads can count: %s, %u steps on one path, the last at %s",
      name, e.steps, place);
  free(name);
  free(place);
  return s;
}

void endless_note(struct search *s) {
  size_t len = strlen(s->report.reason);
  node_id here = s->x->here;
  char *loop;
  if (s->report.cause != CAUSE_TIME && s->report.cause != CAUSE_MEMORY) return;
  loop = loop_text(s->x, s->start);
  explorer_go(s->x, here);
  if (!loop) return;
  snprintf(s->report.reason + len, sizeof s->report.reason - len, "; %s", loop);
  s->report.estimate = (struct search_estimate){0};
  free(loop);
}
