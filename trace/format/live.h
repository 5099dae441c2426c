/* The live form of a trace, which the recorder writes while the program runs. It needs only libc
 * and pthreads, because the agent links this file and format.c.
 *
 * The file is a header page and segments of LIVE_SEGMENT bytes. Each buffer writes segments of its
 * own. A segment is a shared mapping of the file, so data stored in it survives kill -9 of the
 * process. A record is stored first and its commit word last (release order); a reader stops at the
 * first uncommitted record of a segment. Every event carries a number from one global counter, and
 * the reader merges events by this number. trace_reader_open reads such a file, finished or not,
 * even while it is being written; trace_compact (writer.h) converts it to the final form.
 *
 * A buffer may serve several threads one after the other (each event names its thread), so that
 * thousands of short threads do not need a segment each. live_emit takes no lock and allocates
 * nothing except when a segment is full (one pwrite, one mmap). When the disk is full, records are
 * dropped and counted, and the reader reports it. Rows (strings, classes...) may be written in any
 * order and by any thread, before or after the events that use them. */
#ifndef HEDDLE_TRACE_FORMAT_LIVE_H
#define HEDDLE_TRACE_FORMAT_LIVE_H

#include "trace/format/format.h"

#include <stddef.h>

#define LIVE_SEGMENT (128u * 1024u)
#define LIVE_STRING_MAX 65535u /* longer strings are truncated */

/* The byte layout, for the reader. Segment i is at LIVE_HEADER + i * LIVE_SEGMENT, and its first
 * record is at LIVE_SEGMENT_HEADER within it. A record is the commit word, a word (type << 24 |
 * payload length), the payload (a row) and zeros up to a multiple of 8. */
#define LIVE_HEADER 4096u
#define LIVE_SEGMENT_MAGIC 0x4d474553u /* "SEGM" */
#define LIVE_SEGMENT_HEADER 16u
#define LIVE_COMMIT 0x54494d43u /* "CMIT" */
#define LIVE_RECORD_HEADER 8u

struct live_header {
  char magic[8]; /* TRACE_MAGIC */
  uint32_t version, form;
  uint32_t segment_size; /* the writer's LIVE_SEGMENT */
  uint32_t finished;     /* 1: the recording ended normally */
  uint64_t dropped;      /* events and rows dropped because the disk was full */
  uint8_t pad[96];
  /* number of events that have a seq, and thus the last seq; has its own cache line */
  uint64_t events;
};
struct live_segment {
  uint32_t magic;           /* stored last; 0: nothing is written in the segment yet */
  uint32_t buffer, ordinal; /* this is segment number `ordinal` of the buffer; both count from 0 */
  uint32_t reserved;
};

struct live;
struct live_thread; /* one writer's buffer, used by one thread at a time */

/* Creates or truncates `path`. Returns 0 or -errno. */
int live_open(const char *path, struct live **out);
/* live_close marks the file as finished and frees `l` with all its buffers; no thread may write any
 * more. live_finish only marks the file; call it alone, and leak `l`, if threads still run when the
 * JVM dies. */
void live_close(struct live *l);
void live_finish(struct live *l);

/* Returns a buffer for the thread with that trace id (0: the recorder itself), or NULL if memory is
 * exhausted. The buffer is valid until live_thread_close or live_close. */
struct live_thread *live_thread_open(struct live *l, uint32_t thread);
void live_thread_close(struct live *l, struct live_thread *t);

/* Writes an event. Assigns its `seq` and returns it, or 0 if the event was dropped because the disk
 * is full. A `thread` of 0 becomes the buffer's thread. If `t` is NULL, uses a common buffer under
 * a lock (for rows and notes outside any known thread). With a buffer, the function is
 * async-signal-safe, except at the end of a segment. */
uint64_t live_emit(struct live *l, struct live_thread *t, const struct trace_event *e);

/* Returns a new id of a table, rising from 1, for a thread or object whose id must be known before
 * its row is written. Thread-safe. */
uint32_t live_id(struct live *l, enum trace_table table);

/* Rows: each function writes the row and its strings. Those that return a value return the new id,
 * or 0 if the row was dropped. Equal rows are not merged; the caller keeps the ids. A later row
 * with the same id in the same buffer replaces the earlier one, so that a thread can get its name
 * late (NULL counts as one buffer). Text is (modified) UTF-8. NULL or "" has id 0. */
uint32_t live_string(struct live *l, struct live_thread *t, const char *s, size_t len);
uint32_t live_class(struct live *l, struct live_thread *t, const char *name, const char *loader,
                    const char *source, const uint8_t hash[16], uint32_t flags);
uint32_t live_method(struct live *l, struct live_thread *t, uint32_t class_id, const char *name,
                     const char *desc, uint32_t flags);
uint32_t live_field(struct live *l, struct live_thread *t, uint32_t class_id, const char *name,
                    const char *desc, uint32_t flags);
uint32_t live_location(struct live *l, struct live_thread *t, uint32_t method, uint32_t bci,
                       int32_t line);
void live_thread_row(struct live *l, struct live_thread *t, uint32_t id, const char *name,
                     uint32_t parent, uint32_t ordinal, uint32_t object, uint32_t flags);
void live_object(struct live *l, struct live_thread *t, uint32_t id, uint32_t class_id);
void live_meta(struct live *l, struct live_thread *t, const char *key, const char *value);

#endif
