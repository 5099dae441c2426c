/* Advice for an inconclusive search. */
#ifndef HEDDLE_TUI_CLI_ADVICE_H
#define HEDDLE_TUI_CLI_ADVICE_H

#include <jansson.h>

#include "tui/cli/cli.h"

/* Returns one line of advice: the most promising remedies, at most two. Leaves out those already in
 * force and those already tried (`tried`, see remedy.h; NULL: none). NULL: there is no advice.
 * Caller frees. */
char *advice_for_report(const struct search_report *r, const struct cli *c, const json_t *tried);
/* The same if only the cause (enum search_cause) is known. */
char *advice_for(int cause, const struct cli *c, const json_t *tried);
/* advice_cause_name returns the cause's name in JSON: "time", "native"; "" if there is none.
 * advice_cause_named returns the cause with that name; CAUSE_NONE if there is none. */
const char *advice_cause_name(int cause);
int advice_cause_named(const char *name);
/* Returns what stopped a search with this cause: "bound", "time", "memory", "native", "feature",
 * ... */
const char *advice_stopped_by(int cause);
/* Returns the option that bounds the search; NULL: none. */
const char *advice_option(int cause);
/* Sets *next to the value of that option to try next, in the form that the user would type, and
 * *was to the current value (NULL: not set). Both are malloc'd; *next may be NULL. */
void advice_next(int cause, const struct cli *c, char **was, char **next);

#endif
