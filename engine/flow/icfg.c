/* See icfg.h.
 *
 * Edges are stored backwards, because all searches begin at their goal. The cost of an edge p -> n
 * depends on its kind and on the search. STEP, HANDLER, ENTER, RETURN and SIDE cost 1; SIDE leads
 * into code that a call triggers: run(), an initialiser, a callback. PAST leads from a call to its
 * return point and costs the path through the callee. */
#include "engine/flow/icfg.h"

#include <stdlib.h>

#include "engine/base/check.h"
#include "engine/flow/distance.h"
#include "engine/flow/rta.h"
#include "engine/flow/reach_queue.h"

enum edge_kind { EDGE_STEP, EDGE_ENTER, EDGE_SIDE, EDGE_RETURN, EDGE_PAST, EDGE_HANDLER };

struct edge { /* stored at `to` */
  uint32_t to, from;
  uint8_t kind;
};

struct table {
  struct location target;
  enum icfg_kind kind;
  uint32_t *dist;
};

struct icfg {
  struct rta *rta;
  uint32_t methods, count; /* number of nodes */
  uint32_t *base;          /* per method index: its first node; its end is base + cfg->count */
  VEC(struct edge) edges;  /* sorted by `to` */
  uint32_t *first;         /* per node: its first edge */
  uint32_t *through; /* per node: the cost of passing the call, 0: not an instruction with calls */
  uint32_t *to_end;
  VEC(struct table) tables;
};

/* ---- building ---- */

static uint32_t end_of(const struct icfg *g, const struct rta_method *m) {
  return g->base[m->index] + m->cfg->count;
}

static void edge(struct icfg *g, uint32_t from, uint32_t to, enum edge_kind kind) {
  INVARIANT(from < g->count && to < g->count, "both ends of an edge are nodes: %u, %u of %u", from,
            to, g->count);
  *vec_push(&g->edges) = (struct edge){to, from, (uint8_t)kind};
}

static void icfg_number(struct icfg *g) {
  g->methods = rta_method_count(g->rta);
  g->base = mem_alloc((g->methods + 1u) * sizeof *g->base);
  for (uint32_t i = 0; i < g->methods; i++) {
    const struct rta_method *m = rta_method_at(g->rta, i);
    g->base[i] = g->count;
    if (m->cfg) g->count += m->cfg->count + 1;
  }
  g->base[g->methods] = g->count;
}

/* Adds the edges of a call. Returns true if the instruction itself calls methods (RTA_CALL) and all
 * of them have bodies, so passing the call goes through one of them. */
static bool add_calls(struct icfg *g, const struct rta_method *m, uint32_t node) {
  const struct cfg *c = m->cfg;
  bool through = false, opaque = false;
  for (size_t i = 0; i < m->calls.len; i++) {
    struct rta_method *const *t;
    uint32_t n = m->calls.data[i].node == node ? rta_targets(&m->calls.data[i], &t) : 0;
    bool proper = m->calls.data[i].kind == RTA_CALL;
    for (uint32_t j = 0; j < n; j++) {
      if (proper && !t[j]->cfg) opaque = true;
      if (!t[j]->cfg) continue;
      through |= proper;
      edge(g, g->base[m->index] + node, g->base[t[j]->index], proper ? EDGE_ENTER : EDGE_SIDE);
      for (uint32_t k = c->succ_first[node]; proper && k < c->succ_first[node + 1]; k++)
        edge(g, end_of(g, t[j]), g->base[m->index] + c->succ[k], EDGE_RETURN);
    }
  }
  return through && !opaque;
}

static void add_method(struct icfg *g, const struct rta_method *m) {
  const struct cfg *c = m->cfg;
  uint8_t *calls = mem_alloc(c->count + 1u);
  for (size_t i = 0; i < m->calls.len; i++) calls[m->calls.data[i].node] = 1;
  for (uint32_t n = 0; n < c->count; n++) {
    uint32_t at = g->base[m->index] + n;
    bool through = calls[n] && add_calls(g, m, n);
    if (through) g->through[at] = ICFG_INFINITE;
    for (uint32_t k = c->succ_first[n]; k < c->succ_first[n + 1]; k++)
      edge(g, at, g->base[m->index] + c->succ[k], through ? EDGE_PAST : EDGE_STEP);
  }
  for (uint32_t h = 0; h < c->handler_count; h++)
    for (uint32_t n = c->handlers[h].start; n < c->handlers[h].end; n++)
      edge(g, g->base[m->index] + n, g->base[m->index] + c->handlers[h].target, EDGE_HANDLER);
  free(calls);
}

static int by_target(const void *a, const void *b) {
  const struct edge *x = a, *y = b;
  if (x->to != y->to) return x->to < y->to ? -1 : 1;
  if (x->from != y->from) return x->from < y->from ? -1 : 1;
  return (int)x->kind - (int)y->kind;
}

static void index_edges(struct icfg *g) {
  size_t e = 0;
  if (g->edges.len) qsort(g->edges.data, g->edges.len, sizeof *g->edges.data, by_target);
  g->first = mem_alloc((g->count + 1u) * sizeof *g->first);
  for (uint32_t n = 0; n <= g->count; n++) {
    while (e < g->edges.len && g->edges.data[e].to < n) e++;
    g->first[n] = (uint32_t)e;
  }
  CHECK(e == g->edges.len, "each edge is at its end: %zu of %zu", e, g->edges.len);
}

/* ---- searches ---- */

struct search {
  struct icfg *g;
  uint32_t *dist;
  struct reach_queue queue;
  bool returns, past, enter, handlers;
};

static uint32_t cost(const struct search *q, const struct edge *e) {
  switch ((enum edge_kind)e->kind) {
    case EDGE_STEP: return 1;
    case EDGE_ENTER:
    case EDGE_SIDE: return q->enter ? 1 : ICFG_INFINITE;
    case EDGE_RETURN: return q->returns ? 1 : ICFG_INFINITE;
    case EDGE_PAST: return q->past ? q->g->through[e->from] : ICFG_INFINITE;
    default: return q->handlers ? 1 : ICFG_INFINITE;
  }
}

/* In the search for to_end: the distance of a method's start is final, so the cost of passing its
 * calls is known. */
static void resolve_calls(struct search *q, struct reach x) {
  const struct icfg *g = q->g;
  for (uint32_t i = g->first[x.at]; !q->enter && i < g->first[x.at + 1]; i++) {
    uint32_t call = g->edges.data[i].from, n = call + 1;
    if (g->edges.data[i].kind != EDGE_ENTER || g->through[call] != ICFG_INFINITE) continue;
    g->through[call] = distance_add(x.dist, 1);
    /* a call has one successor, the next instruction */
    if (q->dist[n] != ICFG_INFINITE)
      reach_lower(&q->queue, q->dist, call, distance_add(q->dist[n], g->through[call]));
  }
}

static void icfg_run(struct search *q) {
  struct reach x;
  while (reach_take(&q->queue, &x)) {
    if (x.dist != q->dist[x.at]) continue;
    for (uint32_t i = q->g->first[x.at]; i < q->g->first[x.at + 1]; i++)
      reach_lower(&q->queue, q->dist, q->g->edges.data[i].from,
                  distance_add(x.dist, cost(q, &q->g->edges.data[i])));
    resolve_calls(q, x);
  }
}

/* Repeats the search over the edges of handlers for nodes that were not reached. Reached nodes keep
 * their distances. */
static void run_handlers(struct search *q) {
  const struct icfg *g = q->g;
  uint32_t *kept = mem_alloc((g->count + 1u) * sizeof *kept);
  memcpy(kept, q->dist, g->count * sizeof *kept);
  q->handlers = true;
  for (uint32_t n = 0; n < g->count; n++) {
    if (kept[n] == ICFG_INFINITE) continue;
    for (uint32_t i = g->first[n]; i < g->first[n + 1]; i++)
      if (kept[g->edges.data[i].from] == ICFG_INFINITE)
        reach_lower(&q->queue, q->dist, g->edges.data[i].from,
                    distance_add(kept[n], cost(q, &g->edges.data[i])));
  }
  icfg_run(q);
  for (uint32_t n = 0; n < g->count; n++)
    if (kept[n] != ICFG_INFINITE) q->dist[n] = kept[n];
  free(kept);
}

static uint32_t *infinite(const struct icfg *g) {
  uint32_t *d = mem_alloc((g->count + 1u) * sizeof *d);
  memset(d, 0xff, (g->count + 1u) * sizeof *d);
  return d;
}

/* Uses Knuth's generalisation of Dijkstra's algorithm: the cost of a call is known once the
 * distance of its callee's start is final. */
static void find_to_end(struct icfg *g) {
  struct search q = {.g = g, .past = true, .dist = infinite(g)};
  for (uint32_t i = 0; i < g->methods; i++)
    if (rta_method_at(g->rta, i)->cfg)
      reach_lower(&q.queue, q.dist, end_of(g, rta_method_at(g->rta, i)), 0);
  icfg_run(&q);
  run_handlers(&q);
  reach_release(&q.queue);
  g->to_end = q.dist;
}

static uint32_t *find_distances(struct icfg *g, enum icfg_kind kind, uint32_t target) {
  struct search q = {.g = g,
                     .enter = true,
                     .returns = kind == ICFG_ANY_RETURN,
                     .past = kind == ICFG_FORWARD,
                     .dist = infinite(g)};
  if (target != ICFG_NO_NODE) reach_lower(&q.queue, q.dist, target, 0);
  icfg_run(&q);
  run_handlers(&q);
  reach_release(&q.queue);
  return q.dist;
}

/* ---- the interface ---- */

struct icfg *icfg_new(struct vm *vm, struct method *main_method, const struct location *targets,
                      uint32_t target_count) {
  struct icfg *g = mem_alloc(sizeof *g);
  g->rta = rta_new(vm, NULL);
  if (main_method) rta_add_root(g->rta, main_method);
  rta_run(g->rta);
  for (uint32_t i = 0; i < target_count; i++) rta_deepen(g->rta, targets[i].method);
  icfg_number(g);
  g->through = mem_alloc((g->count + 1u) * sizeof *g->through);
  for (uint32_t i = 0; i < g->methods; i++)
    if (rta_method_at(g->rta, i)->cfg) add_method(g, rta_method_at(g->rta, i));
  index_edges(g);
  find_to_end(g);
  return g;
}

void icfg_free(struct icfg *g) {
  if (!g) return;
  for (size_t i = 0; i < g->tables.len; i++) free(g->tables.data[i].dist);
  vec_free(&g->tables);
  vec_free(&g->edges);
  free(g->base);
  free(g->first);
  free(g->through);
  free(g->to_end);
  rta_free(g->rta);
  free(g);
}

struct rta *icfg_rta(const struct icfg *g) {
  return g->rta;
}

uint32_t icfg_node(const struct icfg *g, const struct method *m, uint32_t bci) {
  const struct rta_method *rm = rta_method(g->rta, m);
  uint32_t n = rm && rm->cfg ? cfg_node(rm->cfg, bci) : UINT32_MAX;
  return n == UINT32_MAX ? ICFG_NO_NODE : g->base[rm->index] + n;
}

uint32_t icfg_distance(struct icfg *g, enum icfg_kind kind, uint32_t node,
                       const struct location *target) {
  struct table *t;
  INVARIANT(node < g->count, "a distance is from a node: %u of %u", node, g->count);
  for (size_t i = 0; i < g->tables.len; i++)
    if (g->tables.data[i].kind == kind && location_equal(&g->tables.data[i].target, target))
      return g->tables.data[i].dist[node];
  t = vec_push(&g->tables);
  *t = (struct table){*target, kind,
                      find_distances(g, kind, icfg_node(g, target->method, target->bci))};
  return t->dist[node];
}

uint32_t icfg_to_end(struct icfg *g, uint32_t node) {
  INVARIANT(node < g->count, "a way to the end is from a node: %u of %u", node, g->count);
  return g->to_end[node];
}
