/* Assessment of results. At the end of each path of an environment (env/environment.h), checks
 * whether the results of the calls are those of some order of the calls (history.h). The same
 * engine executes the orders to find their results (orders.h). Each distinct outcome is assessed
 * once. If something cannot be found out, for example because an order takes too long, the search
 * is inconclusive, but reports no error. */
#ifndef HEDDLE_ASSESS_ASSESS_H
#define HEDDLE_ASSESS_ASSESS_H

#include "engine/state/explorer.h"

/* Makes the assessment for a machine whose environment is assessed. From then on, the explorer
 * calls it at the end of each path. */
struct assess *assess_new(struct explorer *x);
/* j may be NULL. */
void assess_free(struct assess *j);
/* Returns the number of outcomes assessed so far. */
uint64_t assess_outcomes(const struct assess *j);
/* Returns the number of programs, of those that main draws (--env all), that have reached an
 * end. */
uint32_t assess_programs(const struct assess *j);

#endif
