/* The order in which a replay tries the choices of a state; see replay_search.c. */
#include <stdlib.h>

#include "engine/base/hash.h"
#include "engine/state/xlog.h"
#include "engine/vm/given.h"
#include "engine/vm/machine.h"
#include "trace/replay_int.h"

struct ranked {
  struct choice c;
  uint32_t call, late, event, waiter, order;
};

enum { STRETCH = 24 };

/* Returns the sort key of a choice that comes before the recorded order in this attempt. */
static uint32_t order_of(const struct replay *r, const struct ranked *k) {
  if (r->ahead.on)
    return k->c.thread == r->ahead.thread ? 0 : k->c.thread == r->ahead.overtaken ? 2 : 1;
  /* A thread that was woken may take long to return from its call, so others may come first. */
  if (search_reorders(r))
    return (r->attempt < REPLAY_SHORT ? r->attempt : r->attempt / 2) % 2 ? k->event : 0;
  if (r->attempt == 0 || r->attempt == REPLAY_SHORT) return 0;
  if (r->attempt == 1) return k->call != PLAN_NONE;
  return (uint32_t)hash_mix(((r->path.len / STRETCH << 16) + r->attempt) * THREAD_MAX +
                            k->c.thread);
}

uint32_t rank_next_event(struct replay *r, uint32_t index) {
  uint32_t p = match_thread(r, index);
  const struct plan_thread *t;
  if (p == PLAN_NONE) return PLAN_NONE;
  t = &r->plan.threads.data[p];
  return r->position[p] < t->events.len ? t->events.data[r->position[p]] : PLAN_NONE;
}

uint32_t rank_first_thread(struct replay *r) {
  uint32_t i, n = (uint32_t)vm_machine(r->vm)->thread_count;
  for (i = 0; i < n; i++)
    if (rank_next_event(r, i) == r->frontier) return i;
  return PLAN_NONE;
}

/* Returns the plan's event of the library call that the thread is inside, or PLAN_NONE. Most such
 * calls took effect soon after the event reported before them, so barriers and queues saw their
 * threads arrive in the order of those events. */
static uint32_t call_under_way(struct replay *r, uint32_t index) {
  const struct thread *t = vm_thread(r->vm, index);
  uint32_t p = match_thread(r, index), event;
  struct xplace user, inner;
  const struct plan_event *e;
  if (p == PLAN_NONE || !r->position[p] || t->op == OPK_MARK ||
      !xlog_place(r->vm, t, &user, &inner))
    return PLAN_NONE;
  event = r->plan.threads.data[p].events.data[r->position[p] - 1];
  e = &r->plan.events.data[event];
  if (!trace_has(&e->e, TRAIT_SIGNALS)) return PLAN_NONE;
  return user.method && place_is(&e->at, r->vm->methods.data[user.method], user.bci) ? event
                                                                                     : PLAN_NONE;
}

static int by_rank(const void *x, const void *y) {
  const struct ranked *a = x, *b = y;
  if (a->late == b->late && a->order != b->order) return a->order < b->order ? -1 : 1;
  if (a->call != b->call) return a->call < b->call ? -1 : 1;
  if (a->late != b->late) return a->late < b->late ? -1 : 1;
  if (a->event != b->event) return a->event < b->event ? -1 : 1;
  if (a->waiter != b->waiter) return a->waiter < b->waiter ? -1 : 1;
  if (a->c.thread != b->c.thread) return a->c.thread < b->c.thread ? -1 : 1;
  if (a->c.kind != b->c.kind) return a->c.kind < b->c.kind ? -1 : 1;
  return a->c.arg < b->c.arg ? -1 : a->c.arg > b->c.arg;
}

/* Returns the thread's next event. If the thread is about to read the clock, and the reading was
 * recorded before that event, returns the first event after the reading. */
static uint32_t rank_event(struct replay *r, uint32_t index) {
  static const char *const clocks[] = {"nanoTime", "currentTimeMillis", "wallClock"};
  const struct thread *t = vm_thread(r->vm, index);
  uint32_t event = rank_next_event(r, index), line, from;
  for (size_t i = 0; t->op == OPK_CLOCK && i < COUNT(clocks); i++) {
    if (!given_waits(r->vm, t, clocks[i], &line) || line >= r->input_count) continue;
    from = plan_event_from(&r->plan, r->inputs.events.data[line]);
    if (from < event) event = from;
  }
  return event;
}

void rank_choices(struct replay *r, struct level *l) {
  struct choice all[CHOICES_MAX];
  struct ranked ranked[CHOICES_MAX];
  uint32_t i, n = vm_choices(r->vm, all, COUNT(all));
  if (n > COUNT(all)) n = COUNT(all);
  for (i = 0; i < n; i++) {
    ranked[i] = (struct ranked){.c = all[i], .event = rank_event(r, all[i].thread)};
    ranked[i].late = all[i].kind == CHOICE_TIMEOUT && ranked[i].event != r->frontier;
    ranked[i].call = all[i].kind == CHOICE_TIMEOUT ? PLAN_NONE : call_under_way(r, all[i].thread);
    if (all[i].kind == CHOICE_NOTIFY) ranked[i].waiter = rank_next_event(r, all[i].arg);
    ranked[i].order = order_of(r, &ranked[i]);
  }
  qsort(ranked, n, sizeof *ranked, by_rank);
  if (r->ahead.on && (!n || ranked[0].c.thread != r->ahead.thread)) r->ahead.on = false;
  l->choices = mem_alloc((n + 1) * sizeof *l->choices);
  for (i = 0; i < n; i++) l->choices[i] = ranked[i].c;
  l->count = n;
}
