/* Decides which events must be matched before which. Within a thread this is the thread's order.
 * Across threads it is the recorded order of events that do not commute (soundness rule 27,
 * recorded order).
 *
 * Three kinds of events are ordered: conflicting accesses of a variable, all events on one monitor,
 * and all events of library operations. The last form one group because nothing shows which library
 * objects belong together (a Lock and its Condition). With `strict` each event waits for the one
 * before it. */
#include <stdlib.h>
#include <string.h>

#include "engine/base/check.h"
#include "engine/base/hash.h"
#include "engine/vm/machine.h"
#include "engine/vm/sched/deadlock.h"
#include "trace/replay/replay_int.h"

enum family { NO_FAMILY, ACCESS, MONITOR, LIBRARY };

/* The latest events of one variable, of one monitor, or of the library. A later event may have to
 * wait for them. */
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
  CHECK(earlier < event && e->before + e->before_count == p->before.len,
        "what an event waits for is earlier and listed together: %u, %u", earlier, event);
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

/* ---- other orders ---- */

/* When a thread deviates from the trace, the search tries another order. The thread's operation is
 * determined by what it has read. The reads that the trace does not contain are inside the library:
 * which worker of a pool took which task, which thread got a lock first. The order of two such
 * operations matters only if two threads access the same location and at least one of them writes.
 * The search therefore does not backtrack step by step. It goes back to the latest level at which
 * this thread and another came to such a location, and lets the thread that came second go first
 * until it has accessed the location. It prefers atomic updates and locks to other accesses,
 * because each of them sees the effect of the one before.
 *
 * This is the idea of dynamic partial order reduction, used as a heuristic: it discards the untried
 * choices of all levels that it skips. Some attempts of the search backtrack step by step instead
 * (paths.c). */

/* WINDOW: number of latest accesses that are considered. THREADS_MOST: bounds the vector clocks,
 * which each location has; programs with more threads are not reordered. */
enum { WINDOW = 4096, SLOTS = 4 * WINDOW, THREADS_MOST = 256 };
#define MONITOR UINT32_MAX

/* ---- recording accesses ---- */

void reorder_note(struct replay *r, const struct xevent *x) {
  bool lock = x->op == OPK_LOCK || x->op == OPK_REACQUIRE;
  struct touch t = {.obj = x->obj,
                    .off = lock ? MONITOR : x->off,
                    .level = (uint32_t)r->path.len - 1,
                    .thread = x->thread,
                    .kind = lock       ? UPDATED
                            : x->write ? STORED
                                       : SAW};
  const struct touch *last = r->touched.len ? &r->touched.data[r->touched.len - 1] : NULL;
  if (!lock && (!x->size || !x->shared)) return;
  /* the log contains an atomic update as a read and a write */
  if (last && x->write && last->level == t.level && last->obj == t.obj && last->off == t.off &&
      last->kind == SAW) {
    r->touched.data[r->touched.len - 1].kind = UPDATED;
    return;
  }
  *vec_push(&r->touched) = t;
}

void reorder_forget(struct replay *r) {
  while (r->touched.len && r->touched.data[r->touched.len - 1].level + 1 >= r->path.len)
    r->touched.len--;
  if (r->ahead.on && r->ahead.level >= r->path.len) r->ahead.on = false;
}

/* ---- letting a thread go first ---- */

void reorder_arrived(struct replay *r) {
  uint32_t level = (uint32_t)r->path.len - 1;
  for (size_t i = r->touched.len; r->ahead.on && i-- > 0 && r->touched.data[i].level == level;) {
    const struct touch *t = &r->touched.data[i];
    if (t->thread == r->ahead.thread && t->obj == r->ahead.obj && t->off == r->ahead.off &&
        (t->kind == UPDATED || !r->ahead.updates))
      r->ahead.on = false;
  }
}

uint32_t reorder_kept_out(struct replay *r, uint32_t thread) {
  uint32_t first = rank_first_thread(r);
  if (first == PLAN_NONE) return PLAN_NONE;
  return deadlock_waits_for(r->vm, vm_thread(r->vm, first)) == (int)thread ? first : PLAN_NONE;
}

/* ---- finding a pair of accesses ---- */

enum { LATELY = 4, MOST = 8 };

/* The accesses to one location within the window, and the vector clocks of what happened before
 * them. */
struct spot {
  ref obj;
  uint32_t off;
  bool used;
  uint32_t *stored, *all; /* vector clocks: the joins over its writers and over all its accesses */
  /* a ring for each thread of its latest accesses here, as index in `touched` + 1 */
  uint32_t *lately;
};

struct looking {
  struct replay *r;
  uint32_t thread, threads;
  bool updates; /* consider only pairs of updates */
  bool late;    /* the thread came too late, so only orders in which it goes first are considered */
  struct spot *spots;
  uint32_t *clocks; /* by thread, its vector clock: threads x threads entries */
  uint32_t *counts; /* by thread: number of its accesses so far */
  uint32_t *number; /* by access of the window: its number among its thread's accesses */
  VEC(struct reorder) found;
};

static struct spot *spot_of(struct looking *k, const struct touch *t) {
  struct spot *all = k->spots;
  uint64_t i = hash_mix((uint64_t)t->obj << 32 | t->off) % SLOTS;
  while (all[i].used && (all[i].obj != t->obj || all[i].off != t->off)) i = (i + 1) % SLOTS;
  if (all[i].used) return &all[i];
  all[i] = (struct spot){.obj = t->obj, .off = t->off, .used = true};
  all[i].stored = mem_alloc((LATELY + 2) * k->threads * sizeof *all[i].stored);
  all[i].all = all[i].stored + k->threads;
  all[i].lately = all[i].all + k->threads;
  return &all[i];
}

static void clock_join(uint32_t *to, const uint32_t *from, uint32_t n) {
  for (uint32_t i = 0; i < n; i++)
    if (from[i] > to[i]) to[i] = from[i];
}

/* Returns the index of an untried choice of the thread at that level. Returns l->count if there is
 * none, or if the thread has already been tried as the first there. */
static uint32_t untried(const struct level *l, uint32_t thread) {
  uint32_t i;
  for (i = l->next; i < l->count && l->overtaken != thread + 1; i++)
    if (l->choices[i].thread == thread && l->choices[i].kind != CHOICE_TIMEOUT) return i;
  return l->count;
}

/* Considers a pair: `who` reached the location of t after t, and nothing else orders the two. Adds
 * the reverse order as a candidate. */
static void look_at_pair(struct looking *k, const struct touch *t, uint32_t who) {
  const struct level *l = &k->r->path.data[t->level];
  if (who != k->thread && (k->late || t->thread != k->thread)) return;
  if (untried(l, who) == l->count) return;
  *vec_push(&k->found) = (struct reorder){t->level, who, t->obj, t->off, k->updates};
}

static void look_at_spot(struct looking *k, const struct spot *s, uint32_t who, bool reads) {
  const uint32_t *seen = &k->clocks[who * k->threads];
  size_t end = k->r->touched.len > WINDOW ? k->r->touched.len - WINDOW : 0;
  for (uint32_t i = 0; i < LATELY * k->threads; i++) {
    const struct touch *t = s->lately[i] ? &k->r->touched.data[s->lately[i] - 1] : NULL;
    if (!t || t->thread == who || (reads && t->kind == SAW)) continue;
    if (seen[t->thread] < k->number[s->lately[i] - 1 - end]) look_at_pair(k, t, who);
  }
}

static void look_at(struct looking *k, size_t at, size_t end) {
  const struct touch *t = &k->r->touched.data[at];
  struct spot *s = spot_of(k, t);
  uint32_t *mine = &k->clocks[t->thread * k->threads], n;
  CHECK(t->thread < k->threads && at >= end && at - end < WINDOW,
        "an access of the window is one of a thread: T%u", t->thread);
  if (!k->updates || t->kind == UPDATED) look_at_spot(k, s, t->thread, t->kind == SAW);
  n = k->counts[t->thread]++;
  k->number[at - end] = n + 1;
  mine[t->thread] = n + 1;
  clock_join(mine, t->kind == SAW ? s->stored : s->all, k->threads);
  clock_join(s->all, mine, k->threads);
  if (t->kind != SAW) clock_join(s->stored, mine, k->threads);
  if (k->updates && t->kind != UPDATED) return;
  s->lately[t->thread * LATELY + n % LATELY] = (uint32_t)at + 1;
}

/* A thread that waits for a monitor reaches it next, so its lock counts as the last access. */
static void look_at_waiting(struct looking *k) {
  struct vm *vm = k->r->vm;
  const struct thread *t = vm_thread(vm, k->thread);
  struct touch at = {.obj = t->state == THREAD_BLOCKED ? t->wait_obj : t->op_obj, .off = MONITOR};
  if (deadlock_waits_for(vm, t) >= 0) look_at_spot(k, spot_of(k, &at), k->thread, false);
}

/* Has the thread matched nothing after that level? If so, it was inside the library at that level
 * and could have continued. */
static bool matched_nothing_behind(struct replay *r, uint32_t thread, uint32_t level) {
  uint32_t p = match_thread(r, thread);
  size_t i = level + 1 < r->path.len ? r->path.data[level + 1].undo : r->undo.len;
  for (; i < r->undo.len; i++)
    if (r->undo.data[i].kind == UNDO_POSITION && r->undo.data[i].at == p) return false;
  return p != PLAN_NONE;
}

static bool others_come_to(const struct looking *k, const struct spot *s) {
  for (uint32_t i = 0; i < LATELY * k->threads; i++)
    if (s->lately[i] && i / LATELY != k->thread) return true;
  return false;
}

/* Finds candidates for a thread that reached a shared location too early. Another thread that was
 * inside the library all the time could have reached the location first, although its next event in
 * the trace may come much later. */
static void look_at_idle(struct looking *k, size_t end) {
  struct replay *r = k->r;
  for (size_t at = r->touched.len; at-- > end;) {
    const struct touch *t = &r->touched.data[at];
    const struct level *l = &r->path.data[t->level];
    if (t->thread != k->thread || t->kind != UPDATED || !others_come_to(k, spot_of(k, t))) continue;
    for (uint32_t i = l->next; i < l->count; i++) {
      uint32_t who = l->choices[i].thread;
      if (who == k->thread || untried(l, who) == l->count) continue;
      if (!matched_nothing_behind(r, who, t->level)) continue;
      *vec_push(&k->found) = (struct reorder){t->level, who, t->obj, t->off, k->updates};
    }
  }
}

static int by_level(const void *x, const void *y) {
  const struct reorder *a = x, *b = y;
  return a->level < b->level ? 1 : a->level > b->level ? -1 : 0;
}

/* Chooses the candidate at the latest level; from the third attempt on, chooses at random among the
 * MOST latest candidates. */
static bool look_choose(struct looking *k, struct reorder *out) {
  const struct replay *r = k->r;
  size_t n = k->found.len < MOST ? k->found.len : MOST, i = 0;
  if (!n) return false;
  qsort(k->found.data, k->found.len, sizeof *k->found.data, by_level);
  if (r->attempt > 2) i = hash_mix(r->transitions << 16 | r->attempt) % n;
  *out = k->found.data[i];
  return true;
}

static bool look_for(struct replay *r, uint32_t thread, bool late, bool updates,
                     struct reorder *out) {
  uint32_t n = (uint32_t)vm_machine(r->vm)->thread_count, i;
  size_t end = r->touched.len > WINDOW ? r->touched.len - WINDOW : 0, at;
  struct looking k = {.r = r, .thread = thread, .threads = n, .updates = updates, .late = late};
  bool found;
  if (n > THREADS_MOST) return false;
  k.spots = mem_alloc(SLOTS * sizeof *k.spots);
  k.clocks = mem_alloc((size_t)n * n * sizeof *k.clocks);
  k.counts = mem_alloc(n * sizeof *k.counts);
  k.number = mem_alloc(WINDOW * sizeof *k.number);
  for (at = end; at < r->touched.len; at++) look_at(&k, at, end);
  look_at_waiting(&k);
  if (!late) look_at_idle(&k, end);
  found = look_choose(&k, out);
  for (i = 0; i < SLOTS; i++) free(k.spots[i].stored);
  vec_free(&k.found);
  free(k.spots);
  free(k.clocks);
  free(k.counts);
  free(k.number);
  return found;
}

bool reorder_find(struct replay *r, uint32_t thread, bool late, struct reorder *out) {
  return look_for(r, thread, late, true, out) || look_for(r, thread, late, false, out);
}

void reorder_go(struct replay *r, const struct reorder *o) {
  struct level *l;
  struct choice c;
  uint32_t i;
  while (r->path.len > o->level + 1) search_drop_level(r);
  l = &r->path.data[o->level];
  i = untried(l, o->thread);
  CHECK(i < l->count && l->next, "the choice that goes first is there and untried: T%u", o->thread);
  c = l->choices[i];
  memmove(&l->choices[l->next + 1], &l->choices[l->next], (i - l->next) * sizeof *l->choices);
  l->choices[l->next] = c;
  r->ahead = (struct ahead){.on = true,
                            .thread = (uint16_t)o->thread,
                            .overtaken = (uint16_t)l->choices[l->next - 1].thread,
                            .level = o->level,
                            .obj = o->obj,
                            .off = o->off,
                            .updates = o->updates};
}
