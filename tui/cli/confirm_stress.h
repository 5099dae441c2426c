/* Runs the program of a counterexample by itself many times, and reports how often the error
 * occurred, for heddle confirm --stress. */
#ifndef HEDDLE_TUI_CLI_CONFIRM_STRESS_H
#define HEDDLE_TUI_CLI_CONFIRM_STRESS_H

#include "engine/base/mem.h"
#include "tui/cli/confirm_plan.h"

struct confirm_stress {
  const struct engine_options *program;
  const struct confirm_plan *plan; /* made with `unforced` */
  uint32_t runs;
  double limit;             /* seconds for one run */
  const volatile int *stop; /* nonzero ends the runs; those made so far are reported */
  bool json, shows;         /* shows: the progress, on standard error */
};

/* Adds the result to *out. Returns EXIT_NO_ERROR if a run showed the error, EXIT_ERROR_FOUND if
 * none did, or an error code. */
int confirm_stress_text(const struct confirm_stress *s, struct text *out, struct error *err);

#endif
