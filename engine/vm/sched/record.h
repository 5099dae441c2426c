/* What is kept of the calls of an environment (vm/natives/environment.c): the layout of a thread's
 * array of longs. */
#ifndef HEDDLE_VM_SCHED_RECORD_H
#define HEDDLE_VM_SCHED_RECORD_H

#include <stdint.h>

/* Of each call: its number with enum record_how above it, and how many calls of each thread had
 * ended, then how many had begun, as the thread read them before it: RECORD_BITS for each. */
enum { RECORD_LONGS = 3, RECORD_BITS = 8, RECORD_CALLS_MAX = 255 };
enum record_how {
  RECORD_VALUE,
  RECORD_VOID,
  RECORD_THREW,
  RECORD_TEXT, /* the value is what toString gave */
};

static inline uint32_t record_call(uint32_t i) { return 1 + i * RECORD_LONGS; }
/* The count of thread j of `threads`. */
static inline uint32_t record_of(uint64_t counts, uint32_t j, uint32_t threads) {
  return (uint32_t)(counts >> (threads - 1 - j) * RECORD_BITS) & RECORD_CALLS_MAX;
}

#endif
