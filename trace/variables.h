/* A table of the variables of a trace (fields of objects, static fields, array elements), each with
 * a value that an analysis stores for it.
 *
 * The table is bounded. Time is divided into ages; in each age a quarter of `most` variables is
 * added. A full table evicts the variables not accessed in the present or the previous age. If that
 * frees less than a quarter, it evicts all. An evicted variable counts as never accessed, so an
 * analysis may miss an error on it but reports no false one. */
#ifndef HEDDLE_TRACE_VARIABLES_H
#define HEDDLE_TRACE_VARIABLES_H

#include <stddef.h>
#include <stdint.h>

#include "trace/format/format.h"

#define VARIABLES_MOST (1u << 22)

struct variable_slot {
  uint32_t object, part; /* part: field id, or the element's index */
  uint8_t element, used, reserved[2];
  uint32_t age; /* the age in which it was last accessed */
};

struct variables {
  char *slots; /* open addressing; each slot is a struct variable_slot followed by `size` bytes */
  size_t size, cap, len;
  size_t most;  /* maximum number of variables; set by variables_init, the caller may lower it */
  uint32_t age; /* present age */
  size_t added; /* variables added in this age */
  uint64_t forgotten;           /* variables evicted so far */
  void (*release)(void *value); /* frees what a value points to; NULL: nothing to free */
};

/* Initialises an empty table. A value has `size` bytes, a multiple of 8. `release` may be NULL. */
void variables_init(struct variables *v, size_t size, void (*release)(void *value));
void variables_release(struct variables *v);

/* Returns the value of the accessed variable, zeroed on first use. The pointer belongs to the table
 * and is valid until the next call. */
void *variables_of(struct variables *v, const struct trace_event *access);

#endif
