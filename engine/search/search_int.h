/* Shared by the files of search; nobody else includes it. */
#ifndef HEDDLE_SEARCH_SEARCH_INT_H
#define HEDDLE_SEARCH_SEARCH_INT_H

#include "engine/search/search.h"
#include "engine/property/race_view.h"
#include "engine/search/hang.h"
#include "engine/search/ranking.h"
#include "engine/vm/sched/time.h"

/* The visited set is larger than the caches: its place for the new state is on the way while the
 * properties are evaluated and the delta is closed. */
bool search_look_early(void *self);
int search_collision(struct search *s, struct error *err);
int search_cause_of(const struct vm *vm);

/* ---- search_ends.c ---- */

/* So late on its path that nothing behind is searched. */
bool search_is_late(const struct search *s);
/* With --outcomes: the path to n has shown its error already. */
bool search_behind_locked(struct search *s, const struct xnode *n);
/* The present node, n, is the end of a path: an outcome. */
void search_note_end(struct search *s, const struct xnode *n);
/* Of the present node, n, search_stands_locked is true. Returns enum search_status; *dead: nothing
 * behind is searched. */
int search_note_locked(struct search *s, node_id n, bool *dead);

#endif
