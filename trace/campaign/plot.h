/* The plots of a campaign, drawn by gnuplot as SVG and PNG. */
#ifndef HEDDLE_CAMPAIGN_PLOT_H
#define HEDDLE_CAMPAIGN_PLOT_H

#include "trace/campaign/trial.h"

/* Writes FOLDER/NAME.dat and FOLDER/NAME.gp for each plot and runs gnuplot, which draws NAME.svg
 * and NAME.png. Plots over time also get NAME.txt. If there is no gnuplot, sets *without_gnuplot
 * and draws nothing, which is not an error. Returns ERR_INPUT if a file cannot be written or
 * gnuplot fails. */
int plot_all(const struct trials *t, const char *folder, bool *without_gnuplot, struct error *err);

/* Appends a cumulative distribution for each row and technique as text, over a logarithmic axis of
 * seconds. */
void plot_text(const struct trials *t, const struct campaign_plot *p, struct text *out);

#endif
