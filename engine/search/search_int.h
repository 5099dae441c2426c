/* Internal to engine/search. */
#ifndef HEDDLE_SEARCH_SEARCH_INT_H
#define HEDDLE_SEARCH_SEARCH_INT_H

#include "engine/search/search.h"
#include "engine/property/race_view.h"
#include "engine/search/hang.h"
#include "engine/search/ranking.h"
#include "engine/vm/sched/time.h"

/* search.c */
/* Records the current node n, the end of a path, as an outcome. */
void search_note_end(struct search *s, const struct xnode *n);
#endif
