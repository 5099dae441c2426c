/* What a run or a search reached of the program's code, written for others
 * (engine/base/coverage.h). */
#ifndef HEDDLE_TUI_CLI_COVERAGE_H
#define HEDDLE_TUI_CLI_COVERAGE_H

#include <jansson.h>
#include <stdio.h>

#include "engine/base/coverage.h"
#include "engine/base/error.h"

/* lcov's tracefile format (geninfo(1)): a record for each source file. Lines, functions and the
 * directions of conditional jumps; counts are 1 or 0. Source files are named by their place below a
 * root ("a/b/Foo.java"), which is the first folder of `source_path` (NULL: the present one);
 * whether they are there is not looked at, for a confined process could not. */
void coverage_write_lcov(const struct coverage *c, const char *source_path, FILE *out);
/* One object; the caller's. */
json_t *coverage_json(const struct coverage *c);

/* For commands: opens `path` now, before the process loses the right to (engine_confine).
 * ERR_INPUT. */
int coverage_open(const char *path, FILE **out, struct error *err);
/* Writes what was reached, releases it, and closes. ERR_INPUT when it cannot be written. */
int coverage_close(struct coverage *c, const char *source_path, const char *path, FILE *out,
                   struct error *err);

#endif
