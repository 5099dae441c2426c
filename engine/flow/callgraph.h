/* The call graph after rapid type analysis (paper 001, figures 3 and 5): the callers of each
 * method, the recursive calls, and the methods from which a target can be reached.
 *
 * A graph is a view of an analysis. If rta_run adds something, the graph is stale and must be built
 * again. */
#ifndef HEDDLE_FLOW_CALLGRAPH_H
#define HEDDLE_FLOW_CALLGRAPH_H

#include "engine/flow/rta.h"

struct caller { /* an edge, seen from the callee */
  struct rta_method *method;
  uint32_t node;
  uint8_t kind; /* enum rta_call_kind */
};

struct callgraph {
  struct rta *rta;
  uint32_t count;         /* number of methods, which are identified by rta_method.index */
  uint32_t *caller_first; /* callers of i: callers[caller_first[i] .. caller_first[i + 1]) */
  struct caller *callers;
  uint32_t *component; /* strongly connected component over resolved calls */
};

struct callgraph *callgraph_new(struct rta *rta);
void callgraph_free(struct callgraph *g);

/* Returns whether the call of `callee` from `caller` is part of a direct or indirect recursion:
 * both are in one component. (The paper tests only for direct recursion. With that test alone, its
 * search would not terminate.) */
static inline bool callgraph_recursive(const struct callgraph *g, const struct rta_method *caller,
                                       const struct rta_method *callee) {
  return g->component[caller->index] == g->component[callee->index];
}

/* Returns the backward closure of a method: the indices of all methods from which calls lead to it,
 * starting with itself, in breadth-first order. malloc'd; the caller frees it. A call site is
 * `not_related` to the target if none of its callees is in the closure. */
uint32_t *callgraph_closure(const struct callgraph *g, const struct rta_method *target,
                            uint32_t *count);

#endif
