/* Exports what a run or search reached of the program's code (engine/base/coverage.h). */
#ifndef HEDDLE_TUI_CLI_COVERAGE_H
#define HEDDLE_TUI_CLI_COVERAGE_H

#include <jansson.h>
#include <stdio.h>

#include "engine/base/coverage.h"
#include "engine/base/error.h"

/* Writes lcov's tracefile format (geninfo(1)), a record per source file, with lines, functions and
 * directions of conditional jumps; counts are 1 or 0. Source files are named by their place below a
 * root ("a/b/Foo.java"): the first folder of `source_path`, or the current folder if NULL. Their
 * existence is not checked, because a confined process could not. */
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
