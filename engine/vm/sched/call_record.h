/* The record of an environment's calls (natives/test/environment.c): the layout of a thread's array
 * of longs. */
#ifndef HEDDLE_VM_SCHED_CALL_RECORD_H
#define HEDDLE_VM_SCHED_CALL_RECORD_H

#include <stdint.h>

/* Each call has RECORD_LONGS longs: its number combined with enum record_how in the higher bits;
 * then how many calls of each thread had ended, and how many had begun, as its thread read the
 * counts before the call (RECORD_BITS per thread). */
enum { RECORD_LONGS = 3, RECORD_BITS = 8, RECORD_CALLS_MAX = 255 };
/* Set in the count of the calls that began after the threads: everything else has ended, and the
 * kept originals are being copied again. */
enum { RECORD_DONE = 1 << 30 };
enum record_how {
  RECORD_VALUE,
  RECORD_VOID,
  RECORD_THREW,
  RECORD_COPY, /* the value is an array of enum record_copied */
};

/* The entries kept for a call that returned an array, a collection or a similar object. */
enum record_copied {
  RECORD_GAVE, /* a copy, made when the call ended */
  /* the original; null if no other code had a reference to a part of it, so that it cannot
   * change */
  RECORD_KEPT,
  RECORD_AGAIN, /* a copy of the original, made when everything else had ended; null until then */
  RECORD_COPIED
};

/* How a value is copied. A copy is an array of objects: the shape, then the parts. */
enum record_shape {
  SHAPE_NONE, /* not copied; in a copy, the part is the exception that reading the original threw */
  SHAPE_TEXT, /* the part is the result of toString */
  SHAPE_PRIMITIVES, /* the copy is a clone */
  SHAPE_ARRAY,
  SHAPE_LIST,    /* a collection with an order */
  SHAPE_BAG,     /* a collection without a promised order */
  SHAPE_MAP,     /* a map, as a list of entries */
  SHAPE_BAG_MAP, /* a map, as a bag of entries */
  SHAPE_ENTRY,
  SHAPE_OPTIONAL
};
enum { RECORD_DEPTH = 6 }; /* greatest depth of nested copies */
/* The method that tells a value's shape, in the form of struct answer. */
#define ENVIRONMENT_SHAPE "heddle/Environment.shape(Ljava/lang/Object;)I"

static inline uint32_t record_call(uint32_t i) { return 1 + i * RECORD_LONGS; }
/* Returns thread j's count from `counts`, which holds those of `threads` threads. */
static inline uint32_t record_of(uint64_t counts, uint32_t j, uint32_t threads) {
  return (uint32_t)(counts >> (threads - 1 - j) * RECORD_BITS) & RECORD_CALLS_MAX;
}

#endif
