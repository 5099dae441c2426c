/* Analyses of a trace: each is one file here and one row in trace/analyses.def. An analysis reads
 * the events in order and fills a report: warnings for people, and the suspicious events, which
 * replay takes as places to look around. */
#ifndef HEDDLE_TRACE_ANALYSIS_ANALYSIS_H
#define HEDDLE_TRACE_ANALYSIS_ANALYSIS_H

#include <stdio.h>

#include "engine/base/error.h"
#include "engine/base/mem.h"
#include "trace/reader.h"

#define ANALYSIS_NO_EVENT UINT64_MAX

struct analysis_access { /* one side of a warning */
  uint64_t event;        /* number, or ANALYSIS_NO_EVENT */
  uint32_t thread, location;
  bool write;
  char *locks; /* what the thread held: names in braces; owned by the report */
};

struct analysis_warning {
  const char *analysis; /* its name in analyses.def */
  char *variable;       /* "Class#7.field"; owned by the report */
  char *message;        /* one line; owned by the report */
  struct analysis_access first,
      second; /* the earlier access of another thread, and the one that drew the warning */
};

struct analysis_label {
  const char *label;
  uint64_t event;
};

struct analysis_note { /* code that was not recorded: what an analysis cannot have seen */
  char *what;          /* class or method */
  char *reason;
};

struct analysis_report {
  VEC(struct analysis_warning) warnings; /* in the order of the events that drew them */
  VEC(struct analysis_label) labels;     /* the suspicious events */
  VEC(struct analysis_note) notes;       /* filled by trace_analyze */
  char *damage;               /* of the trace, NULL when it is whole; filled by trace_analyze */
  uint64_t events, variables; /* looked at */
};

struct trace_analysis {
  const char *name, *label, *about;
  int (*run)(struct trace_reader *r, struct analysis_report *report, struct error *err);
};

/* The analyses there are; NULL beyond the last. */
const struct trace_analysis *trace_analysis_at(size_t i);

/* Runs the analyses named in `names` (comma-separated; NULL or "all": every one) and adds to
 * `report`, which the caller has zeroed and releases. ERR_USAGE for an unknown name. */
int trace_analyze(struct trace_reader *r, const char *names, struct analysis_report *report,
                  struct error *err);
void analysis_report_release(struct analysis_report *report);

/* The report for people, or as one JSON object. */
void analysis_report_print(const struct analysis_report *report, const struct trace_reader *r,
                           FILE *out);
int analysis_report_json(const struct analysis_report *report, const struct trace_reader *r,
                         FILE *out, struct error *err);

/* Puts the labels into the trace: with `out` NULL or equal to `in` into `in` itself, else into a
 * copy. A finished file gets chunks appended; a live or cut-off one is rewritten in the final form.
 * A label that the trace has already stays once. */
int analysis_report_label(const struct analysis_report *report, const char *in, const char *out,
                          struct error *err);

/* For analyses. The report takes `w`'s strings; `variable` and `message` must be malloc'd. */
void analysis_warn(struct analysis_report *report, const struct analysis_warning *w);
void analysis_mark(struct analysis_report *report, const char *label, uint64_t event);

#endif
