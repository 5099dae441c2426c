/* What a search that was stopped had before it (struct search_seen). */
#ifndef HEDDLE_SESSION_SEEN_H
#define HEDDLE_SESSION_SEEN_H

#include "engine/state/explorer.h"

/* Looks at the path from `start` to here. Here is left somewhere on it. */
void session_seen(struct explorer *x, node_id start, struct search_seen *out);

#endif
