/* Decides which events must be matched before which. Within a thread this is the thread's order.
 * Across threads it is the recorded order of events that do not commute (soundness rule 27,
 * recorded order).
 *
 * Three kinds of events are ordered: conflicting accesses of a variable, all events on one monitor,
 * and all events of library operations. The last form one group because nothing shows which library
 * objects belong together (a Lock and its Condition). With `strict` each event waits for the one
 * before it. */
#include <stdlib.h>

#include "engine/base/hash.h"
#include "trace/replay_int.h"

enum family { NO_FAMILY, ACCESS, MONITOR, LIBRARY };

/* The events of one variable or monitor, or of the library: the latest ones, for which a later
 * event may have to wait. */
struct group {
  uint64_t a, b; /* a is 0 in a free entry */
  /* the last write of a variable, or the last event of another group; PLAN_NONE: none */
  uint32_t last;
  uint32_t read;       /* the last read of one thread since that write; PLAN_NONE: none */
  VEC(uint32_t) reads; /* the last reads of further threads since that write */
};

struct groups { /* hash table with open addressing */
  struct group *all;
  size_t cap, len;
};

/* Returns the family of an event. INPUT_RANDOM has none: the order in which calls to a shared
 * generator ended is not the order of their draws. The drawn numbers themselves determine that
 * order. */
static enum family family_of(const struct trace_event *e) {
  if (e->kind == TRACE_EV_INPUT_RANDOM) return NO_FAMILY;
  if (trace_has(e, TRAIT_READ | TRAIT_WRITE)) return ACCESS;
  if (trace_has(e, TRAIT_MONITOR)) return MONITOR;
  return trace_has(e, TRAIT_CALL | TRAIT_RETURN) ? LIBRARY : NO_FAMILY;
}

static struct group *group_place(const struct groups *g, uint64_t a, uint64_t b) {
  size_t i = hash_mix(a * 31 ^ hash_mix(b)) & (g->cap - 1);
  while (g->all[i].a && (g->all[i].a != a || g->all[i].b != b)) i = (i + 1) & (g->cap - 1);
  return &g->all[i];
}

static void grow(struct groups *g) {
  struct groups more = {.cap = g->cap ? g->cap * 2 : 1024, .len = g->len};
  more.all = mem_alloc(more.cap * sizeof *more.all);
  for (size_t i = 0; i < g->cap; i++)
    if (g->all[i].a) *group_place(&more, g->all[i].a, g->all[i].b) = g->all[i];
  free(g->all);
  *g = more;
}

static struct group *group_of(struct groups *g, const struct trace_event *e, enum family f) {
  uint64_t a = (uint64_t)f << 32 | (f == LIBRARY ? 0 : e->object);
  bool element = trace_has(e, TRAIT_ELEMENT);
  uint64_t b = f != ACCESS ? 0 : element ? (uint32_t)e->index : (uint64_t)e->ref << 32;
  struct group *p;
  if (g->len * 4 >= g->cap * 3) grow(g);
  p = group_place(g, a, b);
  if (p->a) return p;
  g->len++;
  *p = (struct group){.a = a, .b = b, .last = PLAN_NONE, .read = PLAN_NONE};
  return p;
}

static void groups_release(struct groups *g) {
  for (size_t i = 0; i < g->cap; i++) vec_free(&g->all[i].reads);
  free(g->all);
}

static void replay_order_wait_for(struct plan *p, uint32_t event, uint32_t earlier) {
  struct plan_event *e = &p->events.data[event];
  if (earlier == PLAN_NONE || p->events.data[earlier].thread == e->thread) return;
  if (!e->before_count) e->before = (uint32_t)p->before.len;
  *vec_push(&p->before) = earlier;
  e->before_count++;
}

static bool same_thread(const struct plan *p, uint32_t a, uint32_t b) {
  return p->events.data[a].thread == p->events.data[b].thread;
}

static void reads_put(const struct plan *p, struct group *g, uint32_t event) {
  size_t i;
  if (g->read == PLAN_NONE || same_thread(p, g->read, event)) {
    g->read = event;
    return;
  }
  for (i = 0; i < g->reads.len; i++)
    if (same_thread(p, g->reads.data[i], event)) {
      g->reads.data[i] = event;
      return;
    }
  *vec_push(&g->reads) = event;
}

static void mark_conflicts(struct plan *p, uint32_t event) {
  struct plan_event *e = &p->events.data[event];
  uint32_t i;
  for (i = 0; i < e->before_count; i++)
    p->events.data[p->before.data[e->before + i]].conflict = true;
  e->conflict |= e->before_count > 0;
}

static void order_access(struct plan *p, uint32_t event, struct group *g) {
  const struct trace_event *e = &p->events.data[event].e;
  size_t i;
  replay_order_wait_for(p, event, g->last);
  if (!trace_is_write(e)) {
    reads_put(p, g, event);
    mark_conflicts(p, event);
    return;
  }
  replay_order_wait_for(p, event, g->read);
  for (i = 0; i < g->reads.len; i++) replay_order_wait_for(p, event, g->reads.data[i]);
  mark_conflicts(p, event);
  g->read = PLAN_NONE;
  g->reads.len = 0;
  g->last = event;
}

static void order_totally(struct plan *p) {
  p->before.len = 0;
  for (uint32_t i = 0; i < p->events.len; i++) {
    p->events.data[i].before_count = 0;
    if (i) replay_order_wait_for(p, i, i - 1);
  }
}

int plan_order(struct replay *r, struct error *err) {
  struct plan *p = &r->plan;
  struct groups groups = {0};
  int rc = 0;
  for (uint32_t i = 0; i < p->events.len && !rc; i++) {
    const struct trace_event *e = &p->events.data[i].e;
    enum family f = family_of(e);
    struct group *g = f ? group_of(&groups, e, f) : NULL;
    if (f == ACCESS) order_access(p, i, g);
    if (f && f != ACCESS) {
      replay_order_wait_for(p, i, g->last);
      g->last = i;
    }
    rc = plan_stopped(r, i, err);
  }
  groups_release(&groups);
  if (r->opt.strict) order_totally(p);
  return rc;
}
