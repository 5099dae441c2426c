/* Describes in words what a verdict covers: its scope. */
#ifndef HEDDLE_TUI_CLI_SCOPE_H
#define HEDDLE_TUI_CLI_SCOPE_H

#include <jansson.h>

#include "tui/cli/cli.h"

/* Returns one line; caller frees. `error`: the verdict is an error. */
char *scope_text(struct engine *e, const struct cli *c, const struct search_report *r, bool error);

/* scope_model returns the condition of "no error": " under sequential consistency" if the program
 * has accesses weaker than volatile, else "". scope_model_of does the same for an object of
 * check_json. */
const char *scope_model(const struct scope_info *seen);
/* Returns what even a complete search left out: ", but for more rounds of loops that wait"; else
 * "". */
const char *scope_rounds(const struct scope_info *seen);
const char *scope_model_of(const json_t *check);
/* Returns the accesses weaker than volatile by name, as in check_json: "opaque", ... */
json_t *scope_weak_json(const struct scope_info *seen);

#endif
