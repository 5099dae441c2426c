/* Confirms one counterexample in the real JVM and prints the result, for heddle confirm and heddle
 * check --confirm. */
#ifndef HEDDLE_TUI_CLI_CONFIRM_TRACE_H
#define HEDDLE_TUI_CLI_CONFIRM_TRACE_H

#include "tui/cli/cli.h"

enum { CONFIRM_RUNS = 10 };
struct confirm_wish {
  uint32_t runs;   /* forced runs */
  uint32_t plain;  /* runs without the schedule, for comparison */
  uint32_t stress; /* runs without the schedule under stress, instead of forced runs */
  bool silent;     /* shows no progress */
  /* the project that gets a JUnit test of the counterexample; NULL: none */
  const char *emit;
};

/* Adds the result to *out, as text, or as JSON if `c` says so; a nonzero *stop ends it early.
 * Returns EXIT_NO_ERROR if all forced runs showed the error, or a run under stress,
 * EXIT_ERROR_FOUND if not, or an error code (with nothing added): ERR_INPUT if the trace
 * is not a counterexample or there is no JDK, ERR_UNSUPPORTED if no JVM can be made to follow it.
 */
int confirm_trace_text(const struct cli *c, const char *path, const struct confirm_wish *w,
                       const volatile int *stop, struct text *out, struct error *err);
/* Runs the JVM once under the schedule, shows the program's output, and writes the trace of this
 * run to `output`. Returns EXIT_NO_ERROR if the error occurred, EXIT_ERROR_FOUND if not (a message
 * says why), or an error code as above. */
int confirm_trace_record(const struct cli *c, const char *path, const char *output,
                         struct error *err);
/* The same as confirm_trace_text, but prints the result. */
int confirm_trace(const struct cli *c, const char *path, const struct confirm_wish *w,
                  struct error *err);

#endif
