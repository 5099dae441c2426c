/* The two-tier ranking of papers 000 and 001, for guided and greedy best-first search: first by how
 * many locations of the sequence a path has observed, then by the secondary heuristic's value
 * towards the next location. */
#ifndef HEDDLE_SEARCH_RANKING_H
#define HEDDLE_SEARCH_RANKING_H

#include "engine/search/search.h"

/* Opens the heuristic of the options. ERR_USAGE: the heuristic does not exist, or it needs a
 * sequence of locations and there is none. */
int ranking_open(struct search *s, struct error *err);
void ranking_close(struct search *s);
/* Updates the node's count of observed locations. Returns true if the transition to n observed the
 * next location of the sequence. */
bool ranking_observe(struct search *s, node_id n);
/* Calls ranking_observe and scores n, the current node: sets `observed` and `h_value` of its node.
 * When all locations are observed, the value is 0 for steps of the thread that observed the last
 * one, and 1 for others. */
bool ranking_score(struct search *s, node_id n);

#endif
