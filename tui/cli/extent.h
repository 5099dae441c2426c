/* How large a search is, in words and in JSON: --estimate. */
#ifndef HEDDLE_TUI_CLI_EXTENT_H
#define HEDDLE_TUI_CLI_EXTENT_H

#include <jansson.h>
#include <stdbool.h>

#include "tui/cli/check.h"

/* --estimate: a search of some seconds. */
void extent_limit(struct cli *c);
/* Does it say nothing of the program, but only how large it is? */
bool extent_asked(const struct check *k);
void extent_print(const struct check *k);
/* NULL: there is no estimate. */
json_t *extent_json(const struct search_report *r);

#endif
