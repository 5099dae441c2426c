/* One graph of all methods that rapid type analysis reaches: the whole-program view of the
 * heuristics fsm and e-fca.
 *
 * Nodes are instructions and, for each method, its end; a node is a number. Every instruction costs
 * 1. There are two kinds of distance to a target location:
 *
 *  - Without context (ICFG_ANY_RETURN): a call leads into each callee, and a callee's end leads to
 *    the return point of every call of it, whatever the stack (Edelkamp and Mehler's FSM distance).
 *  - Forward (ICFG_FORWARD): a call leads into each callee, or past it at the cost of the shortest
 *    path through it; ends lead nowhere. The caller adds the information of the actual stack
 *    (Rungta and Mercer's e-FCA).
 *
 * Passing a callee without a body costs 1. If a call has several callees, the nearest one counts.
 * Thread.start() leads into run() and also continues. Edges of exception handlers are used only for
 * nodes that cannot be reached otherwise, as in distance.h. */
#ifndef HEDDLE_FLOW_ICFG_H
#define HEDDLE_FLOW_ICFG_H

#include "engine/flow/location.h"

#define ICFG_INFINITE UINT32_MAX
#define ICFG_NO_NODE UINT32_MAX

enum icfg_kind { ICFG_ANY_RETURN, ICFG_FORWARD };

struct icfg;
/* Analyses the program from main_method. `targets` are locations for which distances will be
 * needed. The machine must outlive the graph. */
struct icfg *icfg_new(struct vm *vm, struct method *main_method, const struct location *targets,
                      uint32_t target_count);
void icfg_free(struct icfg *g);

/* Returns ICFG_NO_NODE if the analysis did not reach the method or no instruction begins there. */
uint32_t icfg_node(const struct icfg *g, const struct method *m, uint32_t bci);
/* Returns the distance from a node to the target. The first query for a target computes the
 * distances of all nodes. */
uint32_t icfg_distance(struct icfg *g, enum icfg_kind kind, uint32_t node,
                       const struct location *target);
/* Returns the distance from a node to the normal end of its method, through the calls on the
 * path. */
uint32_t icfg_to_end(struct icfg *g, uint32_t node);

/* Returns the analysis from which the graph was made. */
struct rta *icfg_rta(const struct icfg *g);

#endif
