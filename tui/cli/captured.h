/* What a worker answers with: what it printed, kept in memory, or why it failed. */
#ifndef HEDDLE_TUI_CLI_CAPTURED_H
#define HEDDLE_TUI_CLI_CAPTURED_H

#include <jansson.h>

#include "engine/base/error.h"

/* What is printed from now on goes into memory; returns its descriptor, -1 when there is none. */
int captured_begin(void);
/* What was printed since; the caller's. */
json_t *captured_text(int fd);

/* Why there is no result; the caller's. */
json_t *worker_failure_json(const struct error *err);

#endif
