/* A long trace as a server makes them: threads that enter monitors of many accounts, read and write
 * their fields and elements of arrays, some accesses without a lock. */
#ifndef HEDDLE_TESTS_LONG_TRACE_H
#define HEDDLE_TESTS_LONG_TRACE_H

#include <stdint.h>

#include "engine/base/error.h"

/* Writes one of so many events, always the same. An error code when the file cannot be written. */
int long_trace_write(const char *file, uint64_t events, struct error *err);

#endif
