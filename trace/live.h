/* The live form of a trace, which the recorder writes while the program runs. C without
 * dependencies (libc and pthreads): the agent links this file and format.c, nothing else.
 *
 * The file is a header page and segments of LIVE_SEGMENT bytes. Each thread owns the segment that
 * it writes. A segment is a shared mapping of the file, so data stored in it survives kill -9 of
 * the process. A record is stored first and its commit word last (release order); a reader stops at
 * the first uncommitted record of a segment. Every event carries a number from one global counter,
 * by which the reader merges. trace_reader_open reads such a file, finished or not, even while it
 * is being written; trace_compact (writer.h) converts it to the final form.
 *
 * A buffer may serve several threads one after the other (each event names its thread), so that
 * thousands of short threads do not need a segment each. live_emit takes no lock and allocates
 * nothing except when a segment is full (one pwrite, one mmap). When the disk is full, records are
 * dropped and counted, and the reader reports it. Rows (strings, classes...) may be written in any
 * order and by any thread, before or after the events that use them. */
#ifndef HEDDLE_TRACE_LIVE_H
#define HEDDLE_TRACE_LIVE_H

#include "trace/format.h"

#include <stddef.h>

#define LIVE_SEGMENT (128u * 1024u)
#define LIVE_STRING_MAX 65535u /* longer strings are truncated */

/* The byte layout, for the reader. Segment i is at LIVE_HEADER + i * LIVE_SEGMENT; its first record
 * at LIVE_SEGMENT_HEADER. A record is the commit word, a word (type << 24 | payload length), the
 * payload (a row) and zeros up to a multiple of 8. */
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
  uint64_t events; /* numbers assigned so far: the last seq. Has its own cache line. */
};
struct live_segment {
  uint32_t magic;           /* stored last: 0 = allocated but not begun */
  uint32_t buffer, ordinal; /* this is the ordinal-th segment of that buffer; both count from 0 */
  uint32_t reserved;
};

struct live;
struct live_thread; /* one writer's buffer, used by one thread at a time */

/* Creates or truncates `path`. Returns 0 or -errno. */
int live_open(const char *path, struct live **out);
/* Marks the file as finished and frees `l` with all its buffers. No thread may write any more. At
 * VM death with threads still running call only live_finish and leak `l`. */
void live_close(struct live *l);
void live_finish(struct live *l);

/* Returns a buffer for the thread with trace id `thread` (0 for the recorder's own), NULL when out
 * of memory. The buffer is valid until live_thread_close or live_close. */
struct live_thread *live_thread_open(struct live *l, uint32_t thread);
void live_thread_close(struct live *l, struct live_thread *t);

/* Writes an event. Assigns its `seq` and returns it; 0 means that the event was dropped because the
 * disk is full. A `thread` of 0 becomes the buffer's thread. If `t` is NULL, uses a common buffer
 * under a lock (for rows and notes outside any known thread). Async-signal-safe with a buffer,
 * except at the end of a segment. */
uint64_t live_emit(struct live *l, struct live_thread *t, const struct trace_event *e);

/* Returns a fresh id of a table, rising from 1. Thread-safe. For ids that must be known before the
 * row is written: threads, objects. */
uint32_t live_id(struct live *l, enum trace_table table);

/* Rows: each function writes the row (and its strings) and returns its id, 0 when dropped. There is
 * no interning; the caller keeps the ids. A row replaces an earlier one with the same id in the
 * same buffer (NULL counts as one buffer), for a thread that gets its name late. Text is (modified)
 * UTF-8. NULL or "" has id 0. */
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
