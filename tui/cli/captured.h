/* Parts of the JSON answers of worker processes: captured standard output, or a failure. */
#ifndef HEDDLE_TUI_CLI_CAPTURED_H
#define HEDDLE_TUI_CLI_CAPTURED_H

#include <jansson.h>

#include "engine/base/error.h"

/* Redirects standard output to a file in memory. Returns its descriptor; -1: it cannot be made, and
 * nothing is redirected. */
int captured_begin(void);
/* Returns all output since captured_begin returned `fd`; owned by the caller. */
json_t *captured_text(int fd);

/* Returns the answer of a worker that failed with `err`; owned by the caller. */
json_t *worker_failure_json(const struct error *err);

#endif
