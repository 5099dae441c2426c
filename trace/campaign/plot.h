/* The plots of a campaign, drawn by gnuplot as SVG and PNG. */
#ifndef HEDDLE_CAMPAIGN_PLOT_H
#define HEDDLE_CAMPAIGN_PLOT_H

#include "trace/campaign/trial.h"

/* Writes FOLDER/NAME.dat and FOLDER/NAME.gp for each plot and has gnuplot draw NAME.svg and
 * NAME.png, and NAME.txt of those over time. Without gnuplot it stays at data and scripts;
 * *without_gnuplot says so, and that is no error. Errors: ERR_INPUT: a file cannot be written,
 * gnuplot fails. */
int plot_all(const struct trials *t, const char *folder, bool *without_gnuplot, struct error *err);

/* Cumulative distributions as text, on a logarithmic axis of seconds: a line for each row and
 * technique. */
void plot_text(const struct trials *t, const struct campaign_plot *p, struct text *out);

#endif
