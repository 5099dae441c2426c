/* The locks that threads hold as a trace goes on, and sets of locks by number: monitors and
 * java.util.concurrent locks, by the ids of their objects. */
#ifndef HEDDLE_TRACE_ANALYSIS_LOCKS_H
#define HEDDLE_TRACE_ANALYSIS_LOCKS_H

#include <stddef.h>

#include "trace/reader.h"

struct locks;
struct locks *locks_new(void);
void locks_free(struct locks *l); /* NULL is fine */

struct lock_held {                  /* one lock of one thread */
  uint32_t lock, exclusive, shared; /* how often it was entered in each mode */
};

/* Takes an event; whether it took or gave back a lock. A release that the trace has no acquire for
 * (it began in the middle) is let pass. */
bool locks_take(struct locks *l, const struct trace_event *e);

/* What a thread holds, in no order; good until the next locks_take. */
const struct lock_held *locks_held(const struct locks *l, uint32_t thread, size_t *count);

/* Sets are interned: equal sets have one number, and 0 is the empty one. */
uint32_t locks_all(const struct locks *l, uint32_t thread);
uint32_t locks_exclusive(const struct locks *l, uint32_t thread); /* without those held shared */
uint32_t locks_intersect(struct locks *l, uint32_t a, uint32_t b);
/* The set of these locks, which are sorted in place. */
uint32_t locks_set(struct locks *l, uint32_t *locks, size_t count);

/* "{C#1, C#2}"; the caller frees. */
char *locks_name(const struct locks *l, const struct trace_reader *r, uint32_t set);

#endif
