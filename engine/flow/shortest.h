/* Private to the files of distance.h: shortest paths within one control flow graph. The cost of an
 * edge is the cost of leaving its source node.
 *
 * The searches work on an array of count + 1 distances (including n_end). Nodes in `fixed` are
 * never changed; NULL: none. With `handlers`, the edges of exception handlers are used, too, at a
 * cost of 1 each. */
#ifndef HEDDLE_FLOW_SHORTEST_H
#define HEDDLE_FLOW_SHORTEST_H

#include "engine/flow/cfg.h"

/* Returns the cost of leaving a node, DISTANCE_INFINITE if it has no normal successor. */
typedef uint32_t cost_fn(void *arg, uint32_t node);

struct shortest {
  const struct cfg *g;
  cost_fn *cost;
  void *arg;
  uint32_t *dist;
  const uint8_t *fixed;
  bool handlers;
};

/* Searches forward from the nodes with a finite distance on entry. Ends early when the distance of
 * `stop` is final (UINT32_MAX: never). */
void shortest_forward(const struct shortest *s, uint32_t stop);
/* Computes the distances of all nodes to those with a finite distance on entry. */
void shortest_backward(const struct shortest *s);
/* Returns an array with 1 for each node with a finite distance; the caller frees it. */
uint8_t *shortest_reached(const struct cfg *g, const uint32_t *dist);

#endif
