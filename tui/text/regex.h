/* Regular expressions of /, filter and find: PCRE2, UTF-8, caseless when the pattern has no
 * upper-case letter. */
#ifndef HEDDLE_TUI_TEXT_REGEX_H
#define HEDDLE_TUI_TEXT_REGEX_H

#include <stdbool.h>
#include <stddef.h>

#include "engine/base/error.h"

struct regex;

/* ERR_INPUT with the place of the mistake */
int regex_new(const char *pattern, struct regex **out, struct error *err);
void regex_free(struct regex *r); /* NULL is fine */
const char *regex_pattern(const struct regex *r);
/* The first match at or after byte `from`; false when there is none. `start`, `end` may be NULL. */
bool regex_match(struct regex *r, const char *s, size_t from, size_t *start, size_t *end);

#endif
