/* What is kept of the calls of an environment (natives/test/environment.c): the layout of a
 * thread's array of longs. */
#ifndef HEDDLE_VM_SCHED_RECORD_H
#define HEDDLE_VM_SCHED_RECORD_H

#include <stdint.h>

/* Of each call: its number with enum record_how above it, and how many calls of each thread had
 * ended, then how many had begun, as the thread read them before it: RECORD_BITS for each. */
enum { RECORD_LONGS = 3, RECORD_BITS = 8, RECORD_CALLS_MAX = 255 };
/* In the count of the calls that began behind the threads: all else was done, and what was kept is
 * copied again. */
enum { RECORD_DONE = 1 << 30 };
enum record_how {
  RECORD_VALUE,
  RECORD_VOID,
  RECORD_THREW,
  RECORD_COPY, /* the value is an array of enum record_copied */
};

/* What is kept of a call that gave an array, a collection or the like. */
enum record_copied {
  RECORD_GAVE,  /* a copy, made when the call ended */
  RECORD_KEPT,  /* the original; null: nobody else knew a part of it, so that it stays as it was */
  RECORD_AGAIN, /* a copy of the original, made when all else had ended; null: not yet */
  RECORD_COPIED
};

/* How a value is copied. A copy is an array of objects: the shape, then the parts. */
enum record_shape {
  SHAPE_NONE, /* it stands for itself; of a copy: the part is what reading the original threw */
  SHAPE_TEXT, /* the part is what toString gave */
  SHAPE_PRIMITIVES, /* its copy is a clone */
  SHAPE_ARRAY,
  SHAPE_LIST,    /* a collection with an order */
  SHAPE_BAG,     /* one that promises none */
  SHAPE_MAP,     /* of entries, as a list */
  SHAPE_BAG_MAP, /* ... as a bag */
  SHAPE_ENTRY,
  SHAPE_OPTIONAL
};
enum { RECORD_DEPTH = 6 }; /* of copies in copies */

static inline uint32_t record_call(uint32_t i) { return 1 + i * RECORD_LONGS; }
/* The count of thread j of `threads`. */
static inline uint32_t record_of(uint64_t counts, uint32_t j, uint32_t threads) {
  return (uint32_t)(counts >> (threads - 1 - j) * RECORD_BITS) & RECORD_CALLS_MAX;
}

#endif
