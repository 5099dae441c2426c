/* Distances between program locations: the tables of the polymorphic distance heuristic (paper 001,
 * figures 4 and 5).
 *
 * Costs: an instruction costs 1; a call of unresolved type 2; a recursive call 2; a resolved call
 * the distance from its callee's start to its end. Entering a callee on the path to the target
 * costs 1. A callee that is not yet in Explored costs 2 instead of its own distances.
 *
 * Explored belongs to one trial. A method enters it when a thread is first seen in the method
 * (get_forward_distance_estimate), together with the transitive callees of its resolved calls
 * (compute_estimates).
 *
 * Differences from the figures; the values are equal wherever the algorithms of the figures
 * terminate:
 *
 *  - There is no all-pairs matrix. Single-source and backward searches are made on demand.
 *  - compute_dynamic_estimate's depth-first search with branch and bound is replaced by a backward
 *    shortest path over the call graph from the target, computed once per target and whenever
 *    Explored grows in the target's closure. It finds the same minimum and handles cycles of calls.
 *  - A call within a strongly connected component of the call graph counts as recursive, not only a
 *    direct recursion.
 *  - Callees without a body (native, abstract, or in the library beyond the analysis's bound) cost
 *    2.
 *  - Nodes that no path without exceptions reaches get distances over the edges of exception
 *    handlers (cfg.h).
 *  - If a target in the current method cannot be reached within it, because control is already past
 *    it, it is searched through calls. */
#ifndef HEDDLE_FLOW_DISTANCE_H
#define HEDDLE_FLOW_DISTANCE_H

#include "engine/flow/location.h"
#include "engine/flow/rta.h"

#define DISTANCE_INFINITE UINT32_MAX

struct distances;

/* Analyses the program from `main_method` (usually vm->main_method). `targets` are locations for
 * which distances will be needed; the analysis follows the library deep enough to reach them. NULL
 * options: defaults. The machine must outlive the result. */
struct distances *distances_new(struct vm *vm, struct method *main_method,
                                const struct location *targets, uint32_t target_count,
                                const struct rta_options *opt);
void distances_free(struct distances *d);

/* Begins a trial. Empties Explored and forgets the last trial's additions to the analysis, so a
 * trial's values do not depend on earlier trials. */
void distances_new_trial(struct distances *d);

/* Saves this trial's additions to Explored and to the analysis, in their order, in a checkpoint.
 * Loading repeats them in a new trial and finds the methods by name. */
struct ckpt_out;
struct ckpt_in;
void distances_save(const struct distances *d, struct ckpt_out *o);
void distances_load(struct distances *d, struct ckpt_in *in);

/* Implements get_forward_distance_estimate: returns the forward distance to the target from `bci`
 * in m, where a thread is. Adds m and its resolved callees to Explored. Adds m to the analysis if
 * it was not reached. */
uint32_t distance_forward(struct distances *d, struct method *m, uint32_t bci,
                          const struct location *target);
/* Returns the distance from the start of m to the target. m need not be in Explored. */
uint32_t distance_entry(struct distances *d, const struct rta_method *m,
                        const struct location *target);
/* Returns the cost of entering a callee, by enum rta_call_kind: 1; for the run() of a started
 * thread, also the path through Thread.start(). */
uint32_t distance_calling(struct distances *d, uint32_t kind);
/* Returns whether a call with several callees is on a path from m to the target, in m or in a
 * method that it calls. Types known at run time may resolve such a call. */
bool distance_ambiguous(struct distances *d, const struct rta_method *m,
                        const struct location *target);
/* Computes the distances from a node of m to all its nodes: cfg->count + 1 values. */
void distance_reach(struct distances *d, const struct rta_method *m, uint32_t node, uint32_t *dist);
/* Returns the distance to the target from a call of m that has not been executed: 1 + the distance
 * from m's start. m need not be in Explored. */
uint32_t distance_entering(struct distances *d, struct method *m, const struct location *target);
/* Returns the distance from `bci` in Thread.start(), before start0(), to the point after the call
 * of start0(), where the new thread's run() is entered. It is infinite after start0(). A call of
 * Thread.start() itself costs: entering start, its start to start0(), entering run(). */
uint32_t distance_starting(struct distances *d, uint32_t bci);
/* Returns the distance from `bci` in m to the normal end of m, including the return. */
uint32_t distance_to_end(struct distances *d, struct method *m, uint32_t bci);
/* Implements get_distance: the distance within m, 0 if from_bci == to_bci. */
uint32_t distance_within(struct distances *d, struct method *m, uint32_t from_bci, uint32_t to_bci);
/* Implements get_distance_to_end: the cost of passing a resolved call of m; 2 for a method without
 * a body. */
uint32_t distance_through(struct distances *d, struct method *m);

/* Returns whether calls lead from m to the target's method, or m is that method. The opposite is
 * not_related. */
bool distance_related(struct distances *d, const struct method *m, const struct location *target);
bool distance_explored(const struct distances *d, const struct method *m);
/* Returns a number that changes whenever distances may change: Explored or the analysis grew, or a
 * trial began. */
uint64_t distances_version(const struct distances *d);
/* The analysis, for views and tests. */
struct rta *distances_rta(struct distances *d);

/* Adds distances; the sum with an infinite one is infinite. */
static inline uint32_t distance_add(uint32_t a, uint32_t b) {
  return a == DISTANCE_INFINITE || b == DISTANCE_INFINITE || a + b < a ? DISTANCE_INFINITE : a + b;
}

#endif
