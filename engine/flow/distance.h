/* Distances between program locations: the tables of the polymorphic distance heuristic (paper 001,
 * figures 4 and 5).
 *
 * Costs: an instruction 1; a call of unresolved type 2; a recursive call 2; a resolved call the
 * distance from its callee's start to its end; entering a callee on the way to the target + 1; a
 * callee not yet in Explored 2 instead of its own distances.
 *
 * Explored belongs to one trial: a method enters it when a thread is first seen in it
 * (get_forward_distance_estimate), and with it, transitively, the callees of its resolved calls
 * (compute_estimates).
 *
 * How it differs from the figures, values being equal where the figures end at all:
 *  - No all-pairs matrix: single-source and backward searches, made when first asked for.
 *  - compute_dynamic_estimate's depth-first search with branch and bound is a shortest path over
 * the call graph from the target backwards, once per target and per growth of Explored in the
 * target's closure; it has the same minimum, and no cycle of calls can hold it.
 *  - A call within a strongly connected component of the call graph counts as recursive, not only a
 * direct one.
 *  - Callees without a body (native, abstract, beyond the analysis' bound in the library) cost 2.
 *  - What no path without exceptions reaches is measured again over the edges of exception handlers
 * (cfg.h).
 *  - A target in the current method that cannot be reached within it (it lies behind) is looked for
 * through calls. */
#ifndef HEDDLE_FLOW_DISTANCE_H
#define HEDDLE_FLOW_DISTANCE_H

#include "engine/flow/location.h"
#include "engine/flow/rta.h"

#define DISTANCE_INFINITE UINT32_MAX

struct distances;

/* Analyses the program from `main_method` (vm->main_method as a rule). `targets` are locations that
 * are going to be asked for: the analysis follows the library deep enough to reach them. NULL
 * options: defaults. The machine must outlive it. */
struct distances *distances_new(struct vm *vm, struct method *main_method,
                                const struct location *targets, uint32_t target_count,
                                const struct rta_options *opt);
void distances_free(struct distances *d);

/* Begins a trial: Explored becomes empty, and what the last trial added to the analysis is
 * forgotten, so that a trial's values do not depend on the trials before it. */
void distances_new_trial(struct distances *d);

/* What this trial added to Explored and to the analysis, in its order: in a checkpoint. Loading
 * repeats it, in a new trial; the methods are looked for by name. */
struct ckpt_out;
struct ckpt_in;
void distances_save(const struct distances *d, struct ckpt_out *o);
void distances_load(struct distances *d, struct ckpt_in *in);

/* get_forward_distance_estimate: the distance from `bci` in m, which a thread stands in, to the
 * target in the forward direction. m and its resolved callees become explored. A method that the
 * analysis did not reach is added to it. */
uint32_t distance_forward(struct distances *d, struct method *m, uint32_t bci,
                          const struct location *target);
/* From the start of m to the target. m need not be explored. */
uint32_t distance_entry(struct distances *d, const struct rta_method *m,
                        const struct location *target);
/* What entering a callee costs, by enum rta_call_kind: 1, and before the run() of a thread that is
 * started the way through Thread.start(). */
uint32_t distance_calling(struct distances *d, uint32_t kind);
/* Whether a call with several callees leads from m to the target, from m itself or from what it
 * calls: types that are known only while the program runs may give more. */
bool distance_ambiguous(struct distances *d, const struct rta_method *m,
                        const struct location *target);
/* The distances from a node of m to all its nodes: cfg->count + 1 of them. */
void distance_reach(struct distances *d, const struct rta_method *m, uint32_t node, uint32_t *dist);
/* From a call of m, not yet made, to the target: 1 + the distance from its start. m need not be
 * explored. */
uint32_t distance_entering(struct distances *d, struct method *m, const struct location *target);
/* From `bci` in Thread.start(), before start0(), to behind the call of it, where the new thread's
 * run() is entered. After start0() it is infinite. A call of Thread.start() itself counts the same
 * way: entering start, its start to start0(), entering. */
uint32_t distance_starting(struct distances *d, uint32_t bci);
/* From `bci` in m to the normal end of m, the return included. */
uint32_t distance_to_end(struct distances *d, struct method *m, uint32_t bci);
/* Within m: get_distance, 0 when from == to. */
uint32_t distance_within(struct distances *d, struct method *m, uint32_t from_bci, uint32_t to_bci);
/* get_distance_to_end: what moving through a resolved call of m costs; 2 for a method without a
 * body. */
uint32_t distance_through(struct distances *d, struct method *m);

/* Whether calls lead from m to the target's method (it does so itself); not_related is the
 * contrary. */
bool distance_related(struct distances *d, const struct method *m, const struct location *target);
bool distance_explored(const struct distances *d, const struct method *m);
/* Another number when distances may be other than before: Explored or the analysis grew, or a trial
 * began. */
uint64_t distances_version(const struct distances *d);
/* The analysis, for views and tests. */
struct rta *distances_rta(struct distances *d);

/* Sums of distances stay infinite. */
static inline uint32_t distance_add(uint32_t a, uint32_t b) {
  return a == DISTANCE_INFINITE || b == DISTANCE_INFINITE || a + b < a ? DISTANCE_INFINITE : a + b;
}

#endif
