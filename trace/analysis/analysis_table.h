/* Declares the functions of each row of trace/analyses.def. */
#ifndef HEDDLE_TRACE_ANALYSIS_ANALYSIS_TABLE_H
#define HEDDLE_TRACE_ANALYSIS_ANALYSIS_TABLE_H

#include "trace/analysis/analysis.h"

#define TRACE_ANALYSIS(id, name, label, events, about) \
  void *id##_begin(const struct analysis_context *c); \
  void id##_event(void *state, uint64_t n, const struct trace_event *e); \
  void id##_end(void *state);
#include "trace/analyses.def"
#undef TRACE_ANALYSIS

#endif
