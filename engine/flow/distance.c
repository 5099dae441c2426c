/* The tables within methods, Explored, and the queries. distance_target.c has the tables for a
 * target. See distance.h. */
#include "engine/flow/distance_int.h"

#include <stdlib.h>

#include "engine/base/block_file.h"
#include "engine/classfile/insn.h"
#include "engine/vm/machine.h"

/* ---- tables of one method ---- */

static struct method_tables *tables_of(struct distances *d, const struct rta_method *m) {
  return &d->tables.data[m->index];
}

uint32_t *distances_infinite(uint32_t count) {
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

uint32_t distances_cost(void *arg, uint32_t node) {
  struct costs *c = arg;
  struct method_tables *t = tables_of(c->d, c->m);
  uint32_t cost;
  if (!t->cost) costs_start(t, c->m->cfg);
  if (t->cost[node]) return t->cost[node];
  cost = call_cost(c->d, c->m, node);
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
uint32_t distances_through(struct distances *d, const struct rta_method *m) {
  uint32_t *dist;
  if (!m->cfg) return 2;
  if (tables_of(d, m)->through) return tables_of(d, m)->through;
  dist = from_start(d, m, m->cfg->count);
  tables_of(d, m)->through = dist[m->cfg->count];
  free(dist);
  return tables_of(d, m)->through;
}

/* Implements get_distance_from_start_to_node: 2 for a method that is not in Explored. */
uint32_t distances_start_to(struct distances *d, const struct rta_method *m, uint32_t node) {
  if (tables_of(d, m)->explored != d->trial || !m->cfg) return 2;
  if (!tables_of(d, m)->start) {
    uint32_t *dist = from_start(d, m, UINT32_MAX);
    tables_of(d, m)->start = dist;
  }
  return tables_of(d, m)->start[node];
}

void distances_finish(struct shortest *s) {
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

bool distances_is_explored(const struct distances *d, uint32_t index) {
  return d->tables.data[index].explored == d->trial;
}

void distance_explore(struct distances *d, struct rta_method *m) {
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

/* ---- the analysis and its growth ---- */

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

/* Discards all data derived from the analysis, which has grown. It is recomputed on demand. */
static void rebuild(struct distances *d) {
  drop_tables(d);
  callgraph_free(d->graph);
  d->graph = callgraph_new(d->rta);
  while (d->tables.len < d->graph->count) *vec_push(&d->tables) = (struct method_tables){0};
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

struct rta_method *distance_method_in(struct distances *d, struct method *m) {
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

uint32_t distances_start_cost(struct distances *d) {
  const struct rta_method *start = d->thread_start ? rta_method(d->rta, d->thread_start) : NULL;
  uint32_t *dist;
  if (!start || !start->cfg) return 1;
  if (d->start_cost) return d->start_cost;
  dist = from_start(d, start, UINT32_MAX);
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
  return rm ? distance_add(1, distances_target_entry(d, distances_target(d, target), rm))
            : DISTANCE_INFINITE;
}

uint32_t distance_entry(struct distances *d, const struct rta_method *m,
                        const struct location *target) {
  return distances_target_entry(d, distances_target(d, target), m);
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
