/* Folds loops in lanes: what one thread does again and again, without another one in between, is
 * shown twice, the first time and the last. */
#ifndef HEDDLE_TUI_VIEWS_LANES_FOLD_H
#define HEDDLE_TUI_VIEWS_LANES_FOLD_H

#include "tui/views/lanes_read.h"

struct lanes_hidden {
  uint8_t *event; /* by number of an event of lanes that were read whole: 1, it is left out */
  uint32_t count;
  VEC(struct lane_fold) folds; /* with the numbers that events have when those are left out */
};
/* Which events of `l`, read whole, are in neither the first nor the last iteration of a loop. Two
 * iterations are the same when their events are of one kind at one place of the code. Those are
 * never left out that start, end or wait, that race, and those whose numbers in the source are
 * among `keep`: their iteration is shown, too. */
void lanes_find_loops(const struct lanes *l, const struct lanes_source *s, const uint32_t *keep,
                      size_t keep_count, struct lanes_hidden *out);
void lanes_hidden_release(struct lanes_hidden *h);
/* The fold that has this number of the source; NULL: none, it is shown. */
const struct lane_fold *lanes_fold_of(const struct lanes *l, uint32_t source);
/* The fold before the event; NULL. */
const struct lane_fold *lanes_fold_before(const struct lanes *l, uint32_t event);

#endif
