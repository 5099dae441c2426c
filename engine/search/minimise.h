/* Makes a counterexample easier to read by removing context switches.
 *
 * A stretch is a maximal run of steps of one thread. A context switch lies between two stretches. A
 * switch can be removed if, after one of the following changes, an execution shows the same error
 * (property, kind and message) with fewer switches:
 *   - One or several adjacent stretches are left out. Their threads catch up in their next
 *     stretches, or not at all.
 *   - The next stretch of the running thread is moved forward. The stretches between keep their
 * order. If the work is not cut short, the result is minimal in the sense that no single switch can
 * be removed. */
#ifndef HEDDLE_SEARCH_MINIMISE_H
#define HEDDLE_SEARCH_MINIMISE_H

#include "engine/search/search.h"

/* Changes the path from s->start to s->error_node, and updates s->error_node and the report's
 * depth, switches and minimal. Leaves the explorer at the error. The work is limited to a million
 * transitions, so the result does not depend on the machine if the time suffices; at `end`
 * (clock_seconds()) it stops with the best path so far. Drops nodes that are no longer used. */
void minimise(struct search *s, double end);
/* The same for a hang. Changes the path to the state where its cycle begins; the cycle stays as it
 * is, so the result is not called minimal. */
void minimise_hang(struct search *s, double end);
/* Returns the seconds that minimising may take: a tenth of the search's time limit, between 1 and
 * 10. */
double minimise_seconds(const struct search_options *o);
/* Only counts the context switches, for the report. */
void minimise_count(struct search *s);

#endif
