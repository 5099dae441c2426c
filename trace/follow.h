/* Follows a trace that is being recorded (live.h): its events in their order, each once, as soon as
 * all before it are known.
 *
 * An event whose number was given out and that is not committed yet is waited for; once the
 * recording has ended such a one is passed over, as the reader does, so that events have the
 * numbers that they get in the final trace. Rows that an event refers to are known when it is
 * delivered: they were written before its number was given out, and of what was written by then all
 * is looked at first. Memory is that of the tables, and a place in the file for each buffer: a
 * follower that falls behind has its backlog in the file. */
#ifndef HEDDLE_TRACE_FOLLOW_H
#define HEDDLE_TRACE_FOLLOW_H

#include "engine/base/error.h"
#include "trace/reader.h"

struct trace_follower;

/* The file need not be there yet. */
struct trace_follower *trace_follower_new(const char *path);
void trace_follower_free(struct trace_follower *f); /* NULL is fine */

/* The tables so far; a reader without events, good as long as the follower. */
const struct trace_reader *trace_follower_names(const struct trace_follower *f);
uint64_t trace_follower_count(const struct trace_follower *f); /* events delivered */

typedef void trace_follow_fn(void *arg, uint64_t n, const struct trace_event *e);
/* Delivers what is there, at most `most` events; how many it were. `ended`: nobody writes any more,
 * so that 0 means all were delivered. */
uint64_t trace_follower_poll(struct trace_follower *f, bool ended, uint64_t most,
                             trace_follow_fn *deliver, void *arg);

#endif
