/* See minimise.h.
 *
 * A changed schedule is executed from the node where it leaves the current path. Steps cannot be
 * counted in transitions, because a transition gets longer or shorter as other threads become able
 * to run. A step is therefore a choice and the number of bytecodes that its thread has executed
 * before and after it, so that a thread whose stretch was left out first catches up. If that fails,
 * the same change is tried with plain numbers of transitions. If the error shows, the executed path
 * becomes the current path. */
#include "engine/search/minimise.h"

#include <stdlib.h>

#include "engine/base/check.h"
#include "engine/base/clock.h"
#include "engine/search/hang.h"

enum { TRANSITIONS_MAX = 1000000, SECONDS_MAX = 10, SECONDS_LEAST = 1 };

struct step {
  struct choice choice;
  uint64_t before, after; /* bytecodes of its thread before and after it */
};

struct minimiser {
  struct search *s;
  struct explorer *x;
  VEC(struct step) steps;  /* the path from s->start */
  VEC(node_id) nodes;      /* nodes.data[i]: where steps.data[i] is taken */
  VEC(uint32_t) stretches; /* index of the first step of each; then the number of steps */
  VEC(struct step) candidate;
  /* A thread catches up what was left out; otherwise only the numbers of its steps count. */
  bool catching_up;
  uint32_t made;  /* nodes of the candidate made so far */
  uint64_t limit; /* limit on x->transitions */
  /* for a hang: the state where its cycle begins, which a candidate has to reach; else NULL */
  const struct fingerprint *goal;
  double end; /* a time of clock_seconds() */
};

/* ---- the path ---- */

static uint64_t insns(struct minimiser *m, uint32_t thread) {
  return vm_thread(m->x->vm, thread)->insns;
}

static void read_path(struct minimiser *m) {
  struct explorer *x = m->x;
  uint32_t n = xnode(x, m->s->error_node)->depth - xnode(x, m->s->start)->depth, i;
  node_id at = m->s->error_node;
  m->steps.len = m->nodes.len = m->stretches.len = 0;
  for (i = 0; i <= n; i++) *vec_push(&m->nodes) = NODE_NONE;
  for (i = n + 1; i-- > 0; at = xnode(x, at)->parent) m->nodes.data[i] = at;
  CHECK(m->nodes.data[0] == m->s->start, "the path of an error begins at the start: node %u",
        m->s->error_node);
  for (i = 0; i < n; i++) {
    struct step *s = vec_push(&m->steps);
    s->choice = xnode(x, m->nodes.data[i + 1])->choice;
    explorer_go(x, m->nodes.data[i]);
    s->before = insns(m, s->choice.thread);
    explorer_go(x, m->nodes.data[i + 1]);
    s->after = insns(m, s->choice.thread);
    if (!i || s->choice.thread != m->steps.data[i - 1].choice.thread) *vec_push(&m->stretches) = i;
  }
  *vec_push(&m->stretches) = n;
}

static uint32_t stretch_count(const struct minimiser *m) { return (uint32_t)m->stretches.len - 1; }

/* ---- executing a candidate ---- */

static bool same_error(const struct violation *a, const struct violation *b) {
  return a && b && a->property == b->property && !strcmp(a->kind, b->kind) &&
         !strcmp(a->message, b->message);
}

/* Does the choice exist in the current state? With `any`, another choice of its thread counts too;
 * *any is the first one. */
static bool can(struct minimiser *m, struct choice c, struct choice *any) {
  struct choice all[CHOICES_MAX];
  uint32_t n = search_choices(m->s, all), i;
  bool found = false;
  for (i = n; i-- > 0;) {
    if (all[i].thread != c.thread) continue;
    if (any) *any = all[i];
    found = found || any || (all[i].kind == c.kind && all[i].arg == c.arg);
  }
  return found;
}

enum { GO_ON, FOUND, GIVE_UP };

/* Checks the clock before each transition, because one may execute a million bytecodes. */
static bool is_over(struct minimiser *m) {
  if (clock_seconds() >= m->end) m->limit = 0;
  return m->x->transitions >= m->limit;
}

static bool is_at_goal(struct minimiser *m) {
  struct fingerprint f;
  if (!m->goal) return false;
  f = canon_fingerprint(m->x->canon, m->x->match_h);
  return f.lo == m->goal->lo && f.hi == m->goal->hi;
}

static int minimise_apply(struct minimiser *m, struct choice c) {
  struct error err = {0};
  node_id n;
  uint16_t flags;
  if (is_over(m) || explorer_apply(m->x, c, &n, &err)) return GIVE_UP;
  m->made++;
  flags = xnode(m->x, n)->flags;
  if (flags & NODE_ERROR)
    return same_error(xnode(m->x, n)->violation, xnode(m->x, m->s->error_node)->violation)
               ? FOUND
               : GIVE_UP;
  if (flags & (NODE_FAILED | NODE_CUT | NODE_ENDED | NODE_BLOCKED)) return GIVE_UP;
  return is_at_goal(m) ? FOUND : GO_ON;
}

/* Runs the thread until it has executed that many bytecodes or cannot run. */
static int catch_up(struct minimiser *m, uint16_t thread, uint64_t until) {
  struct choice c = {.thread = thread, .kind = CHOICE_RUN};
  int r = GO_ON;
  while (r == GO_ON && insns(m, thread) < until && can(m, c, NULL)) r = minimise_apply(m, c);
  return r;
}

static int take_step(struct minimiser *m, const struct step *s) {
  struct choice any;
  int r;
  if (!m->catching_up)
    return can(m, s->choice, &any) ? minimise_apply(m, can(m, s->choice, NULL) ? s->choice : any)
                                   : GO_ON;
  if (s->after > s->before && insns(m, s->choice.thread) >= s->after)
    return GO_ON; /* done when the thread caught up */
  r = catch_up(m, s->choice.thread, s->before);
  if (r != GO_ON) return r;
  if (!can(m, s->choice, NULL)) return GIVE_UP;
  r = minimise_apply(m, s->choice);
  return r == GO_ON ? catch_up(m, s->choice.thread, s->after) : r;
}

/* Does the path to the current node have fewer switches than the old one? */
static bool is_better(struct minimiser *m) {
  node_id at = m->x->here;
  uint32_t steps = 0, stretches = 1;
  for (; xnode(m->x, at)->parent != NODE_NONE && at != m->s->start;
       at = xnode(m->x, at)->parent, steps++)
    if (xnode(m->x, at)->parent != m->s->start)
      stretches +=
          xnode(m->x, at)->choice.thread != xnode(m->x, xnode(m->x, at)->parent)->choice.thread;
  return stretches < stretch_count(m) && (!m->s->ops->shortest || steps <= m->steps.len);
}

static void accept(struct minimiser *m) {
  node_id old = m->s->error_node;
  m->s->error_node = m->x->here;
  xnode(m->x, old)->pins = 0;
  explorer_drop(m->x, old);
  read_path(m);
}

static bool try_by(struct minimiser *m, uint32_t same, bool catching_up) {
  int r = GO_ON;
  m->catching_up = catching_up;
  explorer_go(m->x, m->nodes.data[same]);
  m->made = 0;
  for (size_t i = same; i < m->candidate.len && r == GO_ON; i++)
    r = take_step(m, &m->candidate.data[i]);
  if (r == FOUND && is_better(m)) {
    accept(m);
    return true;
  }
  while (m->made--) explorer_pop(m->x);
  CHECK(m->x->here == m->nodes.data[same], "a candidate that fails is undone: node %u", m->x->here);
  return false;
}

/* Tries a candidate that agrees with the path in its first `same` steps. */
static bool try_candidate(struct minimiser *m, uint32_t same) {
  return try_by(m, same, true) || try_by(m, same, false);
}

/* ---- the changes ---- */

static void minimise_append(struct minimiser *m, uint32_t from, uint32_t to) {
  for (; from < to; from++) *vec_push(&m->candidate) = m->steps.data[from];
}

static bool leave_out(struct minimiser *m, uint32_t stretch, uint32_t count) {
  uint32_t from = m->stretches.data[stretch];
  CHECK(stretch + count < m->stretches.len, "stretches that are left out are on the path: %u, %u",
        stretch, count);
  m->candidate.len = 0;
  minimise_append(m, 0, from);
  minimise_append(m, m->stretches.data[stretch + count], (uint32_t)m->steps.len);
  return try_candidate(m, from);
}

static bool bring_forward(struct minimiser *m, uint32_t stretch) {
  uint32_t next, end = m->stretches.data[stretch + 1];
  uint16_t thread = m->steps.data[m->stretches.data[stretch]].choice.thread;
  for (next = stretch + 1; next < stretch_count(m); next++)
    if (m->steps.data[m->stretches.data[next]].choice.thread == thread) break;
  if (next >= stretch_count(m)) return false;
  m->candidate.len = 0;
  minimise_append(m, 0, end);
  minimise_append(m, m->stretches.data[next], m->stretches.data[next + 1]);
  minimise_append(m, end, m->stretches.data[next]);
  minimise_append(m, m->stretches.data[next + 1], (uint32_t)m->steps.len);
  return try_candidate(m, end);
}

static bool one_pass(struct minimiser *m) {
  bool better = false;
  for (uint32_t i = 0; i < stretch_count(m) && !is_over(m);) {
    if (leave_out(m, i, 1) || bring_forward(m, i))
      better = true;
    else
      i++;
  }
  return better;
}

/* Leaves out many stretches at once, because long paths can lose most of theirs. */
static void coarse(struct minimiser *m) {
  for (uint32_t count = stretch_count(m) / 2; count > 1; count /= 2)
    for (uint32_t i = 0; i + count < stretch_count(m) && !is_over(m);)
      if (!leave_out(m, i, count)) i += count;
}

static void remove_switches(struct minimiser *m) {
  coarse(m);
  while (one_pass(m)) continue;
}

static void minimise_finish(struct minimiser *m) {
  struct search_report *r = &m->s->report;
  explorer_go(m->x, m->s->error_node);
  r->switches = stretch_count(m) ? stretch_count(m) - 1 : 0; /* 0: the error is at the start */
  r->depth = (uint32_t)m->steps.len;
  vec_free(&m->steps);
  vec_free(&m->nodes);
  vec_free(&m->stretches);
  vec_free(&m->candidate);
}

void minimise_count(struct search *s) {
  struct minimiser m = {.s = s, .x = s->x};
  read_path(&m);
  minimise_finish(&m);
}

double minimise_seconds(const struct search_options *o) {
  double part = o->seconds / 10;
  if (!o->seconds || part > SECONDS_MAX) return SECONDS_MAX;
  return part < SECONDS_LEAST ? SECONDS_LEAST : part;
}

void minimise(struct search *s, double end) {
  struct minimiser m = {
      .s = s, .x = s->x, .limit = s->x->transitions + TRANSITIONS_MAX, .end = end};
  read_path(&m);
  remove_switches(&m);
  s->report.minimal =
      m.x->transitions < m.limit && !(s->x->vm->sched.stop && *s->x->vm->sched.stop);
  minimise_finish(&m);
}

/* ---- hangs ---- */

typedef VEC(struct choice) choice_vec;

/* Returns the choices of the cycle, from node `begin` to the current node. */
static choice_vec cycle_of(struct explorer *x, node_id begin) {
  choice_vec cycle = {0};
  node_id n;
  size_t i, len;
  for (n = x->here; n != begin; n = xnode(x, n)->parent) *vec_push(&cycle) = xnode(x, n)->choice;
  len = cycle.len;
  for (i = 0; i < len / 2; i++) {
    struct choice c = cycle.data[i];
    cycle.data[i] = cycle.data[len - 1 - i];
    cycle.data[len - 1 - i] = c;
  }
  return cycle;
}

/* Takes the choices of the cycle. Returns whether they lead back to the current state and make the
 * same error as at node `error`. */
static bool close_again(struct search *s, const choice_vec *cycle, node_id error) {
  struct explorer *x = s->x;
  struct hang_aside aside = hang_aside_begin(s);
  struct error err = {0};
  bool good = true;
  for (size_t i = 0; i < cycle->len && good; i++) {
    node_id n;
    good =
        !explorer_apply(x, cycle->data[i], &n, &err) &&
        !(xnode(x, n)->flags & (NODE_ERROR | NODE_FAILED | NODE_CUT | NODE_ENDED | NODE_BLOCKED));
  }
  good =
      good && hang_close(x) && same_error(xnode(x, x->here)->violation, xnode(x, error)->violation);
  hang_aside_end(s, &aside);
  return good;
}

void minimise_hang(struct search *s, double end) {
  struct minimiser m = {
      .s = s, .x = s->x, .limit = s->x->transitions + TRANSITIONS_MAX, .end = end};
  node_id error = s->error_node, begin;
  struct fingerprint goal;
  choice_vec cycle;
  explorer_go(s->x, error);
  begin = hang_begin(s->x);
  if (begin == NODE_NONE || xnode(s->x, begin)->depth < xnode(s->x, s->start)->depth) {
    minimise_count(s);
    return;
  }
  cycle = cycle_of(s->x, begin);
  explorer_go(s->x, begin);
  goal = canon_fingerprint(s->x->canon, s->x->match_h);
  m.goal = &goal;
  s->error_node = begin;
  read_path(&m);
  remove_switches(&m);
  explorer_go(s->x, s->error_node);
  if (s->error_node != begin && close_again(s, &cycle, error)) {
    s->error_node = s->x->here;
    xnode(s->x, error)->pins = 0;
    explorer_drop(s->x, error);
  } else {
    s->error_node = error;
  }
  vec_free(&cycle);
  read_path(&m);
  minimise_finish(&m);
}
