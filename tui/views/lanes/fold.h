/* Folds loops in lanes. When one thread repeats the same events and no other thread runs in
 * between, only the first and the last iteration are shown. */
#ifndef HEDDLE_TUI_VIEWS_LANES_FOLD_H
#define HEDDLE_TUI_VIEWS_LANES_FOLD_H

#include "tui/views/lanes/read.h"

struct lanes_hidden {
  uint8_t *event; /* for each event of the complete lanes: 1 if it is left out */
  uint32_t count;
  VEC(struct lane_fold) folds; /* their `at` is an index in the lanes without the hidden events */
};
/* Finds the iterations of loops in `l` that can be hidden: all but the first and the last of each
 * loop. `l` must hold all events. Two iterations are equal if their events have the same kinds and
 * code locations. Iterations that contain a start, an end, a wait, a race or an event whose source
 * index is in `keep` stay visible. lanes_hidden_release frees *out. */
void lanes_find_loops(const struct lanes *l, const struct lanes_source *s, const uint32_t *keep,
                      size_t keep_count, struct lanes_hidden *out);
void lanes_hidden_release(struct lanes_hidden *h);
/* Returns the fold that contains the event with this source index; NULL: the event is shown. */
const struct lane_fold *lanes_fold_of(const struct lanes *l, uint32_t source);
/* Returns the fold just before the event; NULL: none. */
const struct lane_fold *lanes_fold_before(const struct lanes *l, uint32_t event);

#endif
