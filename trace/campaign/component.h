/* Cells whose subject is a component, a class without a main method. A trial is a run of heddle
 * env, which searches one environment after the other (paper 002). */
#ifndef HEDDLE_CAMPAIGN_COMPONENT_H
#define HEDDLE_CAMPAIGN_COMPONENT_H

#include "trace/campaign/campaign.h"

/* Sets the cell's words to the heddle env options for the settings, if its subject is a
 * component. */
void component_words(const struct campaign_settings *s, struct campaign_cell *cell);
void component_words_free(struct campaign_cell *cell);
/* Returns the word of a setting that is not allowed in the cell: a component's setting for a
 * program, or the reverse. Returns NULL if there is none. */
const char *component_misplaced(const struct campaign_settings *s,
                                const struct campaign_cell *cell);

#endif
