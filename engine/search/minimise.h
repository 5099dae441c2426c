/* Makes a counterexample easier to read: fewer context switches.
 *
 * A stretch is a run of steps of one thread; a context switch lies between two. A switch can be
 * taken out when the same error (property, kind and message) shows on a path with fewer switches
 * after one of these changes, which is executed to find out:
 *  - a stretch is left out, or several in a row: its thread makes up for it in its next stretch, if
 * it has one, or does not;
 *  - the next stretch of the thread that was running comes at once, those between keep their order.
 * What is returned when nothing cut the work is minimal in this sense: no single switch can be
 * taken out. */
#ifndef HEDDLE_SEARCH_MINIMISE_H
#define HEDDLE_SEARCH_MINIMISE_H

#include "engine/search/search.h"

/* Changes the path from s->start to s->error_node; s->error_node and the report's depth, switches
 * and minimal follow. Leaves the explorer there. The bound on its work is a million transitions, so
 * that the result is the same on every machine that makes them in time; at `end`, by
 * clock_seconds(), it ends as it is. Nodes of the tree that are in nobody's use are dropped. */
void minimise(struct search *s, double end);
/* The seconds that it may take: a tenth of what the search had, at least 1 and at most 10. */
double minimise_seconds(const struct search_options *o);
/* Only counts: report's switches. */
void minimise_count(struct search *s);

#endif
