/* The depth-first search for a matching path (paper 003, section 3): "children that cannot match
 * are not followed; a transition is cut where a monitored event differs from the one expected".
 *
 * At each state a thread inside a library call goes first, then the thread with the first unmatched
 * event. This is the recorded order, so an unaltered trace is matched without backtracking, except
 * where the trace lacks information. The search prunes states met before with the same progress. It
 * does not prune states from which some path has reached the last event, because another way to
 * such a state gives another path that corresponds to the trace.
 *
 * The necessary order may be far from the recorded one in parts that the trace does not contain.
 * For example, the trace does not show that an idle worker of a pool returned to its queue before
 * the next task was offered.
 * The search therefore makes several attempts, most of them short:
 * - Attempt 0 keeps to the recorded order.
 * - Attempt 1 prefers threads that are in no recorded call.
 * - Attempts 2 to 5 keep to the recorded order and, where a thread deviates, go back to where
 *   another order would have made a difference to it (order.c).
 * - Attempts 6 to 11 draw a random order of the threads for each stretch of the path.
 * - Attempt 12 is long and keeps to the recorded order.
 * - The later ones alternate between reordering and random orders, up to the bounds.
 *
 * Only in attempt 12 may other threads run between two plain accesses of the library. The library's
 * locks and volatile variables protect those accesses, and a thread that reads a thousand entries
 * of a table would otherwise add a thousand levels. */
#include <inttypes.h>
#include <stdlib.h>

#include "engine/base/check.h"
#include "engine/base/clock.h"
#include "engine/base/hash.h"
#include "engine/state/xlog.h"
#include "engine/vm/given.h"
#include "engine/vm/machine.h"
#include "trace/replay/replay_int.h"

/* ---- order of choices ---- */

struct ranked {
  struct choice c;
  uint32_t call, late, event, waiter, order;
};

enum { STRETCH = 24 };

/* Returns a choice's sort key in this attempt. The smallest key goes first, whatever the recorded
 * order. */
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

/* Returns the plan's event of the library call that the thread is in, or PLAN_NONE. Most such calls
 * took effect soon after the event that was reported before them, so barriers and queues saw their
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

/* Fills in and sorts the choices of the present state. */
static void rank_choices(struct replay *r, struct level *l) {
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

/* ---- attempts and their bounds ---- */

enum { SHORT_TRANSITIONS = 4000, WHOLE_TRANSITIONS = 120000, LONG_TRANSITIONS = 20000 };

static uint64_t patience(const struct replay *r) {
  return search_reorders(r) || r->attempt > REPLAY_SHORT ? LONG_TRANSITIONS
         : r->attempt == REPLAY_SHORT                    ? WHOLE_TRANSITIONS
                                                         : SHORT_TRANSITIONS;
}

static void begin_attempt(struct replay *r) {
  r->attempt++;
  r->attempt_matched = 0;
  r->attempt_end = r->transitions + patience(r);
  search_reset(r);
  visited_clear(r->visited);
}

/* Starts the next attempt if this one has made no progress for too long. */
static void next_attempt(struct replay *r) {
  if (r->matched > r->attempt_matched || !r->attempt_end) {
    r->attempt_matched = r->matched;
    r->attempt_end = r->transitions + patience(r);
  }
  if (!r->completed && r->transitions >= r->attempt_end) begin_attempt(r);
}

/* ---- levels of the path ---- */

/* Returns a hash of the present state together with the progress. */
static struct fingerprint progress_key(const struct replay *r) {
  struct fingerprint f = xnode(r->x, r->x->here)->fp;
  size_t i;
  for (i = 0; i < r->plan.threads.len; i++) f.lo = (f.lo ^ r->position[i]) * 0x9E3779B97F4A7C15u;
  /* distinguishes a thread before a marked call from one before the first operation inside it */
  for (i = 0; i < vm_machine(r->vm)->thread_count; i++)
    f.hi = (f.hi ^ (vm_thread(r->vm, (uint32_t)i)->op == OPK_MARK)) * 0x9E3779B97F4A7C15u;
  return f;
}

/* Returns the number of events that the threads have matched, for a check. */
static uint32_t positions_sum(const struct replay *r) {
  uint32_t sum = 0;
  for (size_t i = 0; i < r->plan.threads.len; i++) sum += r->position[i];
  return sum;
}
/* Adds a level for the present node. */
static void push_level(struct replay *r, node_id node) {
  struct level l = {.node = node,
                    .key = progress_key(r),
                    .undo = r->undo.len,
                    .frontier = r->frontier,
                    .matched = r->matched};
  CHECK(r->x->here == node && xnode(r->x, node)->depth == r->path.len,
        "each node of the path has a level: node %u, %zu", node, r->path.len);
  INVARIANT(positions_sum(r) == r->matched &&
                (r->frontier == r->plan.events.len || !is_matched(r, r->frontier)),
            "the progress is that of all threads: %u matched, %u", r->matched, r->frontier);
  reorder_arrived(r);
  if (r->ahead.on) l.overtaken = r->ahead.overtaken + 1u;
  if (!(xnode(r->x, node)->flags & (NODE_ENDED | NODE_FAILED))) rank_choices(r, &l);
  *vec_push(&r->path) = l;
  xnode(r->x, node)->pins++;
}

static void pop_level(struct replay *r) {
  struct level *l = &r->path.data[--r->path.len];
  const struct level *up = r->path.len ? &r->path.data[r->path.len - 1] : NULL;
  CHECK(xnode(r->x, l->node)->pins, "a node of the path is pinned: %u", l->node);
  free(l->choices);
  xnode(r->x, l->node)->pins--;
  if (up) progress_undo(r, up->undo, up->frontier, up->matched);
  reorder_forget(r);
}

int search_drop_level(struct replay *r) {
  node_id gone = r->path.data[r->path.len - 1].node;
  if (r->path.len == 1) return ERR_NOTFOUND;
  pop_level(r);
  explorer_go(r->x, r->path.data[r->path.len - 1].node);
  explorer_drop(r->x, gone);
  return 0;
}

void search_return(struct replay *r, size_t levels) {
  if (levels >= r->path.len) return;
  while (r->path.len > levels) pop_level(r);
  r->path.data[levels - 1].next = 0;
  visited_clear(r->visited);
  r->failed = false;
  explorer_go(r->x, r->path.data[levels - 1].node);
}

void search_keep_led(struct replay *r) {
  for (size_t i = 1; i < r->path.len; i++) (void)visited_add(r->led, r->path.data[i].key);
}

void search_reset(struct replay *r) {
  queue_release(r);
  while (r->path.len) pop_level(r);
  progress_undo(r, 0, 0, 0);
  explorer_go(r->x, NODE_ROOT);
  push_level(r, NODE_ROOT);
}

void search_go(struct replay *r, node_id node) {
  uint32_t n = engine_path(r->e, node, NULL, 0), i;
  node_id *path = mem_alloc(n * sizeof *path);
  engine_path(r->e, node, path, n);
  while (r->path.len > n ||
         (r->path.len > 1 && r->path.data[r->path.len - 1].node != path[r->path.len - 1]))
    pop_level(r);
  explorer_go(r->x, r->path.data[r->path.len - 1].node);
  for (i = (uint32_t)r->path.len; i < n; i++) {
    explorer_go(r->x, path[i]);
    r->vm->run.otherwise = false; /* set for the transition executed last, not for this one */
    match_transition(r);
    r->path.data[i - 1].next = r->path.data[i - 1].count;
    push_level(r, path[i]);
  }
  CHECK(r->path.len == n && r->x->here == node, "the path leads to the requested node: %u", node);
  r->path.data[n - 1].next = 0;
  free(path);
}

bool search_has_led(struct replay *r) {
  return visited_has(r->led, r->path.data[r->path.len - 1].key);
}

/* ---- executing a transition ---- */

struct cut_after {
  struct explorer *x;
  int32_t events; /* number of events that the transition may log; -1: all */
  bool merges;    /* other threads may not run before plain accesses of the library */
};

/* Is the operation a plain access to a field or element by library code? The library's locks and
 * volatile variables protect such accesses, so other threads need to run only before operations on
 * locks and volatile variables. */
static bool is_library_plain(struct vm *vm, const struct thread *t, enum op_kind op) {
  const struct frame *f = t->frame ? vm_frame(vm, t->frame) : NULL;
  if (!op_is_plain_access(op)) return false;
  return f && !(f->flags & FRAME_ROOT) && frame_method(vm, f)->owner->is_jdk;
}

static enum cut cut(void *self, struct vm *vm, struct thread *t, enum op_kind op, ref obj,
                    uint32_t off) {
  const struct cut_after *c = self;
  if (op == OPK_MARK || op == OPK_SPIN || (op == OPK_END && off)) return CUT_RULES;
  /* The thread was chosen to begin a call or to begin running. Other threads may run before its
   * first operation. */
  if (t->op == OPK_MARK || t->op == OPK_BEGIN) vm->run.granted = false;
  if (c->events < 0 || (int32_t)c->x->log->count < c->events)
    return c->merges && is_library_plain(vm, t, op) ? CUT_GO : CUT_RULES;
  if (vm->run.granted && t->op == op && t->op_obj == obj && t->op_off == off)
    return CUT_RULES; /* the thread was chosen for this very operation */
  return CUT_STOP;
}

/* Executes a choice and ends the transition after `events` logged events (-1: no limit). A property
 * violation is noted and does not end the path, because the recorded run continued. */
static int replay_search_take(struct replay *r, struct choice c, int32_t events,
                              struct error *err) {
  struct choice ci = {.thread = c.thread, .kind = c.kind, .arg = c.arg};
  struct cut_after after = {.x = r->x, .events = events, .merges = r->attempt != REPLAY_SHORT};
  uint32_t properties = r->vm->opt.properties;
  bool keep = r->x->keep_events, library = r->x->leave_library;
  int rc;
  r->vm->sched.cut = cut;
  r->vm->sched.cut_self = &after;
  if (events >= 0 && explorer_child(r->x, c) != NODE_NONE)
    r->x->generation++; /* the existing child was not cut there, so it must not be reused */
  r->vm->sched.notes = true;
  r->vm->run.otherwise = false;
  r->vm->opt.properties &= ~(uint32_t)PROP_CONFLICT; /* this property would add scheduling points */
  explorer_keep(r->x, true, true, r->x->leave_h);
  rc = engine_take(r->e, ci, NULL, err);
  explorer_keep(r->x, keep, library, r->x->leave_h);
  r->vm->opt.properties = properties;
  r->vm->sched.notes = false;
  r->vm->sched.cut = NULL;
  r->transitions++;
  return rc;
}

static void leave_child(struct replay *r) {
  node_id n = r->x->here;
  explorer_go(r->x, r->path.data[r->path.len - 1].node);
  if (xnode(r->x, n)->visits <= 1) explorer_drop(r->x, n);
}

/* ---- extending the path ---- */

/* Does the path return to one of its own states without having matched anything since? */
static bool goes_round(const struct replay *r, struct fingerprint key) {
  for (size_t i = r->path.len; i-- > 0 && r->path.data[i].matched == r->matched;)
    if (r->path.data[i].key.lo == key.lo && r->path.data[i].key.hi == key.hi) return true;
  return false;
}

static bool seen_before(struct replay *r) {
  struct fingerprint key = progress_key(r);
  if (visited_has(r->led, key)) return goes_round(r, key);
  return !visited_add(r->visited, key);
}

/* Undoes the latest choice at the last level, and what it matched. */
static void take_back(struct replay *r, size_t undo, uint32_t frontier, uint32_t matched) {
  progress_undo(r, undo, frontier, matched);
  reorder_forget(r);
  leave_child(r);
}

/* Finds another order to try if the thread deviates because of the order so far. Also finds one if
 * the thread comes too early while it owns a monitor that the thread with the next event waits
 * for. */
static bool other_order(struct replay *r, const struct match_result *m, uint32_t thread,
                        struct reorder *out) {
  uint32_t first = m->why == TOO_EARLY ? reorder_kept_out(r, thread) : thread;
  return first != PLAN_NONE && m->why != OTHER_INPUT && reorder_find(r, first, false, out);
}

/* Tries one choice of the last level. Returns 1 if the path has grown by a level, 0 if not, or an
 * error code: ERR_NOTFOUND if no other path can match more. */
static int try_choice(struct replay *r, struct choice c, struct error *err) {
  const struct level *l = &r->path.data[r->path.len - 1];
  size_t undo = l->undo;
  uint32_t frontier = l->frontier, matched = l->matched;
  int32_t cut_at = -1;
  for (;;) {
    struct match_result m;
    bool begins;
    int rc = replay_search_take(r, c, cut_at, err);
    if (rc) return rc;
    m = match_transition(r);
    if (xnode(r->x, r->x->here)->flags & NODE_FAILED) m.why = OTHER_KIND;
    if (m.why == FITS) break;
    begins = xnode(r->x, r->x->here)->op == OPK_BEGIN && m.at >= 0;
    if (xnode(r->x, r->x->here)->flags & NODE_FAILED || m.at <= cut_at || (m.at <= 0 && !begins)) {
      bool final = match_is_final(r, &m) && !(xnode(r->x, r->x->here)->flags & NODE_FAILED);
      struct reorder other;
      bool found = !final && search_reorders(r) && other_order(r, &m, c.thread, &other);
      furthest_mismatch(r, &m);
      take_back(r, undo, frontier, matched);
      error_clear(&r->vm->err);
      if (found) reorder_go(r, &other);
      return final ? ERR_NOTFOUND : 0;
    }
    cut_at = m.at;
    take_back(r, undo, frontier, matched);
  }
  if (seen_before(r)) {
    if (r->opt.breadth) queue_put_again(r, r->x->here);
    take_back(r, undo, frontier, matched);
    return 0;
  }
  r->path.data[r->path.len - 1].went = true;
  push_level(r, r->x->here);
  return 1;
}

static int out_of_bounds(struct replay *r, struct error *err) {
  if (r->opt.stop && *r->opt.stop) return error_set(err, ERR_LIMIT, "interrupted");
  if (r->deadline > 0 && clock_seconds() >= r->deadline)
    return error_set(err, ERR_LIMIT, "time %g s", r->opt.seconds);
  if (r->transitions >= r->opt.max_transitions)
    return error_set(err, ERR_LIMIT, "%" PRIu64 " transitions were tried", r->opt.max_transitions);
  return 0;
}

/* In breadth-first search, queues a matching child and goes back to its parent. Returns 0 if the
 * child completes the path. */
static int queue_child(struct replay *r) {
  if (r->frontier == r->plan.events.len) return 0;
  queue_put(r, r->x->here);
  pop_level(r);
  return 1;
}

/* Called when no thread can continue. If the thread with the next event is inside the library,
 * where others came first, goes back to another order. Returns whether it did. */
static bool dead_end_reordered(struct replay *r) {
  struct reorder other;
  uint32_t first = rank_first_thread(r);
  if (!search_reorders(r) || r->path.data[r->path.len - 1].went) return false;
  if (first == PLAN_NONE || !reorder_find(r, first, true, &other)) return false;
  reorder_go(r, &other);
  return true;
}

static int no_choice_left(struct replay *r) {
  furthest_dead_end(r);
  if (r->opt.breadth) return queue_extend(r);
  if (dead_end_reordered(r)) return 0;
  if (!search_drop_level(r)) return 0;
  if (!search_reorders(r)) return ERR_NOTFOUND;
  begin_attempt(r);
  return 0;
}

int search_extend(struct replay *r, struct error *err) {
  for (;;) {
    struct level *l;
    int rc = out_of_bounds(r, err);
    if (rc) return rc;
    if (!r->opt.breadth) next_attempt(r);
    l = &r->path.data[r->path.len - 1];
    if (r->x->here != l->node) explorer_go(r->x, l->node);
    if (l->next < l->count) {
      rc = try_choice(r, l->choices[l->next++], err);
      if (rc > 0 && r->opt.breadth && queue_child(r)) continue;
      if (rc) return rc < 0 ? rc : 0;
      continue;
    }
    if (r->frontier == r->plan.events.len && xnode(r->x, l->node)->flags & NODE_ENDED)
      return REPLAY_END;
    if (no_choice_left(r)) return ERR_NOTFOUND;
  }
}
