/* Regular expressions for the debugger's find and filter: PCRE2 with UTF-8. A pattern without
 * upper-case letters ignores case. */
#ifndef HEDDLE_TUI_TEXT_REGEX_H
#define HEDDLE_TUI_TEXT_REGEX_H

#include <stdbool.h>
#include <stddef.h>

#include "engine/base/error.h"

struct regex;

/* Compiles a pattern. ERR_INPUT: the pattern is invalid; the message has the position. */
int regex_new(const char *pattern, struct regex **out, struct error *err);
void regex_free(struct regex *r); /* NULL is fine */
const char *regex_pattern(const struct regex *r);
/* Finds the first match at or after byte `from`. Returns false if there is none. `start` and `end`
 * may be NULL. */
bool regex_match(struct regex *r, const char *s, size_t from, size_t *start, size_t *end);

#endif
