/* What a check's JSON object says, for people: what stopped the search, what to do about it,
 * and what of the program's code it reached. The object is that of this process's own check or of
 * an earlier one (`heddle check --json`). */
#ifndef HEDDLE_TUI_CLI_EXPLAIN_H
#define HEDDLE_TUI_CLI_EXPLAIN_H

#include <jansson.h>
#include <stdbool.h>

/* To stdout: one check, or all tests of a check --junit. */
void explain_print(const json_t *check);
/* Does it have what is needed? An object of a replay or of another program has not. */
bool explain_knows(const json_t *check);

#endif
