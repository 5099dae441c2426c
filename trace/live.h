/* The live form of a trace: what the recorder writes while the program runs. Dependency-free C
 * (libc and pthreads): the agent links this file and format.c, nothing else.
 *
 * The file is a header page and segments of LIVE_SEGMENT bytes. Each thread owns the segment that
 * it writes; a segment is a shared mapping of the file, so what was stored survives kill -9 of the
 * process. A record is stored first and its commit word last (release order): a reader stops at the
 * first uncommitted record of a segment. Every event carries a number from one global counter; the
 * reader merges by it. trace_reader_open reads such a file, finished or not, also while it is
 * written; trace_compact (writer.h) turns it into the final form.
 *
 * A buffer may serve several threads one after the other (each event names its thread), so that
 * thousands of short threads do not take a segment each. live_emit takes no lock and allocates
 * nothing except when a segment is full (one pwrite, one mmap). When the disk is full, records
 * are dropped and counted, and the reader reports it. Rows (strings, classes...) may be written in
 * any order and by any thread, before or after the events that use them. */
#ifndef HEDDLE_TRACE_LIVE_H
#define HEDDLE_TRACE_LIVE_H

#include "trace/format.h"

#include <stddef.h>

#define LIVE_SEGMENT (128u * 1024u)
#define LIVE_STRING_MAX 65535u /* longer strings are cut */

/* The bytes, for the reader. Segment i lies at LIVE_HEADER + i * LIVE_SEGMENT; its first record at
 * LIVE_SEGMENT_HEADER. A record is the commit word, a word (type << 24 | payload length), the
 * payload (a row) and zeros up to a multiple of 8. */
#define LIVE_HEADER 4096u
#define LIVE_SEGMENT_MAGIC 0x4d474553u /* "SEGM" */
#define LIVE_SEGMENT_HEADER 16u
#define LIVE_COMMIT 0x54494d43u /* "CMIT" */
#define LIVE_RECORD_HEADER 8u

struct live_header {
  char magic[8]; /* TRACE_MAGIC */
  uint32_t version, form;
  uint32_t segment_size; /* LIVE_SEGMENT of the writer */
  uint32_t finished;     /* 1: ended in good order */
  uint64_t dropped;      /* events and rows that found no room */
  uint8_t pad[96];
  uint64_t events; /* numbers given out so far: the last seq. In a cache line of its own. */
};
struct live_segment {
  uint32_t magic;           /* stored last: 0 = allocated but not begun */
  uint32_t buffer, ordinal; /* the ordinal-th segment of that buffer, both from 0 */
  uint32_t reserved;
};

struct live;
struct live_thread; /* one writer's buffer: used by one thread at a time */

/* Creates or truncates `path`. Returns 0 or -errno. */
int live_open(const char *path, struct live **out);
/* Marks the file as finished and frees `l` with all its buffers. The caller sees to it that nobody
 * writes any more; at VM death with threads still running call live_finish alone and leak `l`. */
void live_close(struct live *l);
void live_finish(struct live *l);

/* A buffer for the thread with trace id `thread` (0 for the recorder's own). NULL when out of
 * memory. Returned buffers stay valid until live_thread_close or live_close. */
struct live_thread *live_thread_open(struct live *l, uint32_t thread);
void live_thread_close(struct live *l, struct live_thread *t);

/* Writes an event. `seq` is assigned here and returned (0: dropped, the disk is full); `thread`,
 * when 0, becomes the buffer's. `t` may be NULL: then a common buffer is used under a lock (rows
 * and notes outside any known thread). Async-signal-safe with a buffer, except at the segment's
 * end. */
uint64_t live_emit(struct live *l, struct live_thread *t, const struct trace_event *e);

/* A fresh id of a table, rising from 1, thread-safe (for ids that must be known before the row is
 * written: threads, objects). */
uint32_t live_id(struct live *l, enum trace_table table);

/* Rows: each writes the row (and its strings) and returns its id, 0 when dropped. No interning: the
 * caller keeps the ids. A row with an id written before in the same buffer (NULL is one too)
 * replaces that row: a thread that got its name late. Text is (modified) UTF-8. NULL or "" text is
 * 0. */
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
