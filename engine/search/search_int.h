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
void search_look_early(void *self);
int search_collision(struct search *s, struct error *err);
int search_cause_of(const struct vm *vm);

#endif
