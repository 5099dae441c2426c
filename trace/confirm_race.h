/* Looks for a race in the recorded trace of a forced run. That the two accesses follow each other
 * proves nothing; they race if nothing orders them in the real run either (JLS 17.4.5). */
#ifndef HEDDLE_TRACE_CONFIRM_RACE_H
#define HEDDLE_TRACE_CONFIRM_RACE_H

#include <stdbool.h>

#include "engine/segments.h"

/* Sets *seen to whether a race between these two accesses is in the trace, which may be live. Sets
 * *why to a sentence that says what was found; the caller frees it. Returns an error if the trace
 * cannot be read. */
int confirm_race_find(const char *trace, const struct racing_access racing[2], bool *seen,
                      char **why, struct error *err);

#endif
