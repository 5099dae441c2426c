/* Writes a trace in its final form: counterexamples, compacted recordings, traces read from text.
 * Recordings in the making use live.h.
 *
 * The file appears under its name only when trace_writer_close succeeds (until then it is
 * PATH.part, readable up to its last whole chunk if the process dies). Same calls, same bytes.
 * Interning calls return the id of an equal earlier row. I/O errors are kept and reported by
 * trace_writer_close; calls after one do nothing. */
#ifndef HEDDLE_TRACE_WRITER_H
#define HEDDLE_TRACE_WRITER_H

#include "engine/base/error.h"
#include "trace/format.h"

#include <stddef.h>

struct trace_reader;
struct trace_writer;

int trace_writer_open(const char *path, struct trace_writer **out, struct error *err);
/* frees `w` also on error; then no file is left */
int trace_writer_close(struct trace_writer *w, struct error *err);
/* trace_writer_close leaves PATH.part, complete, for somebody else to give it its name. */
void trace_writer_keep_part(struct trace_writer *w);
void trace_writer_abort(struct trace_writer *w); /* frees, removes PATH.part; NULL is fine */

/* Interning. NULL or "" text is id 0. `hash` may be NULL. */
uint32_t trace_writer_string(struct trace_writer *w, const char *s);
uint32_t trace_writer_stringn(struct trace_writer *w, const char *s, size_t len);
/* key: name, loader, hash */
uint32_t trace_writer_class(struct trace_writer *w, const char *name, const char *loader,
                            const char *source, const uint8_t hash[16], uint32_t flags);
uint32_t trace_writer_method(struct trace_writer *w, uint32_t class_id, const char *name,
                             const char *desc, uint32_t flags);
uint32_t trace_writer_field(struct trace_writer *w, uint32_t class_id, const char *name,
                            const char *desc, uint32_t flags);
uint32_t trace_writer_location(struct trace_writer *w, uint32_t method, uint32_t bci, int32_t line);

/* Ids of the caller's choice; a later row with the same id replaces the earlier. */
void trace_writer_thread(struct trace_writer *w, uint32_t id, const char *name, uint32_t parent,
                         uint32_t ordinal, uint32_t object, uint32_t flags);
void trace_writer_object(struct trace_writer *w, uint32_t id, uint32_t class_id);
void trace_writer_meta(struct trace_writer *w, const char *key, const char *value);

/* Appends an event and returns its number (from 0). `seq` 0 means the next after the last one; else
 * it must rise. */
uint64_t trace_writer_event(struct trace_writer *w, const struct trace_event *e);
/* Labels the event with that number, which must have been written. */
void trace_writer_label(struct trace_writer *w, const char *label, uint64_t event);
/* Makes a label known even if no event gets it. */
void trace_writer_label_add(struct trace_writer *w, const char *label);

/* From now on chunks of events are compressed on a thread of their own, where one can be had. The
 * bytes of the file stay the same. */
void trace_writer_pack(struct trace_writer *w);

/* A row as it is, ids included (compaction, text): the struct of format.h, for TRACE_META a
 * uint32_t[2]. Not to be mixed with the interning calls of the same table. */
void trace_writer_row(struct trace_writer *w, enum trace_table table, const void *row);
void trace_writer_string_row(struct trace_writer *w, uint32_t id, const char *s, size_t len);

struct trace_mark { /* a label for an event, by the event's number */
  const char *label;
  uint64_t event;
};

/* Rewrites any readable trace (live, cut off, with appended labels) in normal form: tables first,
 * sorted by id, then events, labels, index. What was missing or damaged in the input is reported in
 * the meta entry "damaged". in == out is allowed. */
int trace_compact(const char *in, const char *out, struct error *err);
/* The same of an open trace, and puts labels on events. */
int trace_compact_marked(struct trace_reader *r, const char *out, const struct trace_mark *marks,
                         size_t count, struct error *err);

/* Adds labels to a finished trace by appending a chunk; earlier content is not touched. A live or
 * cut-off file is refused with ERR_INPUT (compact it first). `events` are event numbers, any order.
 */
int trace_append_labels(const char *path, const char *label, const uint64_t *events, size_t count,
                        struct error *err);

#endif
