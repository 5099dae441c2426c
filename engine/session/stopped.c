/* See stopped.h. */
#include "engine/session/stopped.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/base/mem.h"
#include "engine/vm/interp/interp.h"
#include "engine/vm/machine.h"

enum { ENDLESS_STEPS = 2000 };

/* ---- endless loops ---- */

/* Detects loops that no search can finish although their threads make progress. Each round changes
 * shared state, as
 *   while (running) count++;
 * does with a field. So each round is a new state, none can be left out, and the verdict says that
 * more time would not help. */

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

void stopped_note_loop(struct search *s) {
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

/* ---- statistics of a path ---- */

/* Describes the path on which a search was stopped (struct search_seen): its steps, their threads,
 * and whose code they ran. This helps to suggest what to try next. */

enum { STEPS_MOST = 2000 };

/* Could calls of the method become single steps by a contract? Excludes methods of threads and
 * monitors, which any program uses, and of atomic variables, which are single steps already. */
static bool is_library(const struct method *m) {
  static const char atomic[] = "java/util/concurrent/atomic/", handles[] = "java/lang/invoke/";
  const struct klass *k = m->owner;
  const char *name = k->name->s;
  return k->is_jdk && strcmp(name, "java/lang/Thread") != 0 &&
         strcmp(name, "java/lang/Object") != 0 && strncmp(name, atomic, sizeof atomic - 1) != 0 &&
         strncmp(name, handles, sizeof handles - 1) != 0;
}

static void seen_note(struct vm *vm, const struct thread *t, struct search_seen *out) {
  const struct frame *f = t->frame ? vm_frame(vm, t->frame) : NULL;
  out->steps++;
  if (f && !(f->flags & FRAME_ROOT) && is_library(frame_method(vm, f))) out->library++;
  if (t->state == THREAD_RUNNABLE && (t->op == OPK_READ || t->op == OPK_WRITE)) out->plain++;
}

void stopped_seen(struct explorer *x, node_id start, struct search_seen *out) {
  uint64_t met[(THREAD_MAX + 63) / 64] = {0};
  node_id n = x->here;
  *out = (struct search_seen){0};
  while (n != start && n != NODE_ROOT && out->steps < STEPS_MOST) {
    uint32_t thread = xnode(x, n)->choice.thread;
    explorer_go(x, n);
    seen_note(x->vm, vm_thread(x->vm, thread), out);
    out->threads += !(met[thread / 64] >> (thread % 64) & 1);
    met[thread / 64] |= 1ull << (thread % 64);
    n = xnode(x, n)->parent;
  }
}
