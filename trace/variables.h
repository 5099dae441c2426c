/* A table of the variables of a trace: fields of objects, static fields, elements of arrays, each
 * with what an analysis keeps of it.
 *
 * It is bounded: at the most variables, those are forgotten that were not accessed while the last
 * quarter of it or two was added; if that does not free a quarter, all are. What is forgotten is as
 * if it had never been accessed, so an analysis may miss an error for it but reports none that is
 * not there.
 */
#ifndef HEDDLE_TRACE_VARIABLES_H
#define HEDDLE_TRACE_VARIABLES_H

#include <stddef.h>
#include <stdint.h>

#include "trace/format.h"

#define VARIABLES_MOST (1u << 22)

struct variable_slot {
  uint32_t object, part; /* part: field id, or the element's index */
  uint8_t element, used, reserved[2];
  uint32_t age; /* when it was last accessed */
};

struct variables {
  char *slots; /* open addressing, each a struct variable_slot and `size` bytes */
  size_t size, cap, len;
  size_t most;                  /* of variables; set by variables_init, the caller may lower it */
  uint32_t age;                 /* a quarter of `most` variables is added in each */
  size_t added;                 /* in this age */
  uint64_t forgotten;           /* variables, so far */
  void (*release)(void *value); /* frees what a value points to; NULL: nothing */
};

/* A value has `size` bytes, a multiple of 8. */
void variables_init(struct variables *v, size_t size, void (*release)(void *value));
void variables_release(struct variables *v);

/* The value of the variable that an access is of, zeroed at the first time. The pointer holds until
 * the next call. */
void *variables_of(struct variables *v, const struct trace_event *access);

#endif
