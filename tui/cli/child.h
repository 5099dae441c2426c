/* Work in a forked process of its own, whose answer is one JSON value: what is confined there
 * (engine_confine) leaves this process free. */
#ifndef HEDDLE_TUI_CLI_CHILD_H
#define HEDDLE_TUI_CLI_CHILD_H

#include <jansson.h>

/* Calls work(self) in a child that dies with this process, and returns what it returned; NULL when
 * the child died. What the child prints is on standard output before the answer comes. Call with no
 * other thread alive. */
json_t *child_ask(json_t *(*work)(void *self), void *self);

#endif
