/* Trials of recorded runs (paper 003). A trial is one run of the real JVM, plain or under the
 * recorder, or the replay of such a run's trace with its bounded checks. */
#ifndef HEDDLE_CAMPAIGN_TRACED_H
#define HEDDLE_CAMPAIGN_TRACED_H

#include "trace/campaign/campaign.h"

/* For a cell with the setting `trial`, sets its words to the options of heddle replay. For `trial
 * search` sets none. */
void traced_words(const struct campaign_settings *s, struct campaign_cell *cell);
/* Returns a setting that has no effect in such a cell, or needs the setting `trial`; NULL: none. */
const char *traced_misplaced(const struct campaign_settings *s, const struct campaign_cell *cell);
/* Returns everything that the recording depends on except the seed. Cells with equal keys share
 * their traces. Caller frees. */
char *traced_key(const struct campaign_cell *cell);

/* Is the time of the cell's trials the wall-clock time of the JVM? */
bool traced_is_timed(const struct campaign_cell *cell);

#endif
