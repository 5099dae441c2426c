/* Threads that wait in a loop, for the search dpor, which keeps no states: a thread that only
 * looked since it was last in the very state in which it is now would see the same again. It can go
 * on when another thread has written what it read on the way round.
 *
 * Its state is its record and what is live of its stack. A transition only looks (state/looks.h)
 * when its footprint has no writes either. */
#ifndef HEDDLE_SEARCH_DPOR_SPIN_H
#define HEDDLE_SEARCH_DPOR_SPIN_H

#include "engine/search/dpor_step.h"
#include "engine/state/explorer.h"

/* A hash of the thread's state, without what only counts; 0 where it does not stand before a look.
 */
uint64_t dpor_spin_state(struct vm *vm, uint32_t thread);
/* Did the transition to n, which is here, only look? */
bool dpor_spin_looks(struct explorer *x, node_id n, const struct dpor_step *step);

#endif
