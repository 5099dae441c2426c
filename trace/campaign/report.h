/* The tables of a campaign, which show heddle's figures beside those of a paper. */
#ifndef HEDDLE_CAMPAIGN_REPORT_H
#define HEDDLE_CAMPAIGN_REPORT_H

#include "trace/campaign/trial.h"

enum report_format { REPORT_TEXT, REPORT_MARKDOWN, REPORT_CSV, REPORT_FORMATS };
const char *report_format_name(uint32_t i); /* NULL after the last */

/* Returns all tables as text, which the caller frees. In CSV each measure, row, column and source
 * has one line. */
char *report_tables(const struct trials *t, enum report_format format);

#endif
