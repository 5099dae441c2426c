/* Cells whose subject is a component, a class without a main: their trials are those of heddle env,
 * one environment after the other (paper 002). */
#ifndef HEDDLE_CAMPAIGN_COMPONENT_H
#define HEDDLE_CAMPAIGN_COMPONENT_H

#include "trace/campaign/campaign.h"

/* Sets the cell's words: the options of heddle env that the settings make. */
void component_words(const struct campaign_settings *s, struct campaign_cell *cell);
void component_words_free(struct campaign_cell *cell);
/* A setting that has no place in the cell: one of components in a program's, or the other way
 * round; NULL: there is none. */
const char *component_misplaced(const struct campaign_settings *s,
                                const struct campaign_cell *cell);

#endif
