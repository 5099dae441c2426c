/* Distances to one target location, over calls (get_estimate and compute_dynamic_estimate of paper
 * 001, figure 5).
 *
 * entry(m), from the start of m to the target, is the least solution of
 *
 *     entry(target's method) = start_to(target)
 *     entry(m) = min over calls c in m, over callees m' of c:  start_to(c) + 1 + entry(m')
 *
 * with start_to = 2 in methods outside Explored. It is computed by Dijkstra's algorithm over the
 * callers of the target's method, backwards; methods from which no calls lead there (not_related)
 * are never visited. The estimate from a node n of the current method is the distance to the target
 * if the target can be reached within this method, and otherwise the minimum over calls c of
 * distance(n, c) + 1 + entry(m'). */
#include <stdlib.h>

#include "engine/flow/distance_int.h"
#include "engine/flow/reach_queue.h"

/* ---- a target's record ---- */

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

void distances_target_free(struct target_tables *t) {
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

/* ---- entry ---- */

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

/* Updates t to the present Explored. */
static void distance_target_refresh(struct distances *d, struct target_tables *t) {
  uint32_t seen = 0;
  if (t->trial == d->trial && t->explored_total == d->explored_count) return;
  for (uint32_t i = 0; i < t->closure_count; i++) seen += distances_is_explored(d, t->closure[i]);
  if (t->trial != d->trial || t->explored_seen != seen || !t->round) {
    t->explored_seen = seen;
    t->round++;
    find_entries(d, t);
  }
  t->trial = d->trial;
  t->explored_total = d->explored_count;
}

struct target_tables *distances_target(struct distances *d, const struct location *target) {
  struct target_tables *t = target_find(d, target);
  distance_target_refresh(d, t);
  return t;
}

uint32_t distances_target_entry(struct distances *d, struct target_tables *t,
                                const struct rta_method *m) {
  (void)d;
  return t->entry[m->index];
}

/* ---- forward ---- */

/* Initialises the calls of m that lead to the target with the cost of entering them. */
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

uint32_t distances_target_forward(struct distances *d, struct target_tables *t,
                                  const struct rta_method *m, uint32_t node) {
  struct forward_table *f = &t->forward[m->index];
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
