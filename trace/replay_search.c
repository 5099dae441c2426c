/* The depth-first search for a matching path (paper 003, section 3): "children that cannot match
 * are not followed; a transition is cut where a monitored event differs from the one expected".
 *
 * At each state a thread inside a library call goes first, then the thread with the first unmatched
 * event. This is the recorded order, so an unaltered trace is matched without backtracking, except
 * where the trace lacks information. The search prunes states met before with the same progress. It
 * does not prune those from which some path has reached the last event: another way to such a state
 * gives another path that corresponds to the trace.
 *
 * The necessary order may be far from the recorded one in parts that the trace does not contain.
 * For example, an idle worker of a pool had returned to its queue before the next task was offered.
 * The search therefore makes several attempts, most of them short:
 * - Attempt 0 keeps to the recorded order.
 * - Attempt 1 prefers threads that are in no recorded call.
 * - Attempts 2 to 5 keep to the recorded order and, where a thread deviates, go back to where
 *   another order would have made a difference to it (replay_reorder.c).
 * - Attempts 6 to 11 draw a random order of the threads for each stretch of the path.
 * - Attempt 12 is long and keeps to the recorded order.
 * - The later ones alternate between reordering and random orders, up to the bounds.
 *
 * Only in attempt 12 may other threads run between two plain accesses of the library. The library's
 * locks and volatile variables protect those accesses, and a thread that reads a thousand entries
 * of a table would otherwise add a thousand levels. */
#include <inttypes.h>
#include <stdlib.h>

#include "engine/base/clock.h"
#include "engine/vm/machine.h"
#include "trace/replay_int.h"

/* ---- attempts ---- */

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

/* ---- levels ---- */

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

/* Adds a level for the present node. */
static void push_level(struct replay *r, node_id node) {
  struct level l = {.node = node,
                    .key = progress_key(r),
                    .undo = r->undo.len,
                    .frontier = r->frontier,
                    .matched = r->matched};
  reorder_arrived(r);
  if (r->ahead.on) l.overtaken = r->ahead.overtaken + 1u;
  if (!(xnode(r->x, node)->flags & (NODE_ENDED | NODE_FAILED))) rank_choices(r, &l);
  *vec_push(&r->path) = l;
  xnode(r->x, node)->pins++;
}

static void pop_level(struct replay *r) {
  struct level *l = &r->path.data[--r->path.len];
  const struct level *up = r->path.len ? &r->path.data[r->path.len - 1] : NULL;
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
  r->path.data[n - 1].next = 0;
  free(path);
}

bool search_has_led(struct replay *r) {
  return visited_has(r->led, r->path.data[r->path.len - 1].key);
}

/* ---- one transition ---- */

struct cut_after {
  struct explorer *x;
  int32_t events; /* number of events that the transition may log; -1: all */
  bool merges;    /* other threads may not run before plain accesses of the library */
};

/* Is it a plain access of a field or element by library code? The library's locks and volatile
 * variables protect such accesses, and other threads can run at those. */
static bool is_library_plain(struct vm *vm, const struct thread *t, enum op_kind op) {
  const struct frame *f = t->frame ? vm_frame(vm, t->frame) : NULL;
  if (op != OPK_READ && op != OPK_WRITE && op != OPK_BULK_READ && op != OPK_BULK_WRITE)
    return false;
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

/* Undoes the choice tried last at the last level, and what it matched. */
static void take_back(struct replay *r, size_t undo, uint32_t frontier, uint32_t matched) {
  progress_undo(r, undo, frontier, matched);
  reorder_forget(r);
  leave_child(r);
}

/* Finds another order to try if the thread deviates because of the order so far, or if it is too
 * early while it owns a monitor that blocks the thread with the next event. */
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
