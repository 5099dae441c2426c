/* How large a search is, in words: of a running one the share that is explored and the time that is
 * left; --estimate. */
#ifndef HEDDLE_TUI_CLI_EXTENT_H
#define HEDDLE_TUI_CLI_EXTENT_H

#include <jansson.h>
#include <stdbool.h>

#include "tui/cli/check.h"

/* ", about 34 % (24 to 51 %), some 17 s left"; "" where the estimate is not to be trusted. */
enum { EXTENT_SHARE = 96 };
void extent_share(const struct search_report *r, char out[EXTENT_SHARE]);
/* --estimate: a search of some seconds. */
void extent_limit(struct cli *c);
/* Does it say nothing of the program, but only how large it is? */
bool extent_asked(const struct check *k);
void extent_print(const struct check *k);
/* NULL: there is no estimate. */
json_t *extent_json(const struct search_report *r);

#endif
