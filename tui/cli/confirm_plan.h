/* The plan of a counterexample for heddle confirm. */
#ifndef HEDDLE_TUI_CLI_CONFIRM_PLAN_H
#define HEDDLE_TUI_CLI_CONFIRM_PLAN_H

#include "engine/engine.h"
#include "trace/reader.h"

/* What of a counterexample the real JVM is to follow and to show. Texts are owned. */
struct confirm_plan {
  char *text;     /* trace/plan.h */
  char *expect;   /* the exception's class with dots; NULL: a deadlock */
  char *headline; /* the error, one line */
  char *jdk;      /* "17.0.15+6" */
  char **places;  /* where each segment ends, for people; NULL-terminated */
};

/* Executes the counterexample in a process of its own, which is confined, and makes its plan.
 * ERR_INPUT: the trace has no error, or does not replay. ERR_UNSUPPORTED: its kind of error cannot
 * be confirmed. Release with confirm_plan_release. */
int confirm_plan_make(const struct engine_options *o, struct trace_reader *r,
                      struct confirm_plan *out, struct error *err);
void confirm_plan_release(struct confirm_plan *p);

#endif
