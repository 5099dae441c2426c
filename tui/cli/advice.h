/* Advice for an inconclusive search. */
#ifndef HEDDLE_TUI_CLI_ADVICE_H
#define HEDDLE_TUI_CLI_ADVICE_H

#include <jansson.h>

#include "tui/cli/cli.h"

/* Returns one line of advice: the most promising remedies, at most two. Leaves out those already in
 * force and those already tried (`tried`, see remedy.h; NULL: none). Returns NULL if there is no
 * advice. Caller frees. */
char *advice_for_report(const struct search_report *r, const struct cli *c, const json_t *tried);
/* Like advice_for_report, when only the cause (enum search_cause) is known. */
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
/* Sets *next to the value that advice_option should have next, in the form that the user would type
 * (NULL: no value to propose), and *was to its current value (NULL: not set). Caller frees both. */
void advice_next(int cause, const struct cli *c, char **was, char **next);

#endif
