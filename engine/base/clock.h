/* The host's monotonic clock, for limits and rates. A program under test has its own clock
 * (engine/vm/sched/time.h). */
#ifndef HEDDLE_BASE_CLOCK_H
#define HEDDLE_BASE_CLOCK_H

#include <stdint.h>
#include <time.h>

/* Nanoseconds since some moment in the host's past. */
static inline uint64_t clock_ns(void) {
  struct timespec ts;
  clock_gettime(CLOCK_MONOTONIC, &ts);
  return (uint64_t)ts.tv_sec * 1000000000u + (uint64_t)ts.tv_nsec;
}

/* Return the time of clock_ns in whole milliseconds, and in seconds. */
static inline uint64_t clock_ms(void) { return clock_ns() / 1000000; }
static inline double clock_seconds(void) { return (double)clock_ns() * 1e-9; }

/* Seconds of processor time that this process has used. */
static inline double clock_processor_seconds(void) {
  struct timespec ts;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &ts);
  return (double)ts.tv_sec + (double)ts.tv_nsec * 1e-9;
}

#endif
