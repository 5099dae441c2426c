/* Turns a counterexample into the plan that heddle confirm makes the real JVM follow. */
#ifndef HEDDLE_TUI_CLI_CONFIRM_PLAN_H
#define HEDDLE_TUI_CLI_CONFIRM_PLAN_H

#include "engine/engine.h"
#include "trace/confirm.h"
#include "trace/format/reader.h"
#include "trace/plan.h"

/* The schedule that the real JVM must follow, and the error that it must show. Owns the texts. */
struct confirm_plan {
  char *text;                     /* the schedule, in the format of trace/plan.h */
  struct plan_failure failure;    /* what the schedule leads to; owns the class's name */
  bool hang;                      /* it leads to a hang */
  struct racing_access racing[2]; /* the accesses of a race; otherwise without instructions */
  char *results;                  /* struct confirm_options; NULL: another error */
  confirm_classes classes;        /* of an environment; otherwise empty */
  char *headline;                 /* the error, one line */
  char *jdk;                      /* version of the JDK, such as "17.0.15+6" */
  char **places;                  /* where each segment ends, for people; NULL-terminated */
};

struct confirm_plan_wish {
  bool anyway;   /* with classes that have changed since it was found (counterexample_follow) */
  bool unforced; /* no JVM is to follow the schedule: only what it leads to is needed */
};

/* Executes the counterexample in a confined process of its own and makes the plan from it.
 * ERR_INPUT: the trace has no error, or does not replay. ERR_UNSUPPORTED: its kind of error cannot
 * be confirmed. Release with confirm_plan_release. */
int confirm_plan_make(const struct engine_options *o, struct trace_reader *r,
                      const struct confirm_plan_wish *w, struct confirm_plan *out,
                      struct error *err);
void confirm_plan_release(struct confirm_plan *p);

#endif
