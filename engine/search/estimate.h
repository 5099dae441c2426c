/* How large is the space of a search that runs? Estimates, with the interval in which the size lay
 * in four of five searches of known size (tests/bench/README.md).
 *
 * A tree of executions (dpor) is measured as Knuth (1975) does it and Kilby, Slaney, Thiebaux and
 * Walsh (2006) on the search that runs: what is left of a state is as large, branch for branch, as
 * what was explored from it.
 *
 * With matched states that counts too much, by orders of magnitude: the first branch of a state
 * finds nearly all that the others lead to. Here the levels of the stack are compared. Along a
 * path that one thread takes, the other branches of each state lead to what the others can do
 * while that thread stands there, and that is about as much at each of its steps. So a level whose
 * first branch is not explored whole yet will find, behind its other branches, what levels of the
 * same thread below it found; where the thread was not met below, as many as all that lies there:
 * one more place of one thread, with all places of the others.
 *
 * Values that main asks for before there are other threads (heddle env --env all) part programs
 * that have no states in common: there the tree's way is right again. */
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
/* A new state is entered. `states` were met with it; so many choices are to be taken from it, and
 * the first one is the thread's; `values`: they are values that it asks for. */
void estimate_enter(struct estimate *e, uint64_t states, uint32_t choices, uint32_t thread,
                    bool values);
/* The state that was entered last is explored whole, and left for the one before it; `first`: it
 * was found by the first choice of that. */
void estimate_leave(struct estimate *e, uint64_t states, bool first);
/* Of the i-th state on the stack so many choices were taken, the present one among them. For all of
 * them, before estimate_states. */
void estimate_taken(struct estimate *e, size_t i, uint32_t taken);
void estimate_states(const struct estimate *e, uint64_t states, struct search_estimate *out);

/* A tree: from the start on, the states of the present path. */
struct estimate_branch {
  uint64_t before;   /* ends that were met before this state */
  uint32_t explored; /* branches that were explored whole */
  uint32_t waiting;  /* ... and those that are not begun, as far as they are known */
};
/* The last one's branches are none of the present path. */
void estimate_tree(const struct estimate_branch *b, size_t count, uint64_t ends,
                   struct search_estimate *out);

#endif
