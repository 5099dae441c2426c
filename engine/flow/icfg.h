/* One graph over all methods that rapid type analysis reaches: the whole-program view of the
 * heuristics fsm and e-fca.
 *
 * Nodes are instructions and, for each method, its end; a node is a number. Every instruction
 * costs 1. Two kinds of distance to a target location:
 *  - without context (ICFG_ANY_RETURN): a call leads into each callee, a callee's end to the return
 * point of every call of it, whoever called (Edelkamp and Mehler's FSM distance);
 *  - forward (ICFG_FORWARD): a call leads into each callee, or past it at the cost of the shortest
 * way through; ends lead nowhere. The caller adds what the real stack says (Rungta and Mercer's
 * e-FCA). A callee without a body is passed at 1. Where a call may have several callees the nearest
 * counts. Thread.start() leads into run() and goes on. Edges of exception handlers count for what
 * cannot be reached otherwise, as in distance.h. */
#ifndef HEDDLE_FLOW_ICFG_H
#define HEDDLE_FLOW_ICFG_H

#include "engine/flow/location.h"

#define ICFG_INFINITE UINT32_MAX
#define ICFG_NO_NODE UINT32_MAX

enum icfg_kind { ICFG_ANY_RETURN, ICFG_FORWARD };

struct icfg;
/* Analyses from main_method; `targets` are locations that will be asked for. The machine must
 * outlive it. */
struct icfg *icfg_new(struct vm *vm, struct method *main_method, const struct location *targets,
                      uint32_t target_count);
void icfg_free(struct icfg *g);

/* ICFG_NO_NODE when the analysis did not reach the method or no instruction begins there. */
uint32_t icfg_node(const struct icfg *g, const struct method *m, uint32_t bci);
/* From a node to the target; computed for all nodes when a target is first asked for. */
uint32_t icfg_distance(struct icfg *g, enum icfg_kind kind, uint32_t node,
                       const struct location *target);
/* From a node to the normal end of its method, calls on the way gone through. */
uint32_t icfg_to_end(struct icfg *g, uint32_t node);

/* The analysis that it is made of. */
struct rta *icfg_rta(const struct icfg *g);

#endif
