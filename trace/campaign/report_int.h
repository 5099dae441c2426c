/* Shared by the files trace/campaign/report*.c. */
#ifndef HEDDLE_CAMPAIGN_REPORT_INT_H
#define HEDDLE_CAMPAIGN_REPORT_INT_H

#include "trace/campaign/report.h"
#include "trace/campaign/sheet.h"

/* Returns the paper's figures for a row, campaign_measure_numbers for each column, or NULL if it
 * has none. */
const double *report_paper(const struct campaign_table *table, enum campaign_measure m,
                           uint32_t row);
/* v with that many decimals, or "-" for NAN; malloc'd */
char *report_figure(double v, int decimals);
/* Returns v with two decimals, or none if it is a whole number; "-" for NAN. The caller frees
 * it. */
char *report_paper_figure(double v);
void report_sheet(const char *title, const char *what, enum report_format format,
                  const struct sheet *s, struct text *out);
/* Appends each of the lines as a note. Modifies `lines` while splitting it. */
void report_notes(char *lines, enum report_format format, struct text *out);

/* report_single.c: appends a table whose cells have one trial each. */
bool report_is_single(const struct trials *t, const struct campaign_table *table);
void report_single(const struct trials *t, const struct campaign_table *table,
                   enum report_format format, struct text *out);

/* report_ranks.c: appends to such a table how well the order of heddle's figures agrees with the
 * order of the paper's. Leaves out orders of fewer than five figures. */
void report_ranks(const struct trials *t, const struct campaign_table *table,
                  enum report_format format, struct text *out);

/* report_means.c: appends a table of means, with a line for each row, technique or group, and
 * population of trials. */
void report_means(const struct trials *t, const struct campaign_table *table,
                  enum report_format format, struct text *out);

#endif
