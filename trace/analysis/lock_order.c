/* Lock order: finds cycles of locks in which each lock is taken while the previous one is held, by
 * different threads. The run did not deadlock, but another order of the same steps may.
 *
 * K. Havelund: Using runtime analysis to guide model checking of Java programs, SPIN 2000; S.
 * Bensalem, K. Havelund: Dynamic deadlock analysis of multi-threaded programs, PADTAD 2005. When a
 * thread that holds lock a takes lock b, an edge a->b is stored with the thread, all locks that it
 * holds (the gates), and the thread's position in the order of start and join. A cycle of edges
 * a1->a2, a2->a3, ..., an->a1 gives a warning if its edges belong to different threads, no two of
 * them share a gate (a lock that both threads hold excludes them from each other), and starts and
 * joins do not order any two of them. Two shared uses (read locks) of a lock in the cycle do not
 * conflict, and locks taken by tryLock are ignored because it does not wait. A wait releases its
 * monitor and takes it again while its thread holds its other locks.
 *
 * A new edge completes cycles with earlier edges, and the warning belongs to the event of the new
 * edge. A thread's position in the order of start and join changes only by its own starts and
 * joins; between two of these, equal edges are stored once. Of edges that differ only in that
 * position the first EDGES_ALIKE are stored, and LOCK_EDGES in total. */
#include <stdlib.h>
#include <string.h>

#include "engine/base/check.h"
#include "trace/analysis/analysis.h"
#include "trace/analysis/analysis_table.h"
#include "trace/analysis/ids.h"
#include "trace/analysis/locks.h"
#include "trace/causal.h"

enum { LOCK_EDGES = 20000, EDGES_ALIKE = 4, LOCK_CIRCLE = 6 };

struct lock_edge {
  uint32_t from, to;           /* the locks */
  bool from_shared, to_shared; /* are they read locks? */
  uint32_t gates;              /* set of all locks that the thread held, including `from` */
  uint32_t segment;            /* number of starts and joins by its thread so far */
  struct causal_epoch at;
  uint32_t clock_at, clock_len; /* where `clocks` has the thread's vector clock */
  uint64_t event;
  uint32_t location;
  uint8_t kind;
  int32_t next; /* index of an earlier edge from the same lock; -1: none */
};

struct lock_order {
  const struct trace_reader *reader;
  struct analysis_report *report;
  struct locks *locks;
  struct causal *order; /* order by start and join */
  VEC(struct lock_edge) edges;
  VEC(uint32_t) clocks;
  struct ids lock_ids, thread_ids;
  VEC(int32_t) first;     /* by lock: index of its latest edge; -1: none */
  VEC(uint32_t) segments; /* by thread: number of its starts and joins */
  VEC(uint32_t) reported; /* numbers of the sets of locks that were reported */
  uint64_t left_out;
};

/* ---- cycles ---- */

struct circle {
  const struct lock_edge *edges[LOCK_CIRCLE];
  size_t len;
};

/* Do starts and joins order edge `a` before edge `b`? */
static bool edge_before(const struct lock_order *o, const struct lock_edge *a,
                        const struct lock_edge *b) {
  CHECK(b->clock_at + (size_t)b->clock_len <= o->clocks.len, "a nested lock has its clock: %u",
        b->clock_at);
  for (uint32_t i = 0; i < b->clock_len; i++)
    if (causal_thread(o->order, i) == a->at.thread)
      return o->clocks.data[b->clock_at + i] >= a->at.count;
  return false;
}

static bool together(struct lock_order *o, const struct lock_edge *a, const struct lock_edge *b) {
  return a->at.thread != b->at.thread && !locks_intersect(o->locks, a->gates, b->gates) &&
         !edge_before(o, a, b) && !edge_before(o, b, a);
}

/* Can a thread at edge `a` wait for a thread at edge `b`? */
static bool blocks(const struct lock_edge *a, const struct lock_edge *b) {
  return a->to == b->from && !(a->to_shared && b->from_shared);
}

static bool circle_fits(struct lock_order *o, const struct circle *c, const struct lock_edge *e) {
  if (!blocks(c->edges[c->len - 1], e)) return false;
  for (size_t i = 0; i < c->len; i++)
    if (!together(o, c->edges[i], e)) return false;
  return true;
}

/* Has no cycle with the same set of locks been reported? Records this one. */
static bool is_new(struct lock_order *o, const struct circle *c) {
  uint32_t locks[LOCK_CIRCLE];
  for (size_t i = 0; i < c->len; i++) locks[i] = c->edges[i]->from;
  uint32_t set = locks_set(o->locks, locks, c->len);
  for (size_t i = 0; i < o->reported.len; i++)
    if (o->reported.data[i] == set) return false;
  *vec_push(&o->reported) = set;
  return true;
}

static struct analysis_access taken(const struct lock_order *o, const struct lock_edge *e) {
  return (struct analysis_access){e->event, e->at.thread, e->location, e->kind,
                                  locks_name(o->locks, o->reader, e->gates)};
}

static void put_message(const struct lock_order *o, const struct circle *c, struct text *out) {
  text_puts(out, "taken in a cycle:");
  for (size_t i = 0; i < c->len; i++) {
    text_puts(out, i ? ", " : " ");
    trace_name_thread(o->reader, c->edges[i]->at.thread, out);
    text_puts(out, " holds ");
    trace_name_object(o->reader, c->edges[i]->from, out);
    text_puts(out, " and takes ");
    trace_name_object(o->reader, c->edges[i]->to, out);
  }
}

static void lock_order_warn(struct lock_order *o, const struct circle *c) {
  struct text name = {0}, message = {0};
  CHECK(c->len > 1 && c->len <= LOCK_CIRCLE, "a cycle has at least two locks: %zu", c->len);
  if (!is_new(o, c)) return;
  for (size_t i = 0; i < c->len; i++) {
    if (i) text_puts(&name, ", ");
    trace_name_object(o->reader, c->edges[i]->from, &name);
    analysis_mark(o->report, "lock-order", c->edges[i]->event);
  }
  put_message(o, c, &message);
  struct analysis_warning w = {.analysis = "lock-order",
                               .variable = name.s,
                               .message = message.s,
                               .first = taken(o, c->edges[1]),
                               .second = taken(o, c->edges[0])};
  analysis_warn(o->report, &w);
}

static int32_t *first_of(struct lock_order *o, uint32_t lock) {
  uint32_t n = ids_number(&o->lock_ids, lock);
  if (n == o->first.len) *vec_push(&o->first) = -1;
  CHECK(n < o->first.len, "locks have consecutive numbers: %u", n);
  return &o->first.data[n];
}

/* Reports all cycles that the stored edges form with the first edge of `c`. */
static void close_circles(struct lock_order *o, struct circle *c) {
  for (int32_t i = *first_of(o, c->edges[c->len - 1]->to); i >= 0; i = o->edges.data[i].next) {
    const struct lock_edge *e = &o->edges.data[i];
    INVARIANT(e->next < i, "the edges of a lock are linked from the latest on: %d", i);
    if (!circle_fits(o, c, e)) continue;
    c->edges[c->len++] = e;
    if (blocks(e, c->edges[0]))
      lock_order_warn(o, c);
    else if (c->len < LOCK_CIRCLE)
      close_circles(o, c);
    c->len--;
  }
}

/* ---- edges ---- */

static bool alike(const struct lock_edge *a, const struct lock_edge *b) {
  return a->to == b->to && a->at.thread == b->at.thread && a->gates == b->gates &&
         a->from_shared == b->from_shared && a->to_shared == b->to_shared;
}

/* Does the edge differ enough from the stored ones to be stored? */
static bool says_more(struct lock_order *o, const struct lock_edge *e) {
  unsigned same = 0;
  for (int32_t i = *first_of(o, e->from); i >= 0; i = o->edges.data[i].next) {
    const struct lock_edge *f = &o->edges.data[i];
    if (!alike(e, f)) continue;
    if (f->segment == e->segment || ++same == EDGES_ALIKE) return false;
  }
  return true;
}

static void edge_add(struct lock_order *o, struct lock_edge *e) {
  size_t width;
  if (!says_more(o, e)) return;
  if (o->edges.len == LOCK_EDGES) {
    o->left_out++;
    return;
  }
  const uint32_t *clock = causal_clock(o->order, e->at.thread, &width);
  e->clock_at = (uint32_t)o->clocks.len;
  e->clock_len = (uint32_t)width;
  for (size_t i = 0; i < width; i++) *vec_push(&o->clocks) = clock[i];
  struct circle c = {{e}, 1};
  close_circles(o, &c);
  e->next = *first_of(o, e->from);
  *vec_push(&o->edges) = *e;
  *first_of(o, e->from) = (int32_t)o->edges.len - 1;
}

static uint32_t *segment_of(struct lock_order *o, uint32_t thread) {
  uint32_t n = ids_number(&o->thread_ids, thread);
  if (n == o->segments.len) *vec_push(&o->segments) = 0;
  CHECK(n < o->segments.len, "threads have consecutive numbers: %u", n);
  return &o->segments.data[n];
}

/* Called when the thread takes a lock: adds an edge from each other lock that it holds. */
static void lock_order_take(struct lock_order *o, uint64_t n, const struct trace_event *ev) {
  size_t count;
  const struct lock_held *held = locks_held(o->locks, ev->thread, &count);
  struct lock_edge e = {.to = trace_lock(ev),
                        .to_shared = ev->flags & TRACE_SHARED,
                        .segment = *segment_of(o, ev->thread),
                        .at = causal_now(o->order, ev->thread),
                        .event = n,
                        .location = ev->location,
                        .kind = ev->kind};
  VEC(uint32_t) gates = {0};
  for (size_t i = 0; i < count; i++)
    if (held[i].lock != e.to) *vec_push(&gates) = held[i].lock;
  e.gates = locks_set(o->locks, gates.data, gates.len);
  for (size_t i = 0; i < count; i++) {
    e.from = held[i].lock;
    e.from_shared = !held[i].exclusive;
    if (e.from != e.to) edge_add(o, &e);
  }
  vec_free(&gates);
}

static bool was_tried(const struct lock_order *o, const struct trace_event *e) {
  return !strncmp(trace_reader_string(o->reader, e->text, NULL), "tryLock", 7);
}

static bool holds(const struct lock_order *o, const struct trace_event *e) {
  size_t count;
  const struct lock_held *held = locks_held(o->locks, e->thread, &count);
  for (size_t i = 0; i < count; i++)
    if (held[i].lock == trace_lock(e)) return true;
  return false;
}

void lock_order_event(void *state, uint64_t n, const struct trace_event *e) {
  struct lock_order *o = state;
  bool takes = trace_has(e, TRAIT_ACQUIRES) && !holds(o, e) && !was_tried(o, e);
  causal_take(o->order, n, e);
  if (e->kind == TRACE_EV_THREAD_START || e->kind == TRACE_EV_THREAD_JOIN)
    ++*segment_of(o, e->thread);
  if (takes || e->kind == TRACE_EV_WAIT_END) lock_order_take(o, n, e);
  locks_take(o->locks, e);
}

void *lock_order_begin(const struct analysis_context *c) {
  struct lock_order *o = mem_alloc(sizeof *o);
  o->reader = c->reader;
  o->report = c->report;
  o->locks = locks_new();
  o->order = causal_new(&(struct causal_listener){.only = 1u << CAUSAL_START | 1u << CAUSAL_JOIN});
  return o;
}

void lock_order_end(void *state) {
  struct lock_order *o = state;
  if (o->left_out)
    analysis_note(o->report, mem_printf("%llu nested locks", (unsigned long long)o->left_out),
                  mem_strdup("lock-order keeps only a limited number"));
  vec_free(&o->edges);
  vec_free(&o->clocks);
  vec_free(&o->first);
  vec_free(&o->segments);
  vec_free(&o->reported);
  ids_release(&o->lock_ids);
  ids_release(&o->thread_ids);
  causal_free(o->order);
  locks_free(o->locks);
  free(o);
}
