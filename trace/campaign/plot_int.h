/* Shared by the files of the plots; nobody else includes it. */
#ifndef HEDDLE_CAMPAIGN_PLOT_INT_H
#define HEDDLE_CAMPAIGN_PLOT_INT_H

#include "trace/campaign/plot.h"

/* Is the trial a step of the plot's lines? (CAMPAIGN_PLOT_TIME: it found the error; ENDS: or it
 * searched whole.) */
bool plot_counts(const struct campaign_plot *p, const struct trial *t);
/* The seconds of these trials of the cell, rising; how many they are. *done: of how many. Caller
 * frees. */
size_t plot_seconds(const struct trials *t, const struct campaign_plot *p,
                    const struct campaign_cell *cell, double **out, size_t *done);

#endif
