/* Finds the run that ends well and shares the longest prefix with a path that does not. The search
 * goes backwards from the path's last choice. At each state it tries the other choices and
 * everything that can follow them, depth-first. The thread that ran last continues where possible,
 * so the run has few context switches. The result is the first end of the program without a
 * violation.
 *
 * A state that was met is not explored again. Each state of the path gets a share of the remaining
 * bound, so that a state below which nothing ends well cannot use it all. If the search below a
 * state of the path is cut short, the report says so (report.complete), and the states met there
 * are forgotten, because they may lead to a good end after all. If the error was caused long before
 * it shows, the backward search may use up half of the bound without a good end. Then only states
 * with several choices are tried. Strides of doubling length lead back from the last of them until
 * a good run is found. Bisection then looks for a later state that also has one.
 *
 * This runs in the child of a check (child.c). The session executes the run that was found. */
#include <stdlib.h>
#include <string.h>

#include "engine/base/check.h"
#include "engine/base/clock.h"
#include "engine/session/bounded_check.h"
#include "engine/state/visited.h"
#include "engine/vm/machine.h"

enum { SHARE = 4, SHARE_LEAST = 1000, REPORT_MS = 200 };

struct level { /* a state on the stack; its choices are in nearest.choices */
  uint32_t first, count, next;
};
struct nearest {
  struct explorer *x;
  const struct session_check *check;
  struct visited *seen;
  VEC(struct level) stack;
  VEC(struct choice) choices;
  struct search_report report;
  uint64_t limit;           /* limit on states in this part of the search; 0: none */
  double until;             /* the time limit of this part, in seconds */
  uint64_t share;           /* number of states at which the share ends */
  uint64_t least;           /* minimum states of a share */
  uint64_t begun, reported; /* in ms */
  bool cut;                 /* something below the tried state of the path was not explored */
  struct choice *run;       /* the nearest run so far, from the root; NULL: none */
  uint32_t run_count;
  int fd;
};

/* Ranks a choice: plain steps come before waits that end early, and the thread that ran last comes
 * before others. */
static int rank(struct choice c, struct choice last) {
  return (c.kind != CHOICE_RUN && c.kind != CHOICE_NOTIFY && c.kind != CHOICE_VALUE) * 2 +
         (c.thread != last.thread);
}

/* Pushes the choices of the current state, except `without`, in order of rank. */
static void push_choices(struct nearest *n, const struct choice *without) {
  struct choice all[CHOICES_MAX], last = xnode(n->x, n->x->here)->choice;
  uint32_t count = vm_choices(n->x->vm, all, CHOICES_MAX), i;
  struct level *l = vec_push(&n->stack);
  *l = (struct level){.first = (uint32_t)n->choices.len};
  if (count >= CHOICES_MAX) n->cut = true; /* there may be more */
  for (int r = 0; r < 4; r++)
    for (i = 0; i < count; i++)
      if (rank(all[i], last) == r && !(without && choice_is(all[i], *without)))
        *vec_push(&n->choices) = all[i];
  l->count = (uint32_t)n->choices.len - l->first;
}

static void pop_choices(struct nearest *n) {
  const struct level *l = &n->stack.data[--n->stack.len];
  CHECK(l->first + l->count == n->choices.len, "the choices of the top level are the last ones: %u",
        l->first);
  n->choices.len = l->first;
}

static void report_nearest(struct nearest *n) {
  uint64_t now = clock_ms();
  n->report.seconds = (double)(now - n->begun) / 1000;
  if (now - n->reported < REPORT_MS) return;
  n->reported = now;
  session_child_report(&n->fd, &n->report);
}

/* Are the time or the states of this part of the search used up? */
static bool is_over(const struct nearest *n) {
  return (n->until > 0 && n->report.seconds >= n->until) ||
         (n->limit && n->report.states >= n->limit);
}

static bool ends_well(const struct xnode *k) {
  return (k->flags & (NODE_ENDED | NODE_ERROR | NODE_NOTED | NODE_FAILED)) == NODE_ENDED;
}

/* Takes the choice. Returns true if the new state ends well. */
static bool try_choice(struct nearest *n, struct choice c) {
  struct error err = {0};
  node_id to;
  const struct xnode *k;
  if (explorer_apply(n->x, c, &to, &err)) {
    n->cut = true;
    return false;
  }
  n->report.transitions++;
  k = xnode(n->x, to);
  if (ends_well(k)) return true;
  if (k->flags & NODE_FAILED) n->cut = true;
  if (!(k->flags & (NODE_ENDED | NODE_ERROR | NODE_FAILED | NODE_BLOCKED))) {
    explorer_fingerprint(n->x, to);
    if (visited_add(n->seen, xnode(n->x, to)->fp)) {
      n->report.states++;
      push_choices(n, NULL);
      return false;
    }
  }
  explorer_pop(n->x);
  return false;
}

/* Explores everything that can follow the current state without the choice `taken`. Returns true if
 * a run ends well; its last state is then the current one. */
static bool nearest_below(struct nearest *n, struct choice taken) {
  push_choices(n, &taken);
  while (n->stack.len) {
    struct level *l = &n->stack.data[n->stack.len - 1];
    report_nearest(n);
    if (n->report.states >= n->share || is_over(n)) {
      n->cut = true;
      return false;
    }
    if (l->next < l->count) {
      if (try_choice(n, n->choices.data[l->first + l->next++])) return true;
    } else {
      pop_choices(n);
      if (n->stack.len) explorer_pop(n->x);
    }
  }
  return false;
}

/* Goes back to `to`, the state of the path below which the states on the stack lie. */
static void nearest_leave(struct nearest *n, node_id to) {
  while (n->stack.len) {
    pop_choices(n);
    if (n->stack.len && n->x->here != to) explorer_pop(n->x);
  }
  if (n->x->here != to) explorer_go(n->x, to);
  if (n->cut) visited_clear(n->seen);
}

static void give_share(struct nearest *n) {
  uint64_t left = n->limit - n->report.states, share = left / SHARE;
  n->share = n->limit ? n->report.states + (share < n->least ? n->least : share) : UINT64_MAX;
}

/* Searches for a run that ends well and leaves the path after its step i. Stores it in n->run and
 * returns true if there is one. */
static bool nearest_at(struct nearest *n, const node_id *path, uint32_t i) {
  bool found;
  n->cut = false;
  give_share(n);
  explorer_go(n->x, path[i]);
  CHECK(xnode(n->x, path[i + 1])->parent == path[i], "a run leaves the path at a step: %u", i);
  found = nearest_below(n, xnode(n->x, path[i + 1])->choice);
  if (found) {
    free(n->run);
    n->run_count = explorer_schedule(n->x, n->x->here, &n->run);
    n->report.depth = i;
    n->cut = true; /* some of the states met do lead to a good end */
  } else if (n->cut) {
    n->report.complete = false;
  }
  nearest_leave(n, path[i]);
  return found;
}

static void nearest_bounds(struct nearest *n, uint32_t part, uint64_t least) {
  const struct check_options *o = &n->check->options;
  n->limit = o->max_states ? o->max_states / part + (part > 1) : 0;
  n->until = o->seconds / part;
  n->least = least;
}

/* Stores in `out` the indices of the states with more than one choice, among the first `count`
 * states of the path. Returns their number. */
static uint32_t find_forks(struct nearest *n, const node_id *path, uint32_t count, uint32_t *out) {
  struct choice two[2];
  uint32_t found = 0;
  for (uint32_t i = 0; i < count; i++) {
    explorer_go(n->x, path[i]);
    if (vm_choices(n->x->vm, two, 2) > 1) out[found++] = i;
  }
  return found;
}

/* Tries the forks in growing strides back from the last one, then bisects. */
static void nearest_strides(struct nearest *n, const node_id *path, const uint32_t *forks,
                            uint32_t count) {
  uint32_t bad = count, good = count, stride = 1, i;
  for (; good == count && bad && !is_over(n); stride *= 2) {
    i = count > stride ? count - stride : 0;
    if (nearest_at(n, path, forks[i]))
      good = i;
    else
      bad = i;
  }
  while (good + 1 < bad && !is_over(n)) {
    i = good + (bad - good) / 2;
    if (nearest_at(n, path, forks[i]))
      good = i;
    else
      bad = i;
  }
}

static void nearest_search(struct nearest *n, const node_id *path, uint32_t count) {
  uint32_t i = count - 1, *forks;
  nearest_bounds(n, 2, SHARE_LEAST);
  while (i && !is_over(n))
    if (nearest_at(n, path, --i)) return;
  if (!i) return;
  n->report.complete = false;
  nearest_bounds(n, 1, 2 * (uint64_t)count); /* enough for a run to reach the end */
  forks = mem_alloc((i + 1) * sizeof *forks);
  nearest_strides(n, path, forks, find_forks(n, path, i, forks));
  free(forks);
}

void nearest_child(struct engine *e, const struct session_check *k, int fd) {
  struct nearest n = {.x = &e->x, .check = k, .fd = fd, .begun = clock_ms()};
  uint32_t count = engine_path(e, k->from, NULL, 0);
  node_id *path = mem_alloc((count + 1) * sizeof *path);
  n.seen = visited_new(false);
  n.report.complete = true;
  engine_path(e, k->from, path, count);
  nearest_search(&n, path, count);
  /* the program violated an assumption of the reduction, so runs may have been missed */
  if (n.x->vm->seen.assumption[0]) n.report.complete = false;
  CHECK(!n.run || n.report.depth < n.run_count, "the nearest run leaves the path: %u of %u",
        n.report.depth, n.run_count);
  session_child_result(fd, &n.report, n.run ? n.run + n.report.depth : NULL,
                       n.run ? n.run_count - n.report.depth : 0, NULL, NULL);
}

/* ---- in the session ---- */

static node_id ancestor_at(struct engine *e, node_id n, uint32_t depth) {
  while (xnode(&e->x, n)->depth > depth) n = xnode(&e->x, n)->parent;
  return n;
}

static void nearest_found(struct engine *e, struct session_check *k, const struct check_result *r) {
  struct session_visit here = session_visit(e);
  node_id from = ancestor_at(e, k->from, r->report.depth);
  struct error err = {0};
  int rc = session_check_execute(e, k, from, r->choices, r->count, &err);
  session_return(e, here);
  if (rc || !ends_well(xnode(&e->x, k->error_node))) {
    k->error_node = NODE_NONE;
    session_check_decide(k, CHECK_INCONCLUSIVE,
                         mem_printf("internal error: the run could not be reproduced: %s",
                                    rc ? err.msg : "its last state differs"));
    return;
  }
  xnode(&e->x, k->error_node)->pins++;
  k->common = r->report.depth;
  k->whole = r->report.complete;
  session_check_decide(
      k, CHECK_FOUND,
      mem_printf("a run that ends well, the same up to step %u of %u and then %u more step%s, to "
                 "node %u%s",
                 k->common, k->depth_from, r->count, PLURAL(r->count), k->error_node,
                 k->whole ? "" : "; not all runs were tried, so a nearer one may exist"));
}

void nearest_finish(struct engine *e, struct session_check *k, const struct check_result *r) {
  unsigned long long states = r->report.states;
  if (r->count)
    nearest_found(e, k, r);
  else if (r->report.complete)
    session_check_decide(
        k, CHECK_NONE,
        mem_printf("no run ends well: all runs were tried (%llu state%s)", states, PLURAL(states)));
  else
    session_check_decide(k, CHECK_INCONCLUSIVE,
                         mem_printf("inconclusive: no run that ends well was found in %llu "
                                    "state%s, and not all runs were tried",
                                    states, PLURAL(states)));
}
