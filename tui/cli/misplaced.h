/* Rejects options that would have no effect with the other given options. */
#ifndef HEDDLE_TUI_CLI_MISPLACED_H
#define HEDDLE_TUI_CLI_MISPLACED_H

#include "tui/cli/cli.h"

/* Checks the options. ERR_USAGE names the first one that would be ignored, and what it goes
 * with. */
int misplaced(const struct cli *c, struct error *err);
/* Checks only the options that belong to a search other than the chosen one. */
int misplaced_in_search(const struct cli *c, struct error *err);
int misplaced_with_report(const struct cli *c,
                          struct error *err); /* campaign --report, which runs no trials */
/* Checks the options given with a counterexample, which determines how it was found. */
int misplaced_with_counterexample(const struct cli *c, struct error *err);

#endif
