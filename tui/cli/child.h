/* Runs work in a forked process and returns its JSON answer. If the work confines its process
 * (engine_confine), this process stays unconfined. */
#ifndef HEDDLE_TUI_CLI_CHILD_H
#define HEDDLE_TUI_CLI_CHILD_H

#include <jansson.h>

/* Calls work(self) in a child that dies with this process, and returns its result. NULL: the
 * child died or could not be started, or work returned NULL. The child's output is on standard
 * output before the answer arrives. No other thread may run during the call. */
json_t *child_ask(json_t *(*work)(void *self), void *self);

#endif
