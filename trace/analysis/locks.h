/* Tracks the locks that threads hold in the course of a trace, and numbers sets of locks. A lock is
 * a monitor or a java.util.concurrent lock, identified by the id of its object. */
#ifndef HEDDLE_TRACE_ANALYSIS_LOCKS_H
#define HEDDLE_TRACE_ANALYSIS_LOCKS_H

#include <stddef.h>

#include "trace/format/reader.h"

struct locks;
/* Returns a tracker of locks, at the beginning of a trace. Free it with locks_free. */
struct locks *locks_new(void);
void locks_free(struct locks *l); /* NULL is fine */

struct lock_held {                  /* a lock that a thread holds */
  uint32_t lock, exclusive, shared; /* id; acquires not yet released, by mode */
};

/* Processes an event. Returns whether it acquired or released a lock. Ignores a release without an
 * acquire, because the recording may have begun between the two. */
bool locks_take(struct locks *l, const struct trace_event *e);

/* Returns the locks that a thread holds, in no order; valid until the next locks_take. */
const struct lock_held *locks_held(const struct locks *l, uint32_t thread, size_t *count);

/* Returns the number of the set of locks that the thread holds. Equal sets have the same number; 0
 * is the empty set. */
uint32_t locks_all(const struct locks *l, uint32_t thread);
/* Returns the number of the set of locks that the thread holds in exclusive mode. */
uint32_t locks_exclusive(const struct locks *l, uint32_t thread);
/* Returns the number of the set of locks that are in both sets. */
uint32_t locks_intersect(struct locks *l, uint32_t a, uint32_t b);
/* Returns the number of the set of these locks, which must differ. Sorts the array in place. */
uint32_t locks_set(struct locks *l, uint32_t *locks, size_t count);

/* Returns the set's locks by name, such as "{C#1, C#2}"; the caller frees the text. */
char *locks_name(const struct locks *l, const struct trace_reader *r, uint32_t set);

#endif
