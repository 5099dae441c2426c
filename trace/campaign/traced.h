/* Cells of recorded runs (paper 003). A trial is one run of the real JVM, with or without the
 * recorder, or the replay of such a run's trace with its bounded checks. */
#ifndef HEDDLE_CAMPAIGN_TRACED_H
#define HEDDLE_CAMPAIGN_TRACED_H

#include "trace/campaign/campaign.h"

/* If the cell has the setting `trial`, sets its words to the options of heddle replay. `trial
 * search` counts as no such setting. */
void traced_words(const struct campaign_settings *s, struct campaign_cell *cell);
/* Returns the word of a setting that has no effect in such a cell or, in any other cell, needs the
 * setting `trial`. Returns NULL if there is none. */
const char *traced_misplaced(const struct campaign_settings *s, const struct campaign_cell *cell);
/* Returns everything that the recording depends on except the seed. Cells with equal keys share
 * their traces. The caller frees the text. */
char *traced_key(const struct campaign_cell *cell);

/* Is the time of the cell's trials the wall-clock time of the JVM? */
bool traced_is_timed(const struct campaign_cell *cell);

#endif
