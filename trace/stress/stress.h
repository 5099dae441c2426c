/* Runs a counterexample's program by itself, many times, under conditions that make rare
 * interleavings and the effects of weak memory likely. No schedule is forced.
 *
 * A JVM takes much longer to start than most programs to run, so a launcher (StressRun.java) calls
 * main many times in one JVM. Its threads begin at the same time (trace/forcer/gather.h). The JVMs
 * take turns in their conditions, for example whether the compiler orders instructions at random.
 */
#ifndef HEDDLE_TRACE_STRESS_H
#define HEDDLE_TRACE_STRESS_H

#include "engine/base/error.h"
#include "engine/base/words.h"
#include "trace/plan.h"

struct stress_options {
  const struct engine_options *program; /* as in struct confirm_options */
  struct plan_failure failure;          /* none: a deadlock or hang */
  bool hang;
  uint32_t runs;
  double limit;             /* seconds: a run that takes longer hangs */
  const volatile int *stop; /* nonzero ends the runs; may be NULL */
  /* is told the counts now and then; may be NULL */
  void (*progress)(void *self, uint32_t runs, uint32_t seen);
  void *self;
};

struct stress_tally {
  uint32_t runs, seen;
  double seconds; /* of all runs together */
};

/* Returns ERR_INPUT if there is no JDK with a compiler or no agent, or if a JVM did not start the
 * program. */
int stress_run(const struct stress_options *o, struct stress_tally *out, struct error *err);

#endif
