/* Private to trace/campaign/plot*.c. */
#ifndef HEDDLE_CAMPAIGN_PLOT_INT_H
#define HEDDLE_CAMPAIGN_PLOT_INT_H

#include "trace/campaign/plot.h"

/* Does the trial count as a step of the plot's lines? (CAMPAIGN_PLOT_TIME: it found the error.
 * ENDS: it found the error or searched everything.) */
bool plot_counts(const struct campaign_plot *p, const struct trial *t);
/* Returns how many trials of the cell count for the plot, and their times in seconds in *out,
 * ascending. *done is the number of finished trials. Caller frees *out. */
size_t plot_seconds(const struct trials *t, const struct campaign_plot *p,
                    const struct campaign_cell *cell, double **out, size_t *done);

#endif
