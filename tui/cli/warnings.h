/* heddle check --warnings: checks whether a static analyser's warnings are errors of the
 * program. */
#ifndef HEDDLE_TUI_CLI_WARNINGS_H
#define HEDDLE_TUI_CLI_WARNINGS_H

#include "tui/cli/check.h"

/* Reads k->cli.warnings, searches for an error for each warning, prints the report, and writes the
 * verdicts to --output. Returns the exit code of heddle check. */
int check_warnings(struct check *k);
/* Sets the default search. ERR_USAGE: an option cannot be combined with --warnings. */
int warnings_usage(struct cli *c, struct error *err);

#endif
