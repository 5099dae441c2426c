/* The data that a node of the delta tree owns: its delta, log, violation and names.
 * explorer.held_bytes counts them, with the overhead of the host's heap, so that the memory bound
 * of a session, which keeps all nodes and the events of their transitions, limits the memory of the
 * process. */
#ifndef HEDDLE_STATE_NODE_H
#define HEDDLE_STATE_NODE_H

#include "engine/state/explorer.h"

/* Counts the data that n owns when n is made. Names are counted when they are added
 * (explorer_keep_names); texts added to its violation are not counted. */
void node_count(struct explorer *x, struct xnode *n);
/* Frees the data that n owns and subtracts it from the count, but keeps n. */
void node_release(struct explorer *x, struct xnode *n);
void node_violation_free(struct violation *v); /* for one that no node owns; NULL is ignored */

#endif
