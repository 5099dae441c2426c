/* Options that would have no effect beside the others that were given. */
#ifndef HEDDLE_TUI_CLI_MISPLACED_H
#define HEDDLE_TUI_CLI_MISPLACED_H

#include "tui/cli/cli.h"

/* Whoever gives an option wants something of it: ERR_USAGE names the first that would be ignored,
 * and what it goes with. */
int misplaced(const struct cli *c, struct error *err);
/* Of that, the options that only other searches take. */
int misplaced_in_search(const struct cli *c, struct error *err);
int misplaced_with_report(const struct cli *c, struct error *err); /* campaign */
/* Likewise beside a counterexample, which says itself how it was found. */
int misplaced_with_counterexample(const struct cli *c, struct error *err);

#endif
