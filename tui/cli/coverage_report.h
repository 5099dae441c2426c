/* Exports what a run or search reached of the program's code (engine/base/coverage.h). */
#ifndef HEDDLE_TUI_CLI_COVERAGE_REPORT_H
#define HEDDLE_TUI_CLI_COVERAGE_REPORT_H

#include <jansson.h>
#include <stdio.h>

#include "engine/base/coverage.h"
#include "engine/base/error.h"

/* Writes lcov's tracefile format (geninfo(1)): a record per source file, with lines, functions and
 * directions of conditional jumps. Counts are 1 or 0. Source files are named by their place
 * ("a/b/Foo.java") below a root, which is the first folder of `source_path` (NULL: the current
 * folder). Their existence is not checked, because a confined process could not. */
void coverage_write_lcov(const struct coverage *c, const char *source_path, FILE *out);
/* Returns one JSON object; owned by the caller. */
json_t *coverage_json(const struct coverage *c);

/* Opens `path` before the process is confined and can open no files (engine_confine). ERR_INPUT: it
 * cannot be opened. */
int coverage_open(const char *path, FILE **out, struct error *err);
/* Writes the coverage, releases it and closes the file. ERR_INPUT: it cannot be written. */
int coverage_close(struct coverage *c, const char *source_path, const char *path, FILE *out,
                   struct error *err);

#endif
