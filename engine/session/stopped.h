/* Examines the path on which a search was stopped: for a loop that no search can finish, and for
 * statistics that say what to try next. */
#ifndef HEDDLE_SESSION_STOPPED_H
#define HEDDLE_SESSION_STOPPED_H

#include "engine/search/search.h"

/* If a thread took thousands of steps with visible effects on the path to here, adds this to the
 * reason and removes the estimate of the size. */
void stopped_note_loop(struct search *s);
/* Collects the statistics on the path from `start` to here. Leaves the explorer at some node of
 * that path. */
void stopped_seen(struct explorer *x, node_id start, struct search_seen *out);

#endif
