/* What to do about an inconclusive search. */
#ifndef HEDDLE_TUI_CLI_ADVICE_H
#define HEDDLE_TUI_CLI_ADVICE_H

#include <jansson.h>

#include "tui/cli/cli.h"

/* One line for an inconclusive search: what is likeliest to answer, two commands at most, without
 * what the options have in force already or what was tried (remedy.h; NULL: nothing); NULL when
 * there is nothing to say. Caller frees. */
char *advice_for_report(const struct search_report *r, const struct cli *c, const json_t *tried);
/* The same where nothing but the cause (enum search_cause) is known. */
char *advice_for(int cause, const struct cli *c, const json_t *tried);
/* The cause in JSON: "time", "native"; "" none. And back: CAUSE_NONE. */
const char *advice_cause_name(int cause);
int advice_cause_named(const char *name);
/* What a search with this cause was stopped by: "bound", "time", "memory", "native", "feature", ...
 */
const char *advice_stopped_by(int cause);
/* The option that bounds it; NULL: none. */
const char *advice_option(int cause);
/* What would be tried next for that option, as the user would type it, and what it was (NULL: not
 * given). Malloc'd; *next may be NULL. */
void advice_next(int cause, const struct cli *c, char **was, char **next);

#endif
