/* The two-tier ranking of papers 000 and 001: first how many locations of the sequence a path has
 * observed, then the secondary heuristic's value towards the next one. Guided and greedy best-first
 * search share it. */
#ifndef HEDDLE_SEARCH_RANKING_H
#define HEDDLE_SEARCH_RANKING_H

#include "engine/search/search.h"

/* Opens the heuristic of the options. ERR_USAGE: no such heuristic, or it aims at locations and
 * there is no sequence. */
int ranking_open(struct search *s, struct error *err);
void ranking_close(struct search *s);
/* Counts what the transition to n observed; true when that was the next location of the sequence.
 */
bool ranking_observe(struct search *s, node_id n);
/* ranking_observe, and scores n, which is here: its node gets `observed` and `h_value`. With the
 * sequence used up all values are 0. */
bool ranking_score(struct search *s, node_id n);

#endif
