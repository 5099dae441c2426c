/* Internal to engine/search. */
#ifndef HEDDLE_SEARCH_SEARCH_INT_H
#define HEDDLE_SEARCH_SEARCH_INT_H

#include "engine/search/search.h"
#include "engine/property/race_view.h"
#include "engine/search/hang.h"
#include "engine/search/ranking.h"
#include "engine/vm/sched/time.h"

/* The explorer's callback `arrived`. Takes the fingerprint of the new state and prefetches its slot
 * in the visited set, which is larger than the caches, while the properties are evaluated. Returns
 * true if the state is guessed to be known and needs no evaluation. */
bool search_look_early(void *self);
int search_collision(struct search *s, struct error *err);
int search_cause_of(const struct vm *vm);

/* ---- search_ends.c ---- */

/* Are there too many timeouts, sleeps and polls of the clock on the path? Then nothing below the
 * state here is searched. */
bool search_is_late(const struct search *s);
/* With --outcomes: is the parent of n an error already, which the path has reported? */
bool search_behind_locked(struct search *s, const struct xnode *n);
/* Records the present node n, the end of a path, as an outcome. */
void search_note_end(struct search *s, const struct xnode *n);
/* Records the present node n, for which search_stands_locked is true. Returns enum search_status.
 * Sets *dead if nothing below n is to be searched. */
int search_note_locked(struct search *s, node_id n, bool *dead);

#endif
