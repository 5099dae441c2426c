/* Private to distance.c: shortest paths within one control flow graph. The cost of an edge is that
 * of leaving its node.
 *
 * The searches work on an array of count + 1 distances (n_end included). What is `fixed` is never
 * changed; NULL: nothing is. With `handlers` the edges of exception handlers count too, at 1 each.
 */
#ifndef HEDDLE_FLOW_SHORTEST_H
#define HEDDLE_FLOW_SHORTEST_H

#include "engine/flow/cfg.h"

/* The cost of leaving a node, DISTANCE_INFINITE when it has no normal successor. */
typedef uint32_t cost_fn(void *arg, uint32_t node);

struct shortest {
  const struct cfg *g;
  cost_fn *cost;
  void *arg;
  uint32_t *dist;
  const uint8_t *fixed;
  bool handlers;
};

/* From the nodes whose distance is finite on entry, forwards; ends early when `stop` is settled
 * (UINT32_MAX: never). */
void shortest_forward(const struct shortest *s, uint32_t stop);
/* Distances of all nodes to those whose distance is finite on entry. */
void shortest_backward(const struct shortest *s);
/* 1 for each node with a finite distance; the caller frees. */
uint8_t *shortest_reached(const struct cfg *g, const uint32_t *dist);

#endif
