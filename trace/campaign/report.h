/* The tables of a campaign: heddle's figures beside a paper's. */
#ifndef HEDDLE_CAMPAIGN_REPORT_H
#define HEDDLE_CAMPAIGN_REPORT_H

#include "trace/campaign/trial.h"

enum report_format { REPORT_TEXT, REPORT_MARKDOWN, REPORT_CSV, REPORT_FORMATS };
const char *report_format_name(uint32_t i); /* NULL after the last */

/* Returns all tables as text. CSV has one line for each measure, row, column and source. Caller
 * frees. */
char *report_tables(const struct trials *t, enum report_format format);

#endif
