/* Analyses of a trace: each is one file here and one row in trace/analyses.def. An analysis takes
 * the events one by one, in their order, and adds to a report: warnings for people, and the
 * suspicious events, which replay takes as places to look around. So it is the same whether the
 * trace is read from its file or is being made (paper 003, section 2: labels are part of the
 * recorded trace). */
#ifndef HEDDLE_TRACE_ANALYSIS_ANALYSIS_H
#define HEDDLE_TRACE_ANALYSIS_ANALYSIS_H

#include <regex.h>
#include <stdio.h>

#include "engine/base/error.h"
#include "engine/base/mem.h"
#include "trace/reader.h"
#include "trace/writer.h"

#define ANALYSIS_NO_EVENT UINT64_MAX

struct analysis_access { /* one side of a warning */
  uint64_t event;        /* number, or ANALYSIS_NO_EVENT */
  uint32_t thread, location;
  uint8_t kind; /* enum trace_event_kind */
  char *locks;  /* what the thread held: names in braces, or NULL; owned by the report */
};

struct analysis_warning {
  const char *analysis; /* its name in analyses.def */
  char *variable;       /* "Class#7.field", or the locks of a circle; owned by the report */
  char *message;        /* one line; owned by the report */
  struct analysis_access first,
      second; /* the earlier event of another thread, and the one that drew the warning */
};

struct analysis_note { /* what an analysis cannot have seen */
  char *what;          /* class or method that was not recorded, events that are not there */
  char *reason;
};

struct analysis_uncaught { /* an exception that nobody caught, or the error of a counterexample */
  char *what, *place;      /* of one line; "" where the place is not known; owned by the report */
  uint64_t event;
  uint32_t thread, object; /* object: the exception, or 0 */
  size_t warnings;         /* so many were drawn before it */
};

struct analysis_report {
  VEC(struct analysis_warning) warnings; /* in the order of the events that drew them */
  VEC(struct analysis_uncaught) uncaught;
  bool races;                    /* happens-before is among the analyses */
  VEC(struct trace_mark) labels; /* the suspicious events */
  VEC(struct analysis_note) notes;
  char *damage;               /* of the trace, NULL when it is whole; filled by trace_analyze */
  uint64_t events, variables; /* looked at */
};

struct analysis_settings {
  const char *names; /* of the analyses, comma-separated; NULL or "all": every one */
  /* methods (Class.method) that are meant to be atomic, for atomrace: a POSIX extended regular
   * expression; NULL: what it takes for such by itself */
  const char *regions;
  const volatile int *stop; /* trace_analyze ends with ERR_LIMIT when it is set; NULL: it is not */
};

/* ---- the analyses there are ---- */

struct analysis_context {            /* what an analysis is given for as long as it runs */
  const struct trace_reader *reader; /* names; rows may come while the events go on */
  struct analysis_report *report;
  const regex_t *regions; /* NULL: none named */
  bool named;             /* the analysis was asked for by its name */
};

struct trace_analysis {
  const char *name, *label, *about;
  const char *events; /* kinds of events that it looks at and that are not recorded by default */
  void *(*begin)(const struct analysis_context *c);
  void (*event)(void *state, uint64_t n, const struct trace_event *e); /* of a known thread */
  void (*end)(void *state);                                            /* frees it */
};

/* NULL beyond the last. */
const struct trace_analysis *trace_analysis_at(size_t i);

/* ---- running some ---- */

/* Several analyses that take the same events. The names in the warnings are those of `reader`. The
 * caller has zeroed `report` and releases it. ERR_USAGE for an unknown name or a bad expression. */
struct analysis_run;
int analysis_run_new(const struct analysis_settings *s, const struct trace_reader *reader,
                     struct analysis_report *report, struct analysis_run **out, struct error *err);
/* The event whose number is n. */
void analysis_run_take(struct analysis_run *run, uint64_t n, const struct trace_event *e);
void analysis_run_end(struct analysis_run *run); /* completes the report, frees; NULL is fine */
/* The kinds of events to record for these analyses, beyond those of the default: names, each with a
 * comma before it; the caller frees. */
int analysis_events(const struct analysis_settings *s, char **events, struct error *err);

/* Over all events of a trace; adds to the report the notes of the recorder and the damage of the
 * file. */
int trace_analyze(struct trace_reader *r, const struct analysis_settings *s,
                  struct analysis_report *report, struct error *err);
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
void analysis_note(struct analysis_report *report, char *what, char *reason); /* takes both */
/* So many variables were looked at, and so many of them forgotten (trace/variables.h). */
void analysis_looked_at(struct analysis_report *report, const char *analysis, uint64_t variables,
                        uint64_t forgotten);

#endif
