/* See causal.h.
 *
 * Each event increments its thread's own entry in the thread's vector clock, as in Fidge's and
 * Mattern's clocks, so the entry's value is also the number of the event within the thread. A
 * release joins the thread's clock into the clock of the released lock; an acquire joins that clock
 * into the thread's. Races are found with epochs (C. Flanagan, S. Freund: FastTrack, PLDI 2009):
 * each variable stores its last write, and the last read of each thread since that write. */
#include "trace/causal.h"

#include <stdlib.h>
#include <string.h>
#include <xxhash.h>

#include "engine/base/check.h"
#include "engine/base/mem.h"
#include "trace/call_effect.h"
#include "trace/variables.h"

struct clock {
  VEC(uint32_t) at;
};

struct causal_thread {
  uint32_t id;
  uint32_t calls;  /* number of library calls that the thread is inside */
  bool works;      /* is it a thread of a pool? */
  uint64_t handed; /* value of causal.handed at its last event */
  uint64_t last;   /* its last event */
  struct clock clock;
};

/* Kinds of entries in causal.syncs. An entry carries the clock of its releases to its acquires.
 * Three kinds carry no clock: WOKEN and PERMIT only report edges, and WORKER only records that a
 * started thread belongs to a pool. */
enum carrier {
  BY_START,
  BY_MONITOR,
  BY_LOCK,
  BY_READERS,
  BY_VOLATILE,
  BY_CALL,
  WOKEN,
  PERMIT,
  WORKER
};

struct causal_sync {
  uint32_t carrier, a, b;
  uint32_t slot; /* slot + 1 of the thread that released last; 0: the entry is free */
  uint64_t event;
  struct clock clock;
};

struct epoch {
  uint64_t event;
  uint32_t slot, count; /* count 0: no event */
  uint32_t location, kind;
};

struct causal_variable {
  struct epoch write;
  uint64_t raced;
  VEC(struct epoch) reads;
};

struct causal {
  struct causal_listener listener;
  VEC(struct causal_thread) threads; /* by slot */
  uint32_t *slots;                   /* hash table by thread id, open addressing: slot + 1 */
  size_t slot_cap;
  struct causal_sync *syncs; /* hash table with open addressing */
  size_t sync_cap, sync_len;
  struct variables variables; /* values are struct causal_variable */
  struct call_effects methods;
  struct clock tasks; /* join of the clocks at all handovers to pools */
  uint64_t handed;    /* number of handovers so far */
};

const char *causal_edge_name(enum causal_edge kind) {
  static const char *const names[] = {"start", "join",   "lock",   "volatile",
                                      "call",  "notify", "unpark", "task"};
  CHECK((size_t)kind < COUNT(names), "an edge is of a known kind: %d", (int)kind);
  return names[kind];
}

static void causal_variable_release(void *value) {
  struct causal_variable *v = value;
  vec_free(&v->reads);
}

struct causal *causal_new(const struct causal_listener *listener) {
  struct causal *c = mem_alloc(sizeof *c);
  c->listener = *listener;
  variables_init(&c->variables, sizeof(struct causal_variable), causal_variable_release);
  return c;
}

void causal_free(struct causal *c) {
  if (!c) return;
  for (size_t i = 0; i < c->threads.len; i++) vec_free(&c->threads.data[i].clock.at);
  for (size_t i = 0; i < c->sync_cap; i++) vec_free(&c->syncs[i].clock.at);
  vec_free(&c->threads);
  free(c->slots);
  free(c->syncs);
  vec_free(&c->tasks.at);
  variables_release(&c->variables);
  free(c);
}

/* ---- clocks ---- */

static uint32_t *clock_entry(struct clock *c, size_t slot) {
  vec_reserve(&c->at, slot + 1);
  while (c->at.len <= slot) c->at.data[c->at.len++] = 0;
  return &c->at.data[slot];
}

static void clock_join(struct clock *to, const struct clock *from) {
  if (from->at.len) clock_entry(to, from->at.len - 1);
  for (size_t i = 0; i < from->at.len; i++)
    if (to->at.data[i] < from->at.data[i]) to->at.data[i] = from->at.data[i];
}

/* ---- tables ---- */

static size_t slot_place(const uint32_t *slots, size_t cap, const struct causal *c, uint32_t id) {
  size_t i = (id * 0x9e3779b1u) & (cap - 1);
  while (slots[i] && c->threads.data[slots[i] - 1].id != id) i = (i + 1) & (cap - 1);
  return i;
}

static void slots_grow(struct causal *c) {
  size_t cap = c->slot_cap ? c->slot_cap * 2 : 64;
  if ((c->threads.len + 1) * 2 <= c->slot_cap) return;
  free(c->slots);
  c->slots = mem_alloc(cap * sizeof *c->slots);
  c->slot_cap = cap;
  for (size_t i = 0; i < c->threads.len; i++)
    c->slots[slot_place(c->slots, cap, c, c->threads.data[i].id)] = (uint32_t)i + 1;
}

/* Returns the thread's slot, adding the thread if this is its first event (*fresh). */
static uint32_t slot_of(struct causal *c, uint32_t id, bool *fresh) {
  slots_grow(c);
  size_t at = slot_place(c->slots, c->slot_cap, c, id);
  *fresh = !c->slots[at];
  if (*fresh) {
    *vec_push(&c->threads) = (struct causal_thread){.id = id};
    c->slots[at] = (uint32_t)c->threads.len;
  }
  return c->slots[at] - 1;
}

static struct causal_thread *thread_find(const struct causal *c, uint32_t id) {
  if (!c->slot_cap) return NULL;
  uint32_t slot = c->slots[slot_place(c->slots, c->slot_cap, c, id)];
  return slot ? &c->threads.data[slot - 1] : NULL;
}

static struct causal_sync *sync_place(struct causal_sync *t, size_t cap, uint32_t carrier,
                                      uint32_t a, uint32_t b) {
  uint32_t key[3] = {carrier, a, b};
  size_t i = XXH3_64bits(key, sizeof key) & (cap - 1);
  while (t[i].slot && (t[i].carrier != carrier || t[i].a != a || t[i].b != b))
    i = (i + 1) & (cap - 1);
  return &t[i];
}

static void syncs_grow(struct causal *c) {
  size_t cap = c->sync_cap ? c->sync_cap * 2 : 256;
  if ((c->sync_len + 1) * 2 <= c->sync_cap) return;
  struct causal_sync *t = mem_alloc(cap * sizeof *t);
  for (size_t i = 0; i < c->sync_cap; i++) {
    const struct causal_sync *s = &c->syncs[i];
    if (s->slot) *sync_place(t, cap, s->carrier, s->a, s->b) = *s;
  }
  free(c->syncs);
  c->syncs = t;
  c->sync_cap = cap;
}

/* ---- releases and acquires ---- */

static struct causal_point point_of(const struct causal *c, uint32_t slot, uint64_t event) {
  return (struct causal_point){.event = event, .thread = c->threads.data[slot].id};
}

static struct causal_point access_of(const struct causal *c, const struct epoch *e) {
  return (struct causal_point){e->event, c->threads.data[e->slot].id, e->location, e->kind};
}

static void causal_put_edge(struct causal *c, struct causal_point from, struct causal_point to,
                            enum causal_edge kind) {
  if (c->listener.edge) c->listener.edge(c->listener.arg, from, to, kind);
}

/* by enum carrier: the kind of edge from its releases to its acquires */
static const uint8_t edges_of[] = {CAUSAL_START,  CAUSAL_LOCK,     CAUSAL_LOCK,
                                   CAUSAL_LOCK,   CAUSAL_VOLATILE, CAUSAL_CALL,
                                   CAUSAL_NOTIFY, CAUSAL_UNPARK,   CAUSAL_TASK};

static bool left_out(const struct causal *c, enum causal_edge kind) {
  return c->listener.only && !(c->listener.only & 1u << kind);
}

/* Joins the thread's clock into the entry's, rather than replacing it, so that an acquire is
 * ordered after all earlier releases even if the trace lacks the acquires between them. */
static void sync_release(struct causal *c, uint32_t slot, uint64_t n, uint32_t carrier, uint32_t a,
                         uint32_t b) {
  if (left_out(c, (enum causal_edge)edges_of[carrier])) return;
  syncs_grow(c);
  struct causal_sync *s = sync_place(c->syncs, c->sync_cap, carrier, a, b);
  CHECK(c->sync_len < c->sync_cap, "the table of releases has a free slot: %zu", c->sync_len);
  if (!s->slot) {
    *s = (struct causal_sync){.carrier = carrier, .a = a, .b = b};
    c->sync_len++;
  }
  s->slot = slot + 1;
  s->event = n;
  if (carrier == WOKEN || carrier == PERMIT || carrier == WORKER) return;
  clock_join(&s->clock, &c->threads.data[slot].clock);
}

/* Is no other clock ahead of the thread's own? Only the thread itself counts its events. */
static bool is_latest(const struct causal *c, uint32_t slot, const struct clock *other) {
  return slot >= other->at.len || other->at.data[slot] <= c->threads.data[slot].clock.at.data[slot];
}

static void sync_acquire(struct causal *c, uint32_t slot, uint64_t n, uint32_t carrier, uint32_t a,
                         uint32_t b) {
  if (!c->sync_cap) return;
  struct causal_sync *s = sync_place(c->syncs, c->sync_cap, carrier, a, b);
  if (!s->slot) return;
  CHECK(is_latest(c, slot, &s->clock), "no clock is ahead of a thread's own: T%u",
        c->threads.data[slot].id - 1);
  clock_join(&c->threads.data[slot].clock, &s->clock);
  if (s->slot != slot + 1)
    causal_put_edge(c, point_of(c, s->slot - 1, s->event), point_of(c, slot, n),
                    (enum causal_edge)edges_of[carrier]);
}

static void take_lock(struct causal *c, uint32_t slot, uint64_t n, const struct trace_event *e) {
  bool shared = e->flags & TRACE_SHARED, monitor = trace_has(e, TRAIT_MONITOR);
  uint32_t lock = trace_lock(e);
  if (trace_has(e, TRAIT_ACQUIRES)) {
    sync_acquire(c, slot, n, monitor ? BY_MONITOR : BY_LOCK, lock, 0);
    if (!shared && !monitor) sync_acquire(c, slot, n, BY_READERS, lock, 0);
  } else {
    sync_release(c, slot, n, monitor ? BY_MONITOR : shared ? BY_READERS : BY_LOCK, lock, 0);
  }
}

static void take_join(struct causal *c, uint32_t slot, uint64_t n, const struct trace_event *e) {
  const struct causal_thread *other = e->flags & TRACE_ELAPSED ? NULL : thread_find(c, e->ref);
  if (!other || other == &c->threads.data[slot] || left_out(c, CAUSAL_JOIN)) return;
  CHECK(is_latest(c, slot, &other->clock), "no clock is ahead of a thread's own: T%u",
        c->threads.data[slot].id - 1);
  clock_join(&c->threads.data[slot].clock, &other->clock);
  causal_put_edge(c, (struct causal_point){.event = other->last, .thread = other->id},
                  point_of(c, slot, n), CAUSAL_JOIN);
}

static void take_wait(struct causal *c, uint32_t slot, uint64_t n, const struct trace_event *e) {
  if (e->kind == TRACE_EV_WAIT_BEGIN) {
    sync_release(c, slot, n, BY_MONITOR, e->object, 0);
  } else {
    sync_acquire(c, slot, n, BY_MONITOR, e->object, 0);
    if (!(e->flags & (TRACE_ELAPSED | TRACE_INTERRUPTED)))
      sync_acquire(c, slot, n, WOKEN, e->object, 0);
  }
}

/* ---- tasks of pools ---- */

/* Marks the started thread as a pool's if it is started inside a library call, or by library code
 * in a thread of a pool. */
static void take_start(struct causal *c, uint32_t slot, uint64_t n, const struct trace_event *e) {
  const struct causal_thread *t = &c->threads.data[slot];
  sync_release(c, slot, n, BY_START, e->ref, 0);
  if (t->calls || (t->works && !e->location)) sync_release(c, slot, n, WORKER, e->ref, 0);
}

static void take_begin(struct causal *c, uint32_t slot, uint64_t n) {
  uint32_t id = c->threads.data[slot].id;
  sync_acquire(c, slot, n, BY_START, id, 0);
  c->threads.data[slot].works =
      c->sync_cap && sync_place(c->syncs, c->sync_cap, WORKER, id, 0)->slot;
}

/* Orders a pool's thread after all tasks handed over so far, because it may have taken any of
 * them. */
static void worker_goes_on(struct causal *c, struct causal_thread *t) {
  if (!t->works || t->handed == c->handed) return;
  t->handed = c->handed;
  clock_join(&t->clock, &c->tasks);
}

static void take_call(struct causal *c, uint32_t slot, uint64_t n, const struct trace_event *e) {
  struct causal_thread *t = &c->threads.data[slot];
  bool before = e->kind == TRACE_EV_CALL_BEFORE, asks = !left_out(c, CAUSAL_TASK);
  unsigned what = call_effect_of(&c->methods, c->listener.names, e->ref);
  t->calls = before ? t->calls + 1 : t->calls - (t->calls > 0);
  if (e->object && before && !(what & RELEASES_NOTHING))
    sync_release(c, slot, n, BY_CALL, e->object, 0);
  if (e->object && !before && !(what & ACQUIRES_NOTHING))
    sync_acquire(c, slot, n, BY_CALL, e->object, 0);
  if (before && asks && what & HANDS_TASKS) {
    clock_join(&c->tasks, &t->clock);
    c->handed++;
  }
  for (size_t i = 0; !before && asks && what & AWAITS_TASKS && i < c->threads.len; i++)
    if (c->threads.data[i].works) clock_join(&t->clock, &c->threads.data[i].clock);
}

static void take_sync(struct causal *c, uint32_t slot, uint64_t n, const struct trace_event *e) {
  switch (e->kind) {
    case TRACE_EV_THREAD_START: take_start(c, slot, n, e); break;
    case TRACE_EV_THREAD_JOIN: take_join(c, slot, n, e); break;
    case TRACE_EV_WAIT_BEGIN:
    case TRACE_EV_WAIT_END: take_wait(c, slot, n, e); break;
    case TRACE_EV_NOTIFY:
    case TRACE_EV_NOTIFY_ALL: sync_release(c, slot, n, WOKEN, e->object, 0); break;
    case TRACE_EV_UNPARK: sync_release(c, slot, n, PERMIT, e->ref, 0); break;
    case TRACE_EV_PARK_END: sync_acquire(c, slot, n, PERMIT, e->thread, 0); break;
    case TRACE_EV_CALL_BEFORE:
    case TRACE_EV_CALL_AFTER: take_call(c, slot, n, e); break;
    default:
      if (trace_has(e, TRAIT_ACQUIRES | TRAIT_RELEASES)) take_lock(c, slot, n, e);
  }
}

/* ---- accesses ---- */

static bool ordered(const struct causal *c, uint32_t slot, const struct epoch *before) {
  const struct clock *now = &c->threads.data[slot].clock;
  INVARIANT(!before->count ||
                (before->slot < c->threads.len &&
                 before->count <= c->threads.data[before->slot].clock.at.data[before->slot]),
            "an earlier access is an event of its thread: %u", before->count);
  return !before->count ||
         (before->slot < now->at.len && now->at.data[before->slot] >= before->count);
}

static void keep_read(struct causal_variable *v, const struct epoch *now) {
  for (size_t i = 0; i < v->reads.len; i++)
    if (v->reads.data[i].slot == now->slot) {
      v->reads.data[i] = *now;
      return;
    }
  *vec_push(&v->reads) = *now;
}

/* Reports the race of `now` with an earlier access, if they are unordered. */
static void race_with(struct causal *c, struct causal_variable *v, const struct epoch *earlier,
                      const struct epoch *now) {
  if (ordered(c, now->slot, earlier) || (v->raced && !c->listener.every)) return;
  v->raced = 1;
  c->listener.race(c->listener.arg, access_of(c, earlier), access_of(c, now));
}

static void take_access(struct causal *c, uint32_t slot, uint64_t n, const struct trace_event *e) {
  struct epoch now = {n, slot, c->threads.data[slot].clock.at.data[slot], e->location, e->kind};
  struct causal_variable *v = variables_of(&c->variables, e);
  if (v->raced && !c->listener.every) return;
  race_with(c, v, &v->write, &now);
  for (size_t i = 0; trace_is_write(e) && i < v->reads.len; i++)
    race_with(c, v, &v->reads.data[i], &now);
  if (v->raced && !c->listener.every) {
    vec_free(&v->reads);
  } else if (trace_is_write(e)) {
    v->write = now;
    v->reads.len = 0;
  } else {
    keep_read(v, &now);
  }
}

static void take_volatile(struct causal *c, uint32_t slot, uint64_t n,
                          const struct trace_event *e) {
  if (trace_is_write(e))
    sync_release(c, slot, n, BY_VOLATILE, e->object, e->ref);
  else
    sync_acquire(c, slot, n, BY_VOLATILE, e->object, e->ref);
}

void causal_take(struct causal *c, uint64_t n, const struct trace_event *e) {
  bool fresh, access = trace_is_read(e) || trace_is_write(e);
  if (!e->thread) return;
  uint32_t slot = slot_of(c, e->thread, &fresh);
  CHECK(fresh || c->threads.data[slot].last <= n, "events are taken in their order: %llu",
        (unsigned long long)n);
  ++*clock_entry(&c->threads.data[slot].clock, slot);
  if (fresh) take_begin(c, slot, n);
  worker_goes_on(c, &c->threads.data[slot]);
  if (!access)
    take_sync(c, slot, n, e);
  else if (e->flags & TRACE_VOLATILE)
    take_volatile(c, slot, n, e);
  else if (c->listener.race && (c->listener.every || !(e->flags & TRACE_FINAL_FIELD)))
    take_access(c, slot, n, e);
  c->threads.data[slot].last = n;
}

const uint32_t *causal_clock(const struct causal *c, uint32_t thread, size_t *width) {
  const struct causal_thread *t = thread_find(c, thread);
  *width = t ? t->clock.at.len : 0;
  return t ? t->clock.at.data : NULL;
}

uint32_t causal_thread(const struct causal *c, size_t i) {
  return i < c->threads.len ? c->threads.data[i].id : 0;
}

struct causal_epoch causal_now(const struct causal *c, uint32_t thread) {
  const struct causal_thread *t = thread_find(c, thread);
  uint32_t slot = t ? (uint32_t)(t - c->threads.data) : 0;
  return (struct causal_epoch){thread, t ? t->clock.at.data[slot] : 0};
}

bool causal_before(const struct causal *c, struct causal_epoch before, uint32_t thread) {
  const struct causal_thread *from = thread_find(c, before.thread), *to = thread_find(c, thread);
  if (!before.count || from == to) return true;
  size_t slot = from ? (size_t)(from - c->threads.data) : 0;
  return from && to && slot < to->clock.at.len && to->clock.at.data[slot] >= before.count;
}

uint64_t causal_variables(const struct causal *c, uint64_t *forgotten) {
  *forgotten = c->variables.forgotten;
  return c->variables.len;
}
