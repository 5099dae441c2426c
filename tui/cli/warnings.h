/* heddle check --warnings: whether the warnings of a static analyser are errors of the program. */
#ifndef HEDDLE_TUI_CLI_WARNINGS_H
#define HEDDLE_TUI_CLI_WARNINGS_H

#include "tui/cli/check.h"

/* Reads k->cli.warnings, searches for an error behind each of them, reports, and writes the
 * verdicts to --output. The exit code of heddle check. */
int check_warnings(struct check *k);
/* The search that is meant when none is named, and what does not go with --warnings. */
int warnings_usage(struct cli *c, struct error *err);

#endif
