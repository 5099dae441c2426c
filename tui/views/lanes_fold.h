/* Folds loops in lanes: when one thread repeats the same events without an interruption by another
 * thread, only the first and the last iteration are shown. */
#ifndef HEDDLE_TUI_VIEWS_LANES_FOLD_H
#define HEDDLE_TUI_VIEWS_LANES_FOLD_H

#include "tui/views/lanes_read.h"

struct lanes_hidden {
  uint8_t *event; /* per event of the complete lanes: 1, it is left out */
  uint32_t count;
  VEC(struct lane_fold) folds; /* with the indexes that events have after leaving these out */
};
/* Finds the events of `l`, read completely, that belong neither to the first nor to the last
 * iteration of a loop. Two iterations are equal if their events have the same kinds and code
 * locations. Iterations that contain a start, an end, a wait, a race or an event whose source index
 * is in `keep` stay visible. */
void lanes_find_loops(const struct lanes *l, const struct lanes_source *s, const uint32_t *keep,
                      size_t keep_count, struct lanes_hidden *out);
void lanes_hidden_release(struct lanes_hidden *h);
/* Returns the fold that contains the event with this source index; NULL: the event is shown. */
const struct lane_fold *lanes_fold_of(const struct lanes *l, uint32_t source);
/* Returns the fold just before the event; NULL: none. */
const struct lane_fold *lanes_fold_before(const struct lanes *l, uint32_t event);

#endif
