/* Cells of recorded runs (paper 003). A trial is one run of the real JVM, with or without the
 * recorder, or the replay of such a run's trace with its bounded checks. */
#ifndef HEDDLE_CAMPAIGN_TRACED_H
#define HEDDLE_CAMPAIGN_TRACED_H

#include "trace/campaign/campaign.h"

/* What a trial is (the setting `trial`). TRACED_NOT: a search, which is also the default. */
enum traced_kind { TRACED_NOT, TRACED_RUN, TRACED_RECORD, TRACED_REPLAY };
const char *traced_kind_word(uint32_t kind); /* "search", "run", ...; NULL after the last */

/* If the cell's trials are not searches, sets its words to the options of heddle replay. */
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
