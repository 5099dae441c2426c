/* Assessing: at the end of a path of an environment (env/environment.h), are the results of the
 * calls those of some order of them (history.h), as the orders executed by the same engine have
 * them (orders.h)? Each distinct outcome is assessed once. What nobody knows, as an order that
 * takes too long, makes a search inconclusive, and is no error. */
#ifndef HEDDLE_ASSESS_ASSESS_H
#define HEDDLE_ASSESS_ASSESS_H

#include "engine/state/explorer.h"

/* For a machine whose environment is assessed; the explorer calls it from then on. */
struct assess *assess_new(struct explorer *x);
void assess_free(struct assess *j); /* NULL is fine */
/* How many outcomes were assessed so far. */
uint64_t assess_outcomes(const struct assess *j);
/* Of how many programs an end was met: of those that main draws (--env all). */
uint32_t assess_programs(const struct assess *j);

#endif
