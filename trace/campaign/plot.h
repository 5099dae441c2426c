/* The plots of a campaign, drawn by gnuplot as SVG and PNG. */
#ifndef HEDDLE_CAMPAIGN_PLOT_H
#define HEDDLE_CAMPAIGN_PLOT_H

#include "trace/campaign/trial.h"

/* Writes FOLDER/NAME.dat and FOLDER/NAME.gp for each plot and makes gnuplot draw NAME.svg and
 * NAME.png. Plots over time also get NAME.txt. Without gnuplot writes only data, scripts and texts
 * and sets *without_gnuplot, which is not an error. Errors: ERR_INPUT if a file cannot be written
 * or gnuplot fails. */
int plot_all(const struct trials *t, const char *folder, bool *without_gnuplot, struct error *err);

/* Appends cumulative distributions as text, on a logarithmic axis of seconds, for each row and
 * technique. */
void plot_text(const struct trials *t, const struct campaign_plot *p, struct text *out);

#endif
