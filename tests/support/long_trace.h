/* Makes a long trace like that of a server: threads enter monitors of many accounts and access
 * their fields and array elements, sometimes without a lock. */
#ifndef HEDDLE_TESTS_LONG_TRACE_H
#define HEDDLE_TESTS_LONG_TRACE_H

#include <stdint.h>

#include "engine/base/error.h"

/* Writes a trace with this many events, always the same. Returns an error code when the file cannot
 * be written. */
int long_trace_write(const char *file, uint64_t events, struct error *err);

#endif
