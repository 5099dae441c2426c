/* Computes distances. They come from tables of distances within each method, from tables for each
 * target, and from the set Explored.
 *
 * Invariants
 *
 *  1. `tables` has an entry for every method of `graph`, and `graph` represents the current `rta`.
 *  2. cost, start, end and through depend only on the analysis. Only struct target_tables depends
 *     on Explored.
 *  3. A target's tables are valid while its closure has `explored_seen` explored methods (Explored
 *     only grows within a trial). With another number they are recomputed. */
#include "engine/flow/distance.h"

#include <stdlib.h>

#include "engine/base/block_file.h"
#include "engine/base/check.h"
#include "engine/classfile/insn.h"
#include "engine/flow/callgraph.h"
#include "engine/flow/reach_queue.h"
#include "engine/flow/shortest.h"
#include "engine/vm/machine.h"

struct method_tables {
  uint32_t *cost;    /* cost of leaving each node; 0: not known yet */
  uint32_t *start;   /* from n_start to each node */
  uint32_t *end;     /* from each node to n_end */
  uint32_t **reach;  /* for each node, the distances from it to each node; NULL: not known yet */
  uint32_t through;  /* from n_start to n_end; 0: not known yet */
  uint32_t explored; /* the last trial in which the method entered Explored */
};

struct forward_table {
  uint32_t round; /* target_tables.round when it was made */
  uint32_t *dist; /* from each node to the target */
};

struct target_tables {
  struct location loc;
  struct rta_method *method; /* NULL: not in the analysis */
  uint32_t node;
  uint32_t trial, explored_total, explored_seen, round;
  /* indices of the methods from which calls lead to the target's method */
  uint32_t *closure, closure_count;
  uint8_t *related; /* per index: the method is in the closure */
  /* per index: a call with several callees is on a path to the target */
  uint8_t *ambiguous;
  uint32_t *entry;               /* per index: from the method's start to the target */
  struct forward_table *forward; /* per index */
  uint32_t count;                /* length of the per-index arrays */
};

struct distance_step { /* an addition of a trial: to the analysis or to Explored */
  struct method *method;
  bool explored;
};

struct distances {
  struct vm *vm;
  struct method *main_method;
  struct rta_options opt;
  struct location *wanted;
  uint32_t wanted_count;
  struct rta *rta;
  struct callgraph *graph;
  VEC(struct method_tables) tables;
  VEC(struct target_tables *) targets;
  uint32_t trial, explored_count;
  bool extended;                   /* a method was added in this trial */
  VEC(struct distance_step) steps; /* the additions of this trial so far */
  struct method *thread_start;     /* Thread.start(), NULL if heddle's own code replaces it */
  uint32_t start0;                 /* bytecode index of its call of start0() */
  uint32_t start_cost; /* from its start to the point after that call; 0: not known yet */
};

struct costs { /* the argument of distances_cost */
  struct distances *d;
  const struct rta_method *m;
};

static uint32_t *distances_infinite(uint32_t count);
static uint32_t distances_cost(void *arg, uint32_t node);
static uint32_t distances_through(struct distances *d, const struct rta_method *m);
static uint32_t distances_start_to(struct distances *d, const struct rta_method *m, uint32_t node);
static void distances_finish(struct shortest *s);
static bool distances_is_explored(const struct distances *d, uint32_t index);
static uint32_t distances_start_cost(struct distances *d);

/* ---- distances to a target ---- */

/* These distances lead over calls (get_estimate and compute_dynamic_estimate of paper 001,
 * figure 5).
 *
 * entry(m), from the start of m to the target, is the least solution of
 *
 *     entry(target's method) = start_to(target)
 *     entry(m) = min over calls c in m, over callees m' of c:  start_to(c) + 1 + entry(m')
 *
 * with start_to = 2 in methods outside Explored. Dijkstra's algorithm computes it backwards over
 * the callers of the target's method; methods from which no calls lead there (not_related) are
 * never visited. The estimate from a node n of the current method is the distance to the target if
 * the target can be reached within this method, and otherwise the minimum over calls c of
 * distance(n, c) + 1 + entry(m'). */

/* Returns whether the call has several callees, one of which leads to the target. */
static bool is_ambiguous(const struct target_tables *t, const struct rta_call *c) {
  struct rta_method *const *to;
  uint32_t n = rta_targets(c, &to), related = 0;
  for (uint32_t i = 0; i < n; i++) related += t->related[to[i]->index];
  return n > 1 && related;
}

static bool leads_to_ambiguous(const struct target_tables *t, const struct rta_method *m) {
  for (size_t i = 0; i < m->calls.len; i++) {
    struct rta_method *const *to;
    uint32_t n = rta_targets(&m->calls.data[i], &to);
    if (is_ambiguous(t, &m->calls.data[i])) return true;
    for (uint32_t j = 0; j < n; j++)
      if (t->ambiguous[to[j]->index]) return true;
  }
  return false;
}

/* Marks the methods with an ambiguous call on a path to the target. The closure is in breadth-first
 * order from the target, so a few rounds reach the fixed point. */
static void find_ambiguous(struct distances *d, struct target_tables *t) {
  for (bool changed = true; changed;) {
    changed = false;
    for (uint32_t i = 0; i < t->closure_count; i++) {
      uint32_t m = t->closure[i];
      if (t->ambiguous[m] || !leads_to_ambiguous(t, rta_method_at(d->rta, m))) continue;
      t->ambiguous[m] = 1;
      changed = true;
    }
  }
}

static void find_closure(struct distances *d, struct target_tables *t) {
  t->count = d->graph->count;
  t->related = mem_alloc(t->count + 1u);
  t->ambiguous = mem_alloc(t->count + 1u);
  t->entry = mem_alloc((t->count + 1u) * sizeof *t->entry);
  t->forward = mem_alloc((t->count + 1u) * sizeof *t->forward);
  if (!t->method) return;
  t->closure = callgraph_closure(d->graph, t->method, &t->closure_count);
  for (uint32_t i = 0; i < t->closure_count; i++) t->related[t->closure[i]] = 1;
  find_ambiguous(d, t);
}

static struct target_tables *target_new(struct distances *d, const struct location *loc) {
  struct target_tables *t = mem_alloc(sizeof *t);
  t->loc = *loc;
  t->method = rta_method(d->rta, loc->method);
  if (t->method && !t->method->cfg) t->method = NULL;
  if (t->method) t->node = cfg_node(t->method->cfg, loc->bci);
  if (t->node == UINT32_MAX) t->method = NULL;
  find_closure(d, t);
  *vec_push(&d->targets) = t;
  return t;
}

static void distances_target_free(struct target_tables *t) {
  for (uint32_t i = 0; i < t->count; i++) free(t->forward[i].dist);
  free(t->forward);
  free(t->closure);
  free(t->related);
  free(t->ambiguous);
  free(t->entry);
  free(t);
}

static struct target_tables *target_find(struct distances *d, const struct location *loc) {
  for (size_t i = 0; i < d->targets.len; i++)
    if (location_equal(&d->targets.data[i]->loc, loc)) return d->targets.data[i];
  return target_new(d, loc);
}

/* ---- entry distances ---- */

struct entry_search {
  struct distances *d;
  struct target_tables *t;
  struct reach_queue queue;
};

/* Returns the cost from a call to a target whose distance from the callee's start is `entry`. */
static uint32_t entering_cost(struct distances *d, uint8_t kind, uint32_t entry) {
  if (entry == DISTANCE_INFINITE) return entry;
  return distance_add(entry, kind == RTA_START ? distance_add(distances_start_cost(d), 1) : 1);
}

static void entry_callers(struct entry_search *q, struct reach x) {
  const struct callgraph *g = q->d->graph;
  for (uint32_t i = g->caller_first[x.at]; i < g->caller_first[x.at + 1]; i++) {
    const struct caller *c = &g->callers[i];
    uint32_t enter = entering_cost(q->d, c->kind, x.dist);
    if (enter >= q->t->entry[c->method->index]) continue;
    reach_lower(&q->queue, q->t->entry, c->method->index,
                distance_add(distances_start_to(q->d, c->method, c->node), enter));
  }
}

static void find_entries(struct distances *d, struct target_tables *t) {
  struct entry_search q = {.d = d, .t = t};
  struct reach x;
  memset(t->entry, 0xff, (t->count + 1u) * sizeof *t->entry);
  if (t->method)
    reach_lower(&q.queue, t->entry, t->method->index, distances_start_to(d, t->method, t->node));
  while (reach_take(&q.queue, &x))
    if (x.dist == t->entry[x.at]) entry_callers(&q, x);
  reach_release(&q.queue);
}

/* Recomputes the tables of t if Explored has changed. */
static void distance_target_refresh(struct distances *d, struct target_tables *t) {
  uint32_t seen = 0;
  if (t->trial == d->trial && t->explored_total == d->explored_count) return;
  for (uint32_t i = 0; i < t->closure_count; i++) seen += distances_is_explored(d, t->closure[i]);
  INVARIANT(t->trial != d->trial || t->explored_seen <= seen,
            "Explored only grows within a trial: %u, %u", t->explored_seen, seen);
  if (t->trial != d->trial || t->explored_seen != seen || !t->round) {
    t->explored_seen = seen;
    t->round++;
    find_entries(d, t);
  }
  t->trial = d->trial;
  t->explored_total = d->explored_count;
}

static struct target_tables *distances_target(struct distances *d, const struct location *target) {
  struct target_tables *t = target_find(d, target);
  distance_target_refresh(d, t);
  return t;
}

static uint32_t distances_target_entry(struct target_tables *t, const struct rta_method *m) {
  INVARIANT(m->index < t->count, "the tables of a target have each method: %u of %u", m->index,
            t->count);
  return t->entry[m->index];
}

/* ---- estimates from a node ---- */

/* Sets the distances of the calls in m that lead to the target: the cost of the call and of the way
 * from the callee's start. */
static void seed_calls(struct distances *d, const struct target_tables *t,
                       const struct rta_method *m, const struct shortest *s) {
  for (size_t i = 0; i < m->calls.len; i++) {
    const struct rta_call *c = &m->calls.data[i];
    struct rta_method *const *targets;
    uint32_t n = rta_targets(c, &targets);
    if (s->fixed && s->fixed[c->node]) continue;
    for (uint32_t j = 0; j < n; j++) {
      uint32_t dist = entering_cost(d, c->kind, t->entry[targets[j]->index]);
      if (dist < s->dist[c->node]) s->dist[c->node] = dist;
    }
  }
}

static uint32_t *make_forward(struct distances *d, struct target_tables *t,
                              const struct rta_method *m) {
  struct costs costs = {d, m};
  struct shortest s = {.g = m->cfg,
                       .cost = distances_cost,
                       .arg = &costs,
                       .dist = distances_infinite(m->cfg->count)};
  uint8_t *fixed = NULL;
  if (m == t->method) {
    s.dist[t->node] = 0;
    shortest_backward(&s);
    s.fixed = fixed = shortest_reached(m->cfg, s.dist);
  }
  seed_calls(d, t, m, &s);
  shortest_backward(&s);
  distances_finish(&s);
  free(fixed);
  return s.dist;
}

static uint32_t distances_target_forward(struct distances *d, struct target_tables *t,
                                         const struct rta_method *m, uint32_t node) {
  struct forward_table *f = &t->forward[m->index];
  INVARIANT(m->index < t->count && node < m->cfg->count,
            "a distance is from an instruction of the analysis: %u, %u", m->index, node);
  if (!t->related[m->index]) return DISTANCE_INFINITE;
  if (f->round != t->round) {
    free(f->dist);
    f->dist = make_forward(d, t, m);
    f->round = t->round;
  }
  return f->dist[node];
}

bool distance_related(struct distances *d, const struct method *m, const struct location *target) {
  const struct target_tables *t = distances_target(d, target);
  const struct rta_method *rm = rta_method(d->rta, m);
  return rm && t->related[rm->index];
}

/* ---- tables of one method ---- */

static struct method_tables *tables_of(struct distances *d, const struct rta_method *m) {
  INVARIANT(m->index < d->tables.len, "each method of the analysis has tables: %u of %zu", m->index,
            d->tables.len);
  return &d->tables.data[m->index];
}

/* Returns count + 1 infinite distances, which the caller frees. */
static uint32_t *distances_infinite(uint32_t count) {
  uint32_t *dist = mem_alloc((count + 1u) * sizeof *dist);
  memset(dist, 0xff, (count + 1u) * sizeof *dist);
  return dist;
}

static bool is_invoke(uint8_t op) { return op >= OP_INVOKEVIRTUAL && op <= OP_INVOKEDYNAMIC; }

/* Implements analyze_function, lines 11 to 18: 1 for plain instructions. The cost of a call is 0
 * here and is computed on first use. */
static void costs_start(struct method_tables *t, const struct cfg *g) {
  t->cost = mem_alloc(g->count * sizeof *t->cost);
  for (uint32_t n = 0; n < g->count; n++) t->cost[n] = 1;
  for (uint32_t i = 0; i < g->site_count; i++)
    if (is_invoke(g->sites[i].op)) t->cost[g->sites[i].node] = 0;
}

static const struct rta_method *callee_at(const struct rta_method *m, uint32_t node) {
  size_t lo = 0, hi = m->calls.len;
  while (lo < hi) {
    size_t mid = (lo + hi) / 2;
    if (m->calls.data[mid].node < node)
      lo = mid + 1;
    else
      hi = mid;
  }
  for (; lo < m->calls.len && m->calls.data[lo].node == node; lo++)
    if (m->calls.data[lo].kind == RTA_CALL) return rta_resolved(&m->calls.data[lo]);
  return NULL;
}

static uint32_t call_cost(struct distances *d, const struct rta_method *m, uint32_t node) {
  const struct rta_method *callee = callee_at(m, node);
  uint32_t through;
  if (!callee || callgraph_recursive(d->graph, m, callee)) return 2;
  through = distances_through(d, callee);
  return through ? through : 1;
}

static uint32_t distances_cost(void *arg, uint32_t node) {
  struct costs *c = arg;
  struct method_tables *t = tables_of(c->d, c->m);
  uint32_t cost;
  if (!t->cost) costs_start(t, c->m->cfg);
  if (t->cost[node]) return t->cost[node];
  cost = call_cost(c->d, c->m, node);
  INVARIANT(cost, "the cost of an instruction that was computed is known: node %u", node);
  return tables_of(c->d, c->m)->cost[node] = cost;
}

/* Prepares a search within a method to or from a node. */
static struct shortest distances_at(struct costs *costs, uint32_t node) {
  const struct cfg *g = costs->m->cfg;
  struct shortest s = {
      .g = g, .cost = distances_cost, .arg = costs, .dist = distances_infinite(g->count)};
  s.dist[node] = 0;
  return s;
}

/* Searches forward from the start, then uses the edges of handlers for the nodes that were not
 * reached. `stop` as in shortest_forward. */
static uint32_t *from_start(struct distances *d, const struct rta_method *m, uint32_t stop) {
  struct costs costs = {d, m};
  struct shortest s = distances_at(&costs, 0);
  uint8_t *fixed;
  shortest_forward(&s, stop);
  if (m->cfg->handler_count && (stop == UINT32_MAX || s.dist[stop] == DISTANCE_INFINITE)) {
    s.fixed = fixed = shortest_reached(m->cfg, s.dist);
    s.handlers = true;
    shortest_forward(&s, stop);
    free(fixed);
  }
  return s.dist;
}

/* Returns L(n_start, n_end). Searches only until the end is reached, so callees on longer paths are
 * never examined. */
static uint32_t distances_through(struct distances *d, const struct rta_method *m) {
  uint32_t *dist;
  if (!m->cfg) return 2;
  if (tables_of(d, m)->through) return tables_of(d, m)->through;
  dist = from_start(d, m, m->cfg->count);
  tables_of(d, m)->through = dist[m->cfg->count];
  free(dist);
  return tables_of(d, m)->through;
}

/* Implements get_distance_from_start_to_node: 2 for a method that is not in Explored. */
static uint32_t distances_start_to(struct distances *d, const struct rta_method *m, uint32_t node) {
  if (tables_of(d, m)->explored != d->trial || !m->cfg) return 2;
  if (!tables_of(d, m)->start) {
    uint32_t *dist = from_start(d, m, UINT32_MAX);
    tables_of(d, m)->start = dist;
  }
  return tables_of(d, m)->start[node];
}

/* Repeats the backward search over the edges of handlers for the nodes that were not reached. */
static void distances_finish(struct shortest *s) {
  uint8_t *fixed;
  if (!s->g->handler_count) return;
  s->fixed = fixed = shortest_reached(s->g, s->dist);
  s->handlers = true;
  shortest_backward(s);
  free(fixed);
}

static uint32_t *to_node(struct distances *d, const struct rta_method *m, uint32_t node) {
  struct costs costs = {d, m};
  struct shortest s = distances_at(&costs, node);
  shortest_backward(&s);
  distances_finish(&s);
  return s.dist;
}

static uint32_t *from_node(struct distances *d, const struct rta_method *m, uint32_t node) {
  struct costs costs = {d, m};
  struct shortest s = distances_at(&costs, node);
  shortest_forward(&s, UINT32_MAX);
  return s.dist;
}

void distance_reach(struct distances *d, const struct rta_method *m, uint32_t node,
                    uint32_t *dist) {
  uint32_t **known;
  if (!tables_of(d, m)->reach)
    tables_of(d, m)->reach = mem_alloc((m->cfg->count + 1u) * sizeof *tables_of(d, m)->reach);
  known = &tables_of(d, m)->reach[node];
  if (!*known) *known = from_node(d, m, node);
  memcpy(dist, *known, (m->cfg->count + 1u) * sizeof *dist);
}

/* ---- Explored ---- */

static bool distances_is_explored(const struct distances *d, uint32_t index) {
  return d->tables.data[index].explored == d->trial;
}

/* Implements compute_estimates, which evaluates every resolved call: adds the method and its
 * transitive resolved callees to Explored. */
static void distance_explore(struct distances *d, struct rta_method *m) {
  VEC(struct rta_method *) stack = {0};
  if (distances_is_explored(d, m->index)) return;
  *vec_push(&d->steps) = (struct distance_step){m->method, true};
  tables_of(d, m)->explored = d->trial;
  *vec_push(&stack) = m;
  while (stack.len) {
    struct rta_method *x = stack.data[--stack.len];
    d->explored_count++;
    for (size_t i = 0; i < x->calls.len; i++) {
      struct rta_method *callee = rta_resolved(&x->calls.data[i]);
      if (!callee || !callee->cfg || distances_is_explored(d, callee->index)) continue;
      tables_of(d, callee)->explored = d->trial;
      *vec_push(&stack) = callee;
    }
  }
  vec_free(&stack);
}

/* ---- growth of the analysis ---- */

static void free_reach(struct method_tables *t, uint32_t count) {
  for (uint32_t n = 0; t->reach && n <= count; n++) free(t->reach[n]);
  free(t->reach);
}

static void drop_tables(struct distances *d) {
  for (size_t i = 0; i < d->tables.len; i++) {
    struct method_tables *t = &d->tables.data[i];
    if (t->reach) free_reach(t, rta_method_at(d->rta, (uint32_t)i)->cfg->count);
    free(t->cost);
    free(t->start);
    free(t->end);
    *t = (struct method_tables){.explored = t->explored};
  }
  for (size_t i = 0; i < d->targets.len; i++) distances_target_free(d->targets.data[i]);
  d->targets.len = 0;
  d->start_cost = 0;
}

/* Discards all data derived from the analysis, which has grown. The data are computed again on
 * demand. */
static void rebuild(struct distances *d) {
  drop_tables(d);
  callgraph_free(d->graph);
  d->graph = callgraph_new(d->rta);
  while (d->tables.len < d->graph->count) *vec_push(&d->tables) = (struct method_tables){0};
  CHECK(d->tables.len == d->graph->count, "each method of the graph has tables: %zu of %u",
        d->tables.len, d->graph->count);
}

static void analyse(struct distances *d) {
  drop_tables(d);
  vec_free(&d->tables);
  rta_free(d->rta);
  d->rta = rta_new(d->vm, &d->opt);
  if (d->main_method) rta_add_root(d->rta, d->main_method);
  rta_run(d->rta);
  for (uint32_t i = 0; i < d->wanted_count; i++) rta_deepen(d->rta, d->wanted[i].method);
  d->extended = false;
  rebuild(d);
}

/* Returns the method's entry. Adds the method if the analysis had not reached it. */
static struct rta_method *distance_method_in(struct distances *d, struct method *m) {
  struct rta_method *rm = rta_method(d->rta, m);
  if (rm && rm->scanned) return rm;
  if (!cfg_of(d->vm, m)) return rm;
  *vec_push(&d->steps) = (struct distance_step){m, false};
  rta_add_root(d->rta, m);
  rta_run(d->rta);
  rebuild(d);
  d->extended = true;
  return rta_method(d->rta, m);
}

/* Finds the call of start0() in Thread.start(). */
static void find_start0(struct distances *d) {
  struct error ignored = {0};
  struct klass *thread = vm_class(d->vm, "java/lang/Thread", &ignored);
  struct method *start = thread ? klass_method(thread, "start", "()V") : NULL;
  const struct cfg *g = start ? cfg_of(d->vm, start) : NULL;
  for (uint32_t i = 0; g && i < g->site_count; i++) {
    const struct cp_entry *e = &thread->cf->cp[g->sites[i].cp];
    if (!is_invoke(g->sites[i].op) || strcmp(e->name->s, "start0") != 0) continue;
    d->thread_start = start;
    d->start0 = g->bci[g->sites[i].node];
  }
}

/* Returns the cost from a call of Thread.start() to the point before the new thread enters
 * run(). */
static uint32_t distances_start_cost(struct distances *d) {
  const struct rta_method *start = d->thread_start ? rta_method(d->rta, d->thread_start) : NULL;
  uint32_t *dist;
  if (!start || !start->cfg) return 1;
  if (d->start_cost) return d->start_cost;
  dist = from_start(d, start, UINT32_MAX);
  INVARIANT(cfg_node(start->cfg, d->start0) < start->cfg->count,
            "Thread.start() has its call of start0(): %u", d->start0);
  d->start_cost = distance_add(dist[cfg_node(start->cfg, d->start0)], 1);
  free(dist);
  return d->start_cost;
}

struct distances *distances_new(struct vm *vm, struct method *main_method,
                                const struct location *targets, uint32_t target_count,
                                const struct rta_options *opt) {
  struct distances *d = mem_alloc(sizeof *d);
  d->vm = vm;
  d->main_method = main_method;
  if (opt) d->opt = *opt;
  d->wanted = mem_alloc((target_count + 1u) * sizeof *d->wanted);
  if (target_count) memcpy(d->wanted, targets, target_count * sizeof *d->wanted);
  d->wanted_count = target_count;
  d->trial = 1;
  find_start0(d);
  analyse(d);
  return d;
}

void distances_free(struct distances *d) {
  if (!d) return;
  drop_tables(d);
  vec_free(&d->tables);
  vec_free(&d->targets);
  vec_free(&d->steps);
  callgraph_free(d->graph);
  rta_free(d->rta);
  free(d->wanted);
  free(d);
}

void distances_new_trial(struct distances *d) {
  d->trial++;
  d->explored_count = 0;
  d->steps.len = 0;
  if (d->extended) analyse(d);
}

/* ---- queries ---- */

uint32_t distance_forward(struct distances *d, struct method *m, uint32_t bci,
                          const struct location *target) {
  struct rta_method *rm = distance_method_in(d, m);
  uint32_t node = rm && rm->cfg ? cfg_node(rm->cfg, bci) : UINT32_MAX;
  if (node == UINT32_MAX) return DISTANCE_INFINITE;
  distance_explore(d, rm);
  return distances_target_forward(d, distances_target(d, target), rm, node);
}

uint32_t distance_entering(struct distances *d, struct method *m, const struct location *target) {
  struct rta_method *rm = distance_method_in(d, m);
  return rm ? distance_add(1, distances_target_entry(distances_target(d, target), rm))
            : DISTANCE_INFINITE;
}

uint32_t distance_entry(struct distances *d, const struct rta_method *m,
                        const struct location *target) {
  return distances_target_entry(distances_target(d, target), m);
}

uint32_t distance_calling(struct distances *d, uint32_t kind) {
  return kind == RTA_START ? distance_add(distances_start_cost(d), 1) : 1;
}

bool distance_ambiguous(struct distances *d, const struct rta_method *m,
                        const struct location *target) {
  return distances_target(d, target)->ambiguous[m->index];
}

uint32_t distance_starting(struct distances *d, uint32_t bci) {
  uint32_t inside =
      d->thread_start ? distance_within(d, d->thread_start, bci, d->start0) : DISTANCE_INFINITE;
  return distance_add(inside, 1);
}

uint32_t distance_to_end(struct distances *d, struct method *m, uint32_t bci) {
  struct rta_method *rm = distance_method_in(d, m);
  uint32_t node = rm && rm->cfg ? cfg_node(rm->cfg, bci) : UINT32_MAX;
  if (node == UINT32_MAX) return 2;
  if (!tables_of(d, rm)->end) {
    uint32_t *dist = to_node(d, rm, rm->cfg->count);
    tables_of(d, rm)->end = dist;
  }
  return tables_of(d, rm)->end[node];
}

uint32_t distance_within(struct distances *d, struct method *m, uint32_t from_bci,
                         uint32_t to_bci) {
  struct rta_method *rm = distance_method_in(d, m);
  uint32_t from = rm && rm->cfg ? cfg_node(rm->cfg, from_bci) : UINT32_MAX;
  uint32_t to = rm && rm->cfg ? cfg_node(rm->cfg, to_bci) : UINT32_MAX;
  uint32_t *dist, result;
  if (from == UINT32_MAX || to == UINT32_MAX) return DISTANCE_INFINITE;
  dist = to_node(d, rm, to);
  result = dist[from];
  free(dist);
  return result;
}

uint32_t distance_through(struct distances *d, struct method *m) {
  struct rta_method *rm = distance_method_in(d, m);
  return rm ? distances_through(d, rm) : 2;
}

bool distance_explored(const struct distances *d, const struct method *m) {
  const struct rta_method *rm = rta_method(d->rta, m);
  return rm && distances_is_explored(d, rm->index);
}

uint64_t distances_version(const struct distances *d) {
  return (uint64_t)d->trial << 48 ^ (uint64_t)d->graph->count << 24 ^ d->explored_count;
}

struct rta *distances_rta(struct distances *d) {
  return d->rta;
}

/* ---- checkpoints ---- */

/* A checkpoint holds only what run-time refinement has added to the distances. */

void distances_save(const struct distances *d, struct ckpt_out *o) {
  struct error ignored = {0};
  ckpt_put_number(o, d->steps.len);
  for (size_t i = 0; i < d->steps.len; i++) {
    const struct method *m = d->steps.data[i].method;
    if (vm_class(d->vm, m->owner->name->s, &ignored) != m->owner)
      ckpt_out_fail(o, ERR_UNSUPPORTED,
                    "the heuristic has met the class %s, which cannot be found by its name",
                    m->owner->name->s);
    ckpt_put_text(o, m->owner->name->s);
    ckpt_put_text(o, m->name->s);
    ckpt_put_text(o, m->desc->s);
    ckpt_put_number(o, d->steps.data[i].explored);
  }
}

static void load_step(struct distances *d, struct ckpt_in *in) {
  struct error err = {0};
  char *owner = ckpt_text(in), *name = ckpt_text(in), *desc = ckpt_text(in);
  struct klass *k = owner ? vm_class(d->vm, owner, &err) : NULL;
  struct method *m = k && name && desc ? klass_declared_method(k, name, desc) : NULL;
  struct rta_method *rm = m ? distance_method_in(d, m) : NULL;
  if (ckpt_number(in) && rm) distance_explore(d, rm);
  if (!rm)
    ckpt_in_fail(in, ERR_INPUT, "the checkpoint does not fit the program: no method %s.%s",
                 owner ? owner : "?", name ? name : "?");
  free(owner);
  free(name);
  free(desc);
}

void distances_load(struct distances *d, struct ckpt_in *in) {
  distances_new_trial(d);
  for (uint64_t n = ckpt_number(in); n && ckpt_good(in); n--) load_step(d, in);
}
