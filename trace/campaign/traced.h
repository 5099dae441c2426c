/* Trials of recorded runs (paper 003): a trial is one run of the real JVM, plain or under the
 * recorder, or the replay of such a run's trace with its bounded checks. */
#ifndef HEDDLE_CAMPAIGN_TRACED_H
#define HEDDLE_CAMPAIGN_TRACED_H

#include "trace/campaign/campaign.h"

/* Of a cell with the setting trial: the options of heddle replay, in its words. `trial search` is
 * none of these. */
void traced_words(const struct campaign_settings *s, struct campaign_cell *cell);
/* A setting that has no effect in such a cell, or needs the setting trial; NULL: none. */
const char *traced_misplaced(const struct campaign_settings *s, const struct campaign_cell *cell);
/* What the recording depends on, but the seed: cells with the same share their traces. Caller
 * frees. */
char *traced_key(const struct campaign_cell *cell);

/* The time of such a cell's trials is that of the JVM, by the clock on the wall. */
bool traced_is_timed(const struct campaign_cell *cell);

#endif
