/* Finds errors that a trace shows without any analysis: uncaught exceptions, and the error at the
 * end of a counterexample. */
#ifndef HEDDLE_TRACE_ANALYSIS_UNCAUGHT_H
#define HEDDLE_TRACE_ANALYSIS_UNCAUGHT_H

#include <jansson.h>

#include "trace/analysis/analysis.h"

/* If the event is such an error, adds it to the report with the number of warnings before it. */
void uncaught_take(struct analysis_report *report, const struct trace_reader *r, uint64_t n,
                   const struct trace_event *e);
void uncaught_print(const struct analysis_report *report, const struct trace_reader *r, FILE *out);
json_t *uncaught_json(const struct analysis_report *report, const struct trace_reader *r);
void uncaught_release(struct analysis_report *report);

#endif
