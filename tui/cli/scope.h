/* What a verdict covers, in words (soundness, "What a verdict prints"). */
#ifndef HEDDLE_TUI_CLI_SCOPE_H
#define HEDDLE_TUI_CLI_SCOPE_H

#include <jansson.h>

#include "tui/cli/cli.h"

/* One line; caller frees. `error`: the verdict is one. */
char *scope_text(struct engine *e, const struct cli *c, const struct search_report *r, bool error);

/* What "no error" holds under where the program has accesses that are weaker than volatile ones,
 * " under sequential consistency"; else "". Of a session, and of what check_json made. */
const char *scope_model(const struct scope_info *seen);
/* What a complete search left out all the same, ", but for more rounds of loops that wait"; else
 * "". */
const char *scope_rounds(const struct scope_info *seen);
const char *scope_model_of(const json_t *check);
/* Those accesses by name, as check_json has them: "opaque", ... */
json_t *scope_weak_json(const struct scope_info *seen);

#endif
