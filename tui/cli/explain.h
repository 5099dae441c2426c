/* Explains a check's JSON object to people: what stopped the search, what to do about it, and which
 * code it reached. The object is from this process's check or an earlier one (`heddle check
 * --json`). */
#ifndef HEDDLE_TUI_CLI_EXPLAIN_H
#define HEDDLE_TUI_CLI_EXPLAIN_H

#include <jansson.h>
#include <stdbool.h>

/* Prints to stdout: one check, or all tests of check --junit. */
void explain_print(const json_t *check);
/* Returns true if the object has the necessary members. Objects of replay or of other programs do
 * not. */
bool explain_knows(const json_t *check);

#endif
