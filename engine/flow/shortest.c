/* See shortest.h. Dijkstra's algorithm with a binary heap; stale heap entries are skipped. */
#include "engine/flow/shortest.h"

#include <stdlib.h>

#include "engine/base/check.h"
#include "engine/flow/distance.h"

struct search {
  const struct shortest *s;
  VEC(uint64_t) heap; /* distance << 32 | node */
};

static void heap_push(struct search *q, uint32_t dist, uint32_t node) {
  uint64_t x = (uint64_t)dist << 32 | node;
  size_t i = q->heap.len;
  (void)vec_push(&q->heap);
  for (; i > 0 && q->heap.data[(i - 1) / 2] > x; i = (i - 1) / 2)
    q->heap.data[i] = q->heap.data[(i - 1) / 2];
  q->heap.data[i] = x;
}

static uint64_t heap_pop(struct search *q) {
  uint64_t top = q->heap.data[0], x = q->heap.data[--q->heap.len];
  size_t i = 0, n = q->heap.len;
  for (;;) {
    size_t c = 2 * i + 1;
    if (c >= n) break;
    if (c + 1 < n && q->heap.data[c + 1] < q->heap.data[c]) c++;
    if (q->heap.data[c] >= x) break;
    q->heap.data[i] = q->heap.data[c];
    i = c;
  }
  if (n) q->heap.data[i] = x;
  INVARIANT(!n || q->heap.data[0] >= top, "the nearest node is taken first: %u", (uint32_t)top);
  return top;
}

static void relax(struct search *q, uint32_t node, uint32_t dist) {
  INVARIANT(node <= q->s->g->count, "a way leads to a node of the graph: %u of %u", node,
            q->s->g->count);
  if (dist >= q->s->dist[node] || (q->s->fixed && q->s->fixed[node])) return;
  q->s->dist[node] = dist;
  heap_push(q, dist, node);
}

static void push_finite(struct search *q) {
  for (uint32_t n = 0; n <= q->s->g->count; n++)
    if (q->s->dist[n] != DISTANCE_INFINITE) heap_push(q, q->s->dist[n], n);
}

static void relax_forward(struct search *q, uint32_t n, uint32_t dist) {
  const struct cfg *g = q->s->g;
  uint32_t next;
  if (n >= g->count) return;
  next = distance_add(dist, q->s->cost(q->s->arg, n));
  for (uint32_t i = g->succ_first[n]; i < g->succ_first[n + 1]; i++) relax(q, g->succ[i], next);
  for (uint32_t i = 0; q->s->handlers && i < g->handler_count; i++)
    if (n >= g->handlers[i].start && n < g->handlers[i].end)
      relax(q, g->handlers[i].target, distance_add(dist, 1));
}

void shortest_forward(const struct shortest *s, uint32_t stop) {
  struct search q = {.s = s};
  push_finite(&q);
  while (q.heap.len) {
    uint64_t x = heap_pop(&q);
    uint32_t n = (uint32_t)x, dist = (uint32_t)(x >> 32);
    if (n == stop) break;
    if (dist == s->dist[n]) relax_forward(&q, n, dist);
  }
  vec_free(&q.heap);
}

static void relax_backward(struct search *q, uint32_t n, uint32_t dist) {
  const struct cfg *g = q->s->g;
  for (uint32_t i = g->pred_first[n]; i < g->pred_first[n + 1]; i++) {
    uint32_t p = g->pred[i];
    if (dist < q->s->dist[p]) relax(q, p, distance_add(dist, q->s->cost(q->s->arg, p)));
  }
  for (uint32_t i = 0; q->s->handlers && i < g->handler_count; i++) {
    const struct cfg_handler *h = &g->handlers[i];
    for (uint32_t p = h->start; h->target == n && p < h->end; p++)
      relax(q, p, distance_add(dist, 1));
  }
}

void shortest_backward(const struct shortest *s) {
  struct search q = {.s = s};
  push_finite(&q);
  while (q.heap.len) {
    uint64_t x = heap_pop(&q);
    uint32_t n = (uint32_t)x, dist = (uint32_t)(x >> 32);
    if (dist == s->dist[n]) relax_backward(&q, n, dist);
  }
  vec_free(&q.heap);
}

uint8_t *shortest_reached(const struct cfg *g, const uint32_t *dist) {
  uint8_t *reached = mem_alloc(g->count + 1u);
  for (uint32_t n = 0; n <= g->count; n++) reached[n] = dist[n] != DISTANCE_INFINITE;
  return reached;
}
