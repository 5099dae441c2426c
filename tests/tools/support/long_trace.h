/* Makes a long trace like that of a server: threads enter the monitors of many accounts and access
 * their fields and array elements, sometimes without a lock. */
#ifndef HEDDLE_TESTS_LONG_TRACE_H
#define HEDDLE_TESTS_LONG_TRACE_H

#include <stdint.h>

#include "engine/base/error.h"

/* Writes a trace with that many events. It is the same trace each time. Returns an error code if
 * the file cannot be written. */
int long_trace_write(const char *file, uint64_t events, struct error *err);

#endif
