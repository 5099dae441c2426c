/* Private to trace/campaign/report*.c. */
#ifndef HEDDLE_CAMPAIGN_REPORT_INT_H
#define HEDDLE_CAMPAIGN_REPORT_INT_H

#include "trace/campaign/report.h"
#include "trace/campaign/sheet.h"

/* Returns the published figures of a row, campaign_measure_numbers for each column; NULL: none. */
const double *report_paper(const struct campaign_table *table, enum campaign_measure m,
                           uint32_t row);
char *report_figure(double v, int decimals); /* "-" for NAN; malloc'd */
/* two decimals, or none for a whole number; malloc'd */
char *report_paper_figure(double v);
void report_sheet(const char *title, const char *what, enum report_format format,
                  const struct sheet *s, struct text *out);
/* modifies the lines while splitting them */
void report_notes(char *lines, enum report_format format, struct text *out);

/* report_single.c: a table with one trial per cell. */
bool report_is_single(const struct trials *t, const struct campaign_table *table);
void report_single(const struct trials *t, const struct campaign_table *table,
                   enum report_format format, struct text *out);

/* report_ranks.c: adds to such a table whether heddle's figures have the same order as the paper's.
 * Leaves out orders of fewer than five figures. */
void report_ranks(const struct trials *t, const struct campaign_table *table,
                  enum report_format format, struct text *out);

/* report_means.c: a table of means, with a line for each row, technique or group, and
 * population. */
void report_means(const struct trials *t, const struct campaign_table *table,
                  enum report_format format, struct text *out);

#endif
