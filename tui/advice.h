/* What to do about an inconclusive search. */
#ifndef HEDDLE_TUI_ADVICE_H
#define HEDDLE_TUI_ADVICE_H

#include "tui/cli.h"

/* One line for the reason of a report, without what the options have in force already; NULL when there is nothing to say. Caller frees. */
char *advice_for(const char *reason, const struct cli *c);
/* What a search with this reason was stopped by: "bound", "time", "memory", "native", "feature", ... */
const char *advice_stopped_by(const char *reason);
/* The option that bounds it; NULL: none. */
const char *advice_option(const char *reason);
/* What would be tried next for that option, as the user would type it, and what it was (NULL: not given). Malloc'd; *next may be NULL. */
void advice_next(const char *reason, const struct cli *c, char **was, char **next);

#endif
