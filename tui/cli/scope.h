/* What a verdict covers, in words (soundness, "What a verdict prints"). */
#ifndef HEDDLE_TUI_CLI_SCOPE_H
#define HEDDLE_TUI_CLI_SCOPE_H

#include "tui/cli/cli.h"

/* One line; caller frees. `error`: the verdict is one. */
char *scope_text(struct engine *e, const struct cli *c, const struct search_report *r, bool error);

#endif
