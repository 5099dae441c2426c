/* Confirms a counterexample: makes the real JVM follow its schedule (trace/forcer) and reports
 * whether the error occurred. */
#ifndef HEDDLE_TRACE_CONFIRM_H
#define HEDDLE_TRACE_CONFIRM_H

#include "engine/base/error.h"
#include "engine/base/mem.h"
#include "engine/base/words.h"
#include "trace/plan.h"

/* A class file that the JVM needs besides those of the class path. */
struct confirm_class {
  char *name; /* as in class files */
  uint8_t *bytes;
  size_t len;
};

/* The classes of an environment (heddle env), whose main class is none of the class path. */
typedef VEC(struct confirm_class) confirm_classes;

struct confirm_options {
  const struct engine_options *program; /* main class, arguments, class path, properties, input */
  /* the plan to follow, in the text form of trace/plan.h; NULL: the program runs freely */
  const char *plan;
  struct plan_failure failure; /* what the plan leads to, for runs without it; none: a deadlock */
  /* the results of the calls that the schedule leads to, as the agent reports them; NULL: another
   * error */
  const char *results;
  const confirm_classes *classes; /* NULL: the program has its own main class, or runs a test */
  /* the two accesses of a race: the run is recorded, and its trace must contain this race; NULL:
   * another error */
  const struct racing_access *racing;
  /* seconds: the longest time without progress, and until the error follows the last segment */
  double limit;
  const char *record;       /* the file that gets the trace of the run; NULL: it is not kept */
  bool show_output;         /* shows the program's output; otherwise it is dropped */
  const volatile int *stop; /* nonzero ends the run; may be NULL */
};

enum confirm_end {
  CONFIRM_SEEN,     /* the error occurred */
  CONFIRM_DIVERGED, /* the JVM did not follow the schedule */
  CONFIRM_ENDED,    /* the program ended, or ran on, without the error */
  CONFIRM_STOPPED   /* *stop ended the run */
};

/* A value of the JVM that is not that of heddle, at the end of a segment. */
struct confirm_difference {
  uint32_t segment;
  char *home; /* one of plan_homes */
  char *name, *heddle, *java;
};

struct confirm_run {
  enum confirm_end end;
  uint32_t segment; /* CONFIRM_DIVERGED: the index of the segment that did not end as planned */
  char *why;        /* CONFIRM_SEEN: the exception's class and message, "deadlock", or the race */
  char *threads;    /* CONFIRM_DIVERGED: one line for each thread, saying where it is */
  /* CONFIRM_DIVERGED: the first value that was different; without a name if none was */
  struct confirm_difference difference;
  double seconds;
};

/* Runs the program once. Returns ERR_INPUT if there is no JDK or no agent, or if the JVM did not
 * start the program. Release *out with confirm_run_release. */
int confirm_run(const struct confirm_options *o, struct confirm_run *out, struct error *err);
void confirm_run_release(struct confirm_run *r);

#endif
