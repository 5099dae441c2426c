/* Statistics of the steps before a search that was stopped (struct search_seen). */
#ifndef HEDDLE_SESSION_SEEN_H
#define HEDDLE_SESSION_SEEN_H

#include "engine/state/explorer.h"

/* Collects the statistics on the path from `start` to here. Leaves the explorer at some node of
 * that path. */
void session_seen(struct explorer *x, node_id start, struct search_seen *out);

#endif
