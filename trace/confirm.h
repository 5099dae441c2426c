/* Confirms a counterexample: makes the real JVM follow its schedule (trace/forcer) and says what
 * came of it. */
#ifndef HEDDLE_TRACE_CONFIRM_H
#define HEDDLE_TRACE_CONFIRM_H

#include "engine/base/error.h"
#include "engine/base/words.h"

struct confirm_options {
  const struct engine_options *program; /* main class, arguments, class path, properties, input */
  const char *plan;                     /* text of trace/plan.h; NULL: the program runs by itself */
  const char *expect;       /* without a plan: the exception's class, with dots; NULL: a deadlock */
  double limit;             /* seconds without progress, and in which the error must follow */
  bool show_output;         /* the program's output goes to heddle's own; otherwise it is dropped */
  const volatile int *stop; /* nonzero ends the run; may be NULL */
};

enum confirm_end {
  CONFIRM_SEEN,     /* the error occurred */
  CONFIRM_DIVERGED, /* the JVM did not follow the schedule */
  CONFIRM_ENDED,    /* the program ended, or ran on, without the error */
  CONFIRM_STOPPED   /* by *stop */
};

struct confirm_run {
  enum confirm_end end;
  uint32_t segment; /* CONFIRM_DIVERGED: the index of the segment that did not end as planned */
  char *why;        /* CONFIRM_SEEN: the exception's class and message, or "deadlock" */
  char *threads;    /* CONFIRM_DIVERGED: a line for each thread: where it is */
  double seconds;
};

/* Runs the program once. ERR_INPUT: no JDK, no agent, or the JVM did not start the program. Release
 * with confirm_run_release. */
int confirm_run(const struct confirm_options *o, struct confirm_run *out, struct error *err);
void confirm_run_release(struct confirm_run *r);

#endif
