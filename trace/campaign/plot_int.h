/* Shared by the files trace/campaign/plot*.c. */
#ifndef HEDDLE_CAMPAIGN_PLOT_INT_H
#define HEDDLE_CAMPAIGN_PLOT_INT_H

#include "trace/campaign/plot.h"

/* Does the trial count as a step of the plot's lines? In a CAMPAIGN_PLOT_TIME it must have found
 * the error; in a CAMPAIGN_PLOT_ENDS it may also have searched everything. */
bool plot_counts(const struct campaign_plot *p, const struct trial *t);
/* Returns how many trials of the cell count for the plot. *out gets their times in seconds,
 * ascending; the caller frees it. *done gets the number of finished trials. */
size_t plot_seconds(const struct trials *t, const struct campaign_plot *p,
                    const struct campaign_cell *cell, double **out, size_t *done);

#endif
