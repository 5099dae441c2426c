/* Estimates the size of the state space of a running search, with an interval that contained the
 * size in four of five searches of known size (tests/bench/README.md).
 *
 * A tree of executions (dpor) is estimated with the method of Knuth (1975), which Kilby, Slaney,
 * Thiebaux and Walsh (2006) apply to a running search: each unexplored branch of a state is assumed
 * to be as large as the explored ones.
 *
 * With state matching, this overestimates by orders of magnitude, because the first branch of a
 * state already finds most of the states that the other branches lead to. So the levels of the
 * stack, one per state, are compared instead. Consider a path on which a single thread runs. At
 * each state, the other branches lead to the states that the other threads can reach while this
 * thread stays at its place, and their number is about the same at each of its places. So if the
 * first branch of a level is not complete yet, the other branches are expected to find as many
 * states as they did at the deeper levels of the same thread. If that thread has no deeper level,
 * they are expected to find as many states as the first branch: one more place of one thread,
 * combined with all places of the others.
 *
 * Values that main asks for before other threads exist (heddle env --env all) separate programs
 * that have no states in common. For those levels, the method for trees is correct. */
#ifndef HEDDLE_SEARCH_ESTIMATE_H
#define HEDDLE_SEARCH_ESTIMATE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "engine/base/words.h"

/* The stack of a depth-first search that matches states. */
struct estimate;
struct estimate *estimate_new(void);
void estimate_free(struct estimate *e);
uint64_t estimate_bytes(const struct estimate *e);
/* Enters a new state; `states` counts the states met so far, including this one. It has `choices`
 * choices, the first of which belongs to `thread`. `values`: the choices are values for which the
 * thread asks. */
void estimate_enter(struct estimate *e, uint64_t states, uint32_t choices, uint32_t thread,
                    bool values);
/* Leaves the state that was entered last, which is explored completely. `first`: it was reached by
 * the first choice of the state before it. */
void estimate_leave(struct estimate *e, uint64_t states, bool first);
/* Sets how many choices of the i-th state on the stack were taken, including the current one. Call
 * it for all states before estimate_states. */
void estimate_taken(struct estimate *e, size_t i, uint32_t taken);
void estimate_states(const struct estimate *e, uint64_t states, struct search_estimate *out);

/* A state of the current path of a tree search, from the start on. */
struct estimate_branch {
  uint64_t before;   /* ends met before this state */
  uint32_t explored; /* branches explored completely */
  uint32_t waiting;  /* known branches that are not begun */
};
/* Estimates a tree from its current path. The path takes no branch of the last state. */
void estimate_tree(const struct estimate_branch *b, size_t count, uint64_t ends,
                   struct search_estimate *out);

#endif
