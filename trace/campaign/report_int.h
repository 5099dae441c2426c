/* Shared by the files of the tables; nobody else includes it. */
#ifndef HEDDLE_CAMPAIGN_REPORT_INT_H
#define HEDDLE_CAMPAIGN_REPORT_INT_H

#include "trace/campaign/report.h"
#include "trace/campaign/sheet.h"

/* The published figures of a row, campaign_measure_numbers for each column; NULL: there are none.
 */
const double *report_paper(const struct campaign_table *table, enum campaign_measure m,
                           uint32_t row);
char *report_figure(double v, int decimals); /* "-" for NAN; malloc'd */
/* as many decimals as the paper's figure has, at most two; malloc'd */
char *report_paper_figure(double v);
void report_sheet(const char *title, const char *what, enum report_format format,
                  const struct sheet *s, struct text *out);
/* takes the lines apart */
void report_notes(char *lines, enum report_format format, struct text *out);

/* report_single.c: a table whose cells are one trial each. */
bool report_is_single(const struct trials *t, const struct campaign_table *table);
void report_single(const struct trials *t, const struct campaign_table *table,
                   enum report_format format, struct text *out);

/* report_ranks.c: below such a table, whether our figures have the order of the paper's; nothing
 * where it has fewer than five. */
void report_ranks(const struct trials *t, const struct campaign_table *table,
                  enum report_format format, struct text *out);

/* report_means.c: a table of means, a line for each row, technique or group, and population. */
void report_means(const struct trials *t, const struct campaign_table *table,
                  enum report_format format, struct text *out);

#endif
