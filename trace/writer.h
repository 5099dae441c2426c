/* Writes a trace in its final form: counterexamples, compacted recordings, traces read from text.
 * Running recordings use live.h.
 *
 * The file gets its name only when trace_writer_close succeeds. Until then it is PATH.part,
 * readable up to its last whole chunk if the process dies. The same calls produce the same bytes.
 * Interning calls return the id of an equal earlier row. I/O errors are stored and reported by
 * trace_writer_close; calls after an error do nothing. */
#ifndef HEDDLE_TRACE_WRITER_H
#define HEDDLE_TRACE_WRITER_H

#include "engine/base/error.h"
#include "trace/format.h"

#include <stddef.h>

struct trace_reader;
struct trace_writer;

int trace_writer_open(const char *path, struct trace_writer **out, struct error *err);
/* frees `w` even on error, and then leaves no file */
int trace_writer_close(struct trace_writer *w, struct error *err);
/* Makes trace_writer_close leave the complete PATH.part, for the caller to rename. */
void trace_writer_keep_part(struct trace_writer *w);
void trace_writer_abort(struct trace_writer *w); /* frees, removes PATH.part; NULL is fine */

/* Interning. NULL or "" text has id 0. `hash` may be NULL. */
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

/* The caller chooses the id; a later row with the same id replaces the earlier one. */
void trace_writer_thread(struct trace_writer *w, uint32_t id, const char *name, uint32_t parent,
                         uint32_t ordinal, uint32_t object, uint32_t flags);
void trace_writer_object(struct trace_writer *w, uint32_t id, uint32_t class_id);
void trace_writer_meta(struct trace_writer *w, const char *key, const char *value);

/* Appends an event and returns its number (from 0). A `seq` of 0 stands for the successor of the
 * last one; any other `seq` must rise. */
uint64_t trace_writer_event(struct trace_writer *w, const struct trace_event *e);
/* Labels the event with that number, which must have been written already. */
void trace_writer_label(struct trace_writer *w, const char *label, uint64_t event);
/* Makes a label known even if no event gets it. */
void trace_writer_label_add(struct trace_writer *w, const char *label);

/* From now on compresses chunks of events in a separate thread, if one can be created. The bytes of
 * the file stay the same. */
void trace_writer_pack(struct trace_writer *w);

/* Write a row unchanged, with its id (compaction, text): a struct of format.h, or a uint32_t[2] for
 * TRACE_META. Do not mix with interning calls on the same table. */
void trace_writer_row(struct trace_writer *w, enum trace_table table, const void *row);
void trace_writer_string_row(struct trace_writer *w, uint32_t id, const char *s, size_t len);

struct trace_mark { /* a label for an event, given by its number */
  const char *label;
  uint64_t event;
};

/* Rewrites any readable trace (live, cut off, with appended labels) in normal form: tables sorted
 * by id, then events, labels, index. The meta entry "damaged" reports what was missing or damaged
 * in the input. in == out is allowed. */
int trace_compact(const char *in, const char *out, struct error *err);
/* Does the same for an open trace, and adds labels to events. */
int trace_compact_marked(struct trace_reader *r, const char *out, const struct trace_mark *marks,
                         size_t count, struct error *err);

/* Adds labels to a finished trace by appending a chunk; earlier content is not changed. Refuses a
 * live or cut-off file with ERR_INPUT (compact it first). `events` are event numbers in any
 * order. */
int trace_append_labels(const char *path, const char *label, const uint64_t *events, size_t count,
                        struct error *err);

#endif
