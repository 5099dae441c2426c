/* Which events have to be matched before which: across threads, the recorded order of what does not
 * commute (soundness rule 27, recorded order). Each thread's own order need not be reported.
 *
 * Conflicting accesses of a variable; all events on a monitor; and all events of library
 * operations, as nothing shows which objects of the library belong together (a Lock and its
 * Condition). With `strict` each event waits for the one before it. */
#include <stdlib.h>

#include "trace/replay_int.h"

enum family { ACCESS = 1, MONITOR, LIBRARY };

struct item {
  uint64_t a, b; /* what the event is on */
  uint32_t event;
};

static enum family family_of(const struct trace_event *e) {
  if (trace_has(e, TRAIT_READ | TRAIT_WRITE)) return ACCESS;
  if (trace_has(e, TRAIT_MONITOR)) return MONITOR;
  return trace_has(e, TRAIT_CALL | TRAIT_RETURN) ? LIBRARY : 0;
}

static int by_object(const void *x, const void *y) {
  const struct item *a = x, *b = y;
  if (a->a != b->a) return a->a < b->a ? -1 : 1;
  if (a->b != b->b) return a->b < b->b ? -1 : 1;
  return a->event < b->event ? -1 : a->event > b->event;
}

static void replay_order_wait_for(struct plan *p, uint32_t event, uint32_t earlier) {
  struct plan_event *e = &p->events.data[event];
  if (earlier == PLAN_NONE || p->events.data[earlier].thread == e->thread) return;
  if (!e->before_count) e->before = (uint32_t)p->before.len;
  *vec_push(&p->before) = earlier;
  e->before_count++;
}

struct lasts { /* the last event of each thread in a group, of one kind */
  VEC(uint32_t) v;
};

static void lasts_put(struct plan *p, struct lasts *l, uint32_t event) {
  size_t i;
  for (i = 0; i < l->v.len; i++)
    if (p->events.data[l->v.data[i]].thread == p->events.data[event].thread) {
      l->v.data[i] = event;
      return;
    }
  *vec_push(&l->v) = event;
}

static void mark_conflicts(struct plan *p, uint32_t event) {
  struct plan_event *e = &p->events.data[event];
  uint32_t i;
  for (i = 0; i < e->before_count; i++)
    p->events.data[p->before.data[e->before + i]].conflict = true;
  e->conflict |= e->before_count > 0;
}

static void order_access(struct plan *p, uint32_t event, uint32_t *write, struct lasts *reads) {
  const struct trace_event *e = &p->events.data[event].e;
  size_t i;
  replay_order_wait_for(p, event, *write);
  if (!trace_is_write(e)) {
    lasts_put(p, reads, event);
    mark_conflicts(p, event);
    return;
  }
  for (i = 0; i < reads->v.len; i++) replay_order_wait_for(p, event, reads->v.data[i]);
  mark_conflicts(p, event);
  reads->v.len = 0;
  *write = event;
}

static void order_group(struct plan *p, const struct item *item, size_t n) {
  struct lasts l = {0};
  uint32_t last = PLAN_NONE;
  size_t i;
  for (i = 0; i < n; i++) {
    uint32_t event = item[i].event;
    enum family f = (enum family)(item[i].a >> 32);
    if (f == ACCESS) {
      order_access(p, event, &last, &l);
    } else {
      replay_order_wait_for(p, event, last);
      last = event;
    }
  }
  vec_free(&l.v);
}

static void order_totally(struct plan *p) {
  uint32_t i;
  p->before.len = 0;
  for (i = 0; i < p->events.len; i++) {
    p->events.data[i].before_count = 0;
    if (i) replay_order_wait_for(p, i, i - 1);
  }
}

void plan_order(struct replay *r) {
  struct plan *p = &r->plan;
  VEC(struct item) items = {0};
  size_t i, from;
  for (i = 0; i < p->events.len; i++) {
    const struct trace_event *e = &p->events.data[i].e;
    enum family f = family_of(e);
    if (f) {
      bool element = trace_has(e, TRAIT_ELEMENT);
      uint64_t b = f != ACCESS ? 0 : element ? (uint32_t)e->index : (uint64_t)e->ref << 32;
      *vec_push(&items) =
          (struct item){(uint64_t)f << 32 | (f == LIBRARY ? 0 : e->object), b, (uint32_t)i};
    }
  }
  if (items.len) qsort(items.data, items.len, sizeof *items.data, by_object);
  for (from = 0; from < items.len; from = i) {
    for (i = from; i < items.len && items.data[i].a == items.data[from].a &&
                   items.data[i].b == items.data[from].b;)
      i++;
    order_group(p, &items.data[from], i - from);
  }
  vec_free(&items);
  if (r->opt.strict) order_totally(p);
}
