/* Analyses of a trace: each is one file in this folder and one row in trace/analyses.def. An
 * analysis gets the events one by one, in order. It adds warnings for people to a report, and
 * labels suspicious events, around which replay searches. It works equally on a trace file and
 * during a recording (paper 003, section 2: labels are part of the recorded trace). */
#ifndef HEDDLE_TRACE_ANALYSIS_ANALYSIS_H
#define HEDDLE_TRACE_ANALYSIS_ANALYSIS_H

#include <regex.h>
#include <stdio.h>

#include "engine/base/error.h"
#include "engine/base/mem.h"
#include "trace/format/reader.h"
#include "trace/format/writer.h"

#define ANALYSIS_NO_EVENT UINT64_MAX

struct analysis_access { /* one of the two events of a warning */
  uint64_t event;        /* event number, or ANALYSIS_NO_EVENT */
  uint32_t thread, location;
  uint8_t kind; /* enum trace_event_kind */
  char *locks;  /* locks that the thread held, such as "{C#1, C#2}", or NULL; owned by the report */
};

struct analysis_warning {
  const char *analysis; /* its name in analyses.def */
  char *variable;       /* "Class#7.field", or the locks of a cycle; owned by the report */
  char *message;        /* one line; owned by the report */
  struct analysis_access first,
      /* first: the earlier event, of another thread. second: the event that caused the warning */
      second;
};

struct analysis_note { /* something that the analyses could not see */
  char *what;          /* an unrecorded class or method, or missing events */
  char *reason;
};

struct analysis_uncaught { /* an uncaught exception, or the error of a counterexample */
  char *what, *place;      /* one line each; place is "" if unknown; owned by the report */
  uint64_t event;
  uint32_t thread, object; /* object: the exception, or 0 */
  size_t warnings;         /* number of warnings given before it */
};

struct analysis_report {
  VEC(struct analysis_warning) warnings; /* in the order of the events that caused them */
  VEC(struct analysis_uncaught) uncaught;
  bool races;                    /* was happens-before one of the selected analyses? */
  VEC(struct trace_mark) labels; /* the suspicious events */
  VEC(struct analysis_note) notes;
  char *damage;               /* damage of the trace, NULL if it is whole; set by trace_analyze */
  uint64_t events, variables; /* number of events and of variables examined */
};

struct analysis_settings {
  const char *names; /* names of the analyses, comma-separated; NULL or "all": every one */
  /* Methods (Class.method) that should be atomic, for the analysis atomrace, as a POSIX extended
   * regular expression. NULL: atomrace chooses them itself. */
  const char *regions;
  const volatile int *stop; /* once it is set, trace_analyze returns ERR_LIMIT; may be NULL */
};

/* ---- available analyses ---- */

struct analysis_context {            /* data that an analysis may use while it runs */
  const struct trace_reader *reader; /* resolves names; its tables may grow between events */
  struct analysis_report *report;
  const regex_t *regions; /* analysis_settings.regions, compiled; NULL: none given */
  bool named;             /* was the analysis selected by name? */
};

struct trace_analysis {
  const char *name, *label, *about;
  const char *events; /* kinds of events that it needs beyond those recorded by default */
  void *(*begin)(const struct analysis_context *c);
  /* only called for events that have a thread */
  void (*event)(void *state, uint64_t n, const struct trace_event *e);
  void (*end)(void *state); /* frees the state */
};

/* Returns the i-th analysis, or NULL after the last. */
const struct trace_analysis *trace_analysis_at(size_t i);

/* ---- running analyses ---- */

/* Prepares to run the analyses over one sequence of events. Names in the warnings come from
 * `reader`. `report` must be zeroed; the caller releases it. Returns ERR_USAGE for an unknown
 * analysis or a bad regular expression. */
struct analysis_run;
int analysis_run_new(const struct analysis_settings *s, const struct trace_reader *reader,
                     struct analysis_report *report, struct analysis_run **out, struct error *err);
/* Processes event number n. */
void analysis_run_take(struct analysis_run *run, uint64_t n, const struct trace_event *e);
/* Completes the report and frees the run; NULL is fine. */
void analysis_run_end(struct analysis_run *run);
/* Returns the kinds of events to record for these analyses beyond those recorded by default, each
 * with a leading comma. The caller frees *events. Returns ERR_USAGE for an unknown analysis. */
int analysis_events(const struct analysis_settings *s, char **events, struct error *err);

/* Runs the analyses over all events of a trace. Also adds the recorder's notes and the file's
 * damage to the report, which must be zeroed; the caller releases it. */
int trace_analyze(struct trace_reader *r, const struct analysis_settings *s,
                  struct analysis_report *report, struct error *err);
void analysis_report_release(struct analysis_report *report);

/* Write the report: as text for people, or as one JSON object. */
void analysis_report_print(const struct analysis_report *report, const struct trace_reader *r,
                           FILE *out);
int analysis_report_json(const struct analysis_report *report, const struct trace_reader *r,
                         FILE *out, struct error *err);

/* Adds the labels to the trace: to `in` itself if `out` is NULL or equal to `in`, otherwise to a
 * copy. A finished file gets chunks appended; a live or cut-off one is rewritten in the final form.
 * Labels that an event already has are not duplicated. */
int analysis_report_label(const struct analysis_report *report, const char *in, const char *out,
                          struct error *err);

/* The following functions are for analyses. analysis_warn copies *w; the report takes ownership of
 * the variable, the message and the locks, which must be malloc'd. */
void analysis_warn(struct analysis_report *report, const struct analysis_warning *w);
void analysis_mark(struct analysis_report *report, const char *label, uint64_t event);
/* Notes something that the analyses could not see. Takes ownership of both texts. */
void analysis_note(struct analysis_report *report, char *what, char *reason);
/* Adds the number of variables examined, and a note on how many were evicted
 * (trace/variables.h). */
void analysis_looked_at(struct analysis_report *report, const char *analysis, uint64_t variables,
                        uint64_t forgotten);

#endif
