/* Follows a trace while it is being recorded (live.h). Delivers its events in order, each once, as
 * soon as all earlier ones are known.
 *
 * If a sequence number was assigned but its event is not committed yet, the follower waits for it.
 * Once the recording has ended it skips such a number, as the reader does, so that events have the
 * numbers that they get in the final trace. When an event is delivered, the rows that it refers to
 * are known: they were written before its number was assigned, and the follower first reads
 * everything written by then. Memory use is that of the tables plus a file position for each
 * buffer; the backlog of a slow follower stays in the file. */
#ifndef HEDDLE_TRACE_FORMAT_FOLLOW_H
#define HEDDLE_TRACE_FORMAT_FOLLOW_H

#include "engine/base/error.h"
#include "trace/format/reader.h"

struct trace_follower;

/* Returns a follower of the file at `path`, which need not exist yet. */
struct trace_follower *trace_follower_new(const char *path);
void trace_follower_free(struct trace_follower *f); /* NULL is fine */

/* Returns the tables read so far, as a reader without events. Valid as long as the follower. */
const struct trace_reader *trace_follower_names(const struct trace_follower *f);
uint64_t trace_follower_count(const struct trace_follower *f); /* events delivered */

typedef void trace_follow_fn(void *arg, uint64_t n, const struct trace_event *e);
/* Delivers at most `most` available events and returns how many it delivered. The caller sets
 * `ended` once the writer has finished; a result of 0 then means that all events have been
 * delivered. */
uint64_t trace_follower_poll(struct trace_follower *f, bool ended, uint64_t most,
                             trace_follow_fn *deliver, void *arg);

#endif
