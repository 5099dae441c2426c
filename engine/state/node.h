/* What a node of the delta tree owns beside itself: its delta, its log, its violation, its names.
 * Counted in explorer.held_bytes with what the host's heap adds to each, so that the bound on the
 * memory of a session, which keeps all nodes and the events of their transitions, is the process's.
 */
#ifndef HEDDLE_STATE_NODE_H
#define HEDDLE_STATE_NODE_H

#include "engine/state/explorer.h"

/* Counts what n owns, once, when it is made; what it is given later is counted as it comes
 * (explorer_keep_names), but for texts of its violation. */
void node_count(struct explorer *x, struct xnode *n);
/* Frees what n owns and takes it off the count; n itself stays. */
void node_release(struct explorer *x, struct xnode *n);
void node_violation_free(struct violation *v); /* one that no node owns; NULL is nothing */

#endif
