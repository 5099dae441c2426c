/* The answers of workers: captured output, or a failure. */
#ifndef HEDDLE_TUI_CLI_CAPTURED_H
#define HEDDLE_TUI_CLI_CAPTURED_H

#include <jansson.h>

#include "engine/base/error.h"

/* Redirects standard output to memory. Returns a descriptor; -1: it is not available. */
int captured_begin(void);
/* Returns the output since then; owned by the caller. */
json_t *captured_text(int fd);

/* Returns why there is no result; owned by the caller. */
json_t *worker_failure_json(const struct error *err);

#endif
