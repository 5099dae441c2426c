/* Writes a trace in its final form: a counterexample, a compacted recording, or a trace read from
 * text. A recording in progress uses live.h.
 *
 * The file gets its name only when trace_writer_close succeeds. Until then it is PATH.part,
 * readable up to its last whole chunk if the process dies. The same calls produce the same bytes.
 * Interning calls return the id of an equal earlier row. The first I/O error is kept and returned
 * by trace_writer_close; calls after it write nothing. */
#ifndef HEDDLE_TRACE_FORMAT_WRITER_H
#define HEDDLE_TRACE_FORMAT_WRITER_H

#include "engine/base/error.h"
#include "trace/format/format.h"

#include <stddef.h>

struct trace_reader;
struct trace_writer;

/* Starts a trace. Returns ERR_INPUT if it cannot be written; then *out is not set. */
int trace_writer_open(const char *path, struct trace_writer **out, struct error *err);
/* Completes the trace and frees `w`. On an error also frees `w`, leaves no file, and returns
 * ERR_INPUT (the file cannot be written) or ERR_INTERNAL (the caller broke a rule of this
 * header). */
int trace_writer_close(struct trace_writer *w, struct error *err);
/* Makes trace_writer_close leave the complete PATH.part, for the caller to rename. */
void trace_writer_keep_part(struct trace_writer *w);
void trace_writer_abort(struct trace_writer *w); /* frees `w` and removes PATH.part; NULL is fine */

/* Interning: each call returns the id of the row. NULL or "" text has id 0. `hash` may be NULL. */
uint32_t trace_writer_string(struct trace_writer *w, const char *s);
uint32_t trace_writer_stringn(struct trace_writer *w, const char *s, size_t len);
/* Two classes are the same if name, loader and hash are equal. */
uint32_t trace_writer_class(struct trace_writer *w, const char *name, const char *loader,
                            const char *source, const uint8_t hash[16], uint32_t flags);
uint32_t trace_writer_method(struct trace_writer *w, uint32_t class_id, const char *name,
                             const char *desc, uint32_t flags);
uint32_t trace_writer_field(struct trace_writer *w, uint32_t class_id, const char *name,
                            const char *desc, uint32_t flags);
uint32_t trace_writer_location(struct trace_writer *w, uint32_t method, uint32_t bci, int32_t line);

/* The caller chooses the id; a later row with the same id replaces the earlier one. */
void trace_writer_thread(struct trace_writer *w, uint32_t id, const char *name, uint32_t parent,
                         uint32_t ordinal, uint32_t object, uint32_t flags);
void trace_writer_object(struct trace_writer *w, uint32_t id, uint32_t class_id);
void trace_writer_meta(struct trace_writer *w, const char *key, const char *value);

/* Appends an event and returns its number (from 0). If its `seq` is 0, the event gets the seq after
 * the last one; otherwise its `seq` must be greater than the last. */
uint64_t trace_writer_event(struct trace_writer *w, const struct trace_event *e);
/* Labels the event with that number, which must have been written already. */
void trace_writer_label(struct trace_writer *w, const char *label, uint64_t event);
/* Makes a label known even if no event gets it. */
void trace_writer_label_add(struct trace_writer *w, const char *label);

/* Compresses chunks of events in a separate thread from now on, if one can be created. The bytes of
 * the file stay the same. */
void trace_writer_pack(struct trace_writer *w);

/* Write a row unchanged, with its id, when the ids of another trace are to be kept. `row` is a
 * struct of format.h, or a uint32_t[2] for TRACE_META. Do not mix with interning calls on the same
 * table. */
void trace_writer_row(struct trace_writer *w, enum trace_table table, const void *row);
void trace_writer_string_row(struct trace_writer *w, uint32_t id, const char *s, size_t len);

struct trace_mark { /* a label for the event with that number */
  const char *label;
  uint64_t event;
};

/* Rewrites any readable trace (live, cut off, or with appended labels) in normal form: tables
 * sorted by id, then events, labels, index. The meta entry "damaged" records what was missing or
 * damaged in the input. `in` and `out` may be the same file. */
int trace_compact(const char *in, const char *out, struct error *err);
/* Does the same for an open trace, and also adds `count` labels. */
int trace_compact_marked(struct trace_reader *r, const char *out, const struct trace_mark *marks,
                         size_t count, struct error *err);

/* Adds labels to a finished trace by appending a chunk; earlier content is not changed. Refuses a
 * live or cut-off file with ERR_INPUT (compact it first). `events` are event numbers in any
 * order. */
int trace_append_labels(const char *path, const char *label, const uint64_t *events, size_t count,
                        struct error *err);

#endif
