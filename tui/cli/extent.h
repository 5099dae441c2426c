/* Reports how large a search is, in words and in JSON: --estimate. */
#ifndef HEDDLE_TUI_CLI_EXTENT_H
#define HEDDLE_TUI_CLI_EXTENT_H

#include <jansson.h>
#include <stdbool.h>

#include "tui/cli/check.h"

/* --estimate: limits the search to a few seconds. */
void extent_limit(struct cli *c);
/* Returns true if the report is only about the search's size, not the program. */
bool extent_asked(const struct check *k);
void extent_print(const struct check *k);
/* Returns NULL if there is no estimate. */
json_t *extent_json(const struct search_report *r);

#endif
