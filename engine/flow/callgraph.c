/* See callgraph.h. */
#include "engine/flow/callgraph.h"

#include <stdlib.h>

#include "engine/base/check.h"

/* ---- callers ---- */

typedef void edge_fn(struct callgraph *g, struct rta_method *caller, const struct rta_call *call,
                     const struct rta_method *callee);

static void each_edge(struct callgraph *g, edge_fn *visit) {
  for (uint32_t i = 0; i < g->count; i++) {
    struct rta_method *m = rta_method_at(g->rta, i);
    for (size_t j = 0; j < m->calls.len; j++) {
      struct rta_method *const *targets;
      uint32_t n = rta_targets(&m->calls.data[j], &targets);
      for (uint32_t k = 0; k < n; k++) visit(g, m, &m->calls.data[j], targets[k]);
    }
  }
}

static void count_edge(struct callgraph *g, struct rta_method *caller, const struct rta_call *call,
                       const struct rta_method *callee) {
  (void)caller;
  (void)call;
  INVARIANT(callee->index < g->count, "each end of an edge is a method of the graph: %u of %u",
            callee->index, g->count);
  g->caller_first[callee->index + 1]++;
}

/* Places an edge. While the table is filled, caller_first[i + 1] is the next free place of i. */
static void place_edge(struct callgraph *g, struct rta_method *caller, const struct rta_call *call,
                       const struct rta_method *callee) {
  g->callers[g->caller_first[callee->index + 1]++] =
      (struct caller){caller, call->node, call->kind};
}

static void list_callers(struct callgraph *g) {
  uint32_t sum = 0;
  g->caller_first = mem_alloc((g->count + 2u) * sizeof *g->caller_first);
  each_edge(g, count_edge);
  for (uint32_t i = 0; i < g->count; i++) {
    uint32_t n = g->caller_first[i + 1];
    g->caller_first[i + 1] = sum;
    sum += n;
  }
  g->callers = mem_alloc((sum + 1u) * sizeof *g->callers);
  each_edge(g, place_edge);
  CHECK(g->caller_first[g->count] == sum, "each edge of the call graph has its place: %u of %u",
        g->caller_first[g->count], sum);
}

/* ---- recursion: Tarjan's components over resolved calls, with an explicit stack ---- */

struct visit {
  uint32_t method, call;
};

struct tarjan {
  struct callgraph *g;
  uint32_t *order, *low; /* 0: not visited */
  uint8_t *on_stack;
  uint32_t next, components;
  VEC(uint32_t) stack;
  VEC(struct visit) path;
};

static void callgraph_enter(struct tarjan *t, uint32_t m) {
  t->order[m] = t->low[m] = ++t->next;
  t->on_stack[m] = 1;
  *vec_push(&t->stack) = m;
  *vec_push(&t->path) = (struct visit){m, 0};
}

static void leave(struct tarjan *t, uint32_t m) {
  t->path.len--;
  if (t->path.len) {
    uint32_t up = t->path.data[t->path.len - 1].method;
    if (t->low[m] < t->low[up]) t->low[up] = t->low[m];
  }
  INVARIANT(t->low[m] <= t->order[m], "a method reaches itself: %u, %u", t->low[m], t->order[m]);
  if (t->low[m] != t->order[m]) return;
  for (uint32_t x = UINT32_MAX; x != m;) {
    CHECK(t->stack.len, "the methods of a component are on the stack: component %u", t->components);
    x = t->stack.data[--t->stack.len];
    t->on_stack[x] = 0;
    t->g->component[x] = t->components;
  }
  t->components++;
}

static void follow(struct tarjan *t, uint32_t m, const struct rta_call *c) {
  const struct rta_method *callee = rta_resolved(c);
  if (!callee) return;
  if (!t->order[callee->index])
    callgraph_enter(t, callee->index);
  else if (t->on_stack[callee->index] && t->order[callee->index] < t->low[m])
    t->low[m] = t->order[callee->index];
}

static void find_components(struct callgraph *g) {
  struct tarjan t = {.g = g};
  t.order = mem_alloc(g->count * sizeof *t.order);
  t.low = mem_alloc(g->count * sizeof *t.low);
  t.on_stack = mem_alloc(g->count);
  g->component = mem_alloc(g->count * sizeof *g->component);
  for (uint32_t i = 0; i < g->count; i++) {
    if (!t.order[i]) callgraph_enter(&t, i);
    while (t.path.len) {
      struct visit *v = &t.path.data[t.path.len - 1];
      const struct rta_method *m = rta_method_at(g->rta, v->method);
      if (v->call < m->calls.len)
        follow(&t, v->method, &m->calls.data[v->call++]);
      else
        leave(&t, v->method);
    }
  }
  CHECK(!t.stack.len, "each method belongs to a component: %zu left", t.stack.len);
  free(t.order);
  free(t.low);
  free(t.on_stack);
  vec_free(&t.stack);
  vec_free(&t.path);
}

/* ---- the graph ---- */

struct callgraph *callgraph_new(struct rta *rta) {
  struct callgraph *g = mem_alloc(sizeof *g);
  g->rta = rta;
  g->count = rta_method_count(rta);
  list_callers(g);
  find_components(g);
  return g;
}

void callgraph_free(struct callgraph *g) {
  if (!g) return;
  free(g->caller_first);
  free(g->callers);
  free(g->component);
  free(g);
}

uint32_t *callgraph_closure(const struct callgraph *g, const struct rta_method *target,
                            uint32_t *count) {
  VEC(uint32_t) found = {0};
  uint8_t *seen = mem_alloc(g->count + 1u);
  INVARIANT(target->index < g->count, "the target of a closure is in the graph: %u of %u",
            target->index, g->count);
  *vec_push(&found) = target->index;
  seen[target->index] = 1;
  for (size_t i = 0; i < found.len; i++) {
    uint32_t m = found.data[i];
    for (uint32_t j = g->caller_first[m]; j < g->caller_first[m + 1]; j++) {
      uint32_t up = g->callers[j].method->index;
      if (seen[up]) continue;
      seen[up] = 1;
      *vec_push(&found) = up;
    }
  }
  free(seen);
  *count = (uint32_t)found.len;
  return found.data;
}
