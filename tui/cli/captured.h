/* What a worker prints, kept in memory for its answer. */
#ifndef HEDDLE_TUI_CLI_CAPTURED_H
#define HEDDLE_TUI_CLI_CAPTURED_H

#include <jansson.h>

/* What is printed from now on goes into memory; returns its descriptor, -1 when there is none. */
int captured_begin(void);
/* What was printed since; the caller's. */
json_t *captured_text(int fd);

#endif
