/* Threads that wait in a loop, for the search dpor, which does not match states. If a thread has
 * only read since it was last in its present state, another round would see the same values. It can
 * continue when another thread has written what it read in that round.
 *
 * The state of a thread is its record and the live part of its stack. A transition is read-only if
 * state/looks.h says so and its footprint has no writes. */
#ifndef HEDDLE_SEARCH_DPOR_SPIN_H
#define HEDDLE_SEARCH_DPOR_SPIN_H

#include "engine/search/dpor_step.h"
#include "engine/state/explorer.h"

/* Returns a hash of the thread's state without mere counters, or 0 if its next operation is not a
 * read. */
uint64_t dpor_spin_state(struct vm *vm, uint32_t thread);
/* Was the transition to n, which is here, read-only? */
bool dpor_spin_looks(struct explorer *x, node_id n, const struct dpor_step *step);

#endif
