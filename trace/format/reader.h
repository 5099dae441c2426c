/* Reads a trace in the final or the live form: whole, cut off, damaged, or still being written.
 *
 * The file is mapped. Tables are loaded at opening; events are fetched by number, chunk by chunk,
 * and a few decompressed chunks are cached. Returned pointers belong to the reader and are valid
 * until trace_reader_close. Only one thread at a time may use a reader. */
#ifndef HEDDLE_TRACE_FORMAT_READER_H
#define HEDDLE_TRACE_FORMAT_READER_H

#include "engine/base/error.h"
#include "trace/format/format.h"

#include <stddef.h>

struct trace_reader;

enum trace_open_flag {
  /* trust the index; verify the checksum of a chunk of events when first reading it */
  TRACE_LAZY = 1,
};

/* Opens the readable part of a trace: if chunk 3 is damaged, for example, the chunks 0 to 2.
 * Returns ERR_INPUT only if nothing is readable: no such file, not a trace, a newer format version,
 * or a damaged header. `flags` are bits of enum trace_open_flag; trace_reader_open passes 0. Close
 * the reader with trace_reader_close. */
int trace_reader_open(const char *path, struct trace_reader **out, struct error *err);
int trace_reader_open_with(const char *path, unsigned flags, struct trace_reader **out,
                           struct error *err);
void trace_reader_close(struct trace_reader *r); /* NULL is fine */

/* Returns NULL if the file is whole; otherwise one line that says what is missing or damaged, and
 * where. */
const char *trace_reader_damage(const struct trace_reader *r);
bool trace_reader_is_live(const struct trace_reader *r); /* is the file in the live form? */
/* Does the file end with an index and an end mark? */
bool trace_reader_indexed(const struct trace_reader *r);
const char *trace_reader_path(const struct trace_reader *r);

uint64_t trace_reader_count(const struct trace_reader *r); /* number of events */
/* Reads event number n (from 0). Returns ERR_NOTFOUND beyond the last event, and ERR_INPUT if its
 * chunk is damaged (TRACE_LAZY only). */
int trace_reader_event(struct trace_reader *r, uint64_t n, struct trace_event *ev,
                       struct error *err);
/* Returns the number of the first event from n on that may be of the group, or the event count if
 * there is none. Skips chunks that contain no such event without decompressing them. */
uint64_t trace_reader_next(const struct trace_reader *r, uint64_t n, enum trace_event_group group);
/* Returns the number of the first event with seq >= `seq`, or the event count if there is none. */
uint64_t trace_reader_find_seq(struct trace_reader *r, uint64_t seq);

/* Look up a row by id; NULL if there is no such row. */
const struct trace_class *trace_reader_class(const struct trace_reader *r, uint32_t id);
const struct trace_method *trace_reader_method(const struct trace_reader *r, uint32_t id);
const struct trace_field *trace_reader_field(const struct trace_reader *r, uint32_t id);
const struct trace_location *trace_reader_location(const struct trace_reader *r, uint32_t id);
const struct trace_thread *trace_reader_thread(const struct trace_reader *r, uint32_t id);
const struct trace_object *trace_reader_object(const struct trace_reader *r, uint32_t id);
/* Returns the text of a string, zero-terminated; "" for 0 and for a missing id. `len` may be
 * NULL. */
const char *trace_reader_string(const struct trace_reader *r, uint32_t id, size_t *len);

/* Return row i of a table in the order of ids, where i < trace_reader_rows; NULL or 0 beyond. The
 * rows of TRACE_STRINGS are read with trace_reader_string_id, which returns only the id. */
size_t trace_reader_rows(const struct trace_reader *r, enum trace_table table);
const void *trace_reader_row(const struct trace_reader *r, enum trace_table table, size_t i);
uint32_t trace_reader_string_id(const struct trace_reader *r, size_t i);

/* trace_reader_meta returns the `nth` (from 0) value of a key, or NULL if there are fewer.
 * trace_reader_meta_entry returns entry i of all keys, in the file's order. */
const char *trace_reader_meta(const struct trace_reader *r, const char *key, size_t nth);
size_t trace_reader_meta_count(const struct trace_reader *r);
void trace_reader_meta_entry(const struct trace_reader *r, size_t i, const char **key,
                             const char **value);

/* Labels: label i is bit i of an event's `labels`. */
size_t trace_reader_label_count(const struct trace_reader *r);
const char *trace_reader_label_name(const struct trace_reader *r, size_t i);
/* Sets *events to the sorted event numbers and returns their count. */
size_t trace_reader_label_events(const struct trace_reader *r, size_t i, const uint64_t **events);

/* Append names for people to the caller's buffer. They never fail; what is missing becomes "?". */
struct text;
/* a.b.C */
void trace_name_class(const struct trace_reader *r, uint32_t class_id, struct text *out);
/* a.b.C.run */
void trace_name_method(const struct trace_reader *r, uint32_t method, struct text *out);
/* a.b.C.run:12 */
void trace_name_location(const struct trace_reader *r, uint32_t location, struct text *out);
/* a.b.C#2, where 2 counts the objects of the class in order of first appearance */
void trace_name_object(const struct trace_reader *r, uint32_t object, struct text *out);
/* Returns a copy of the text with the field that holds each object, where known, after the object:
 * "lock a.b.C#2" becomes lock a.b.C#2 "left". Reads the trace from its beginning. The caller frees
 * the result. */
char *trace_with_places(struct trace_reader *r, const char *text);
/* T1 for id 2 */
void trace_name_thread(const struct trace_reader *r, uint32_t thread, struct text *out);
/* "T1 Producer": the number, then the name that the program gave the thread or, if the library only
 * numbered it, its class */
void trace_title_thread(const struct trace_reader *r, uint32_t thread, struct text *out);
/* Returns true if the title has only the number by which the library named the thread: "T1
 * Thread-0". */
bool trace_thread_is_numbered(const struct trace_reader *r, uint32_t thread);
/* 42, 1.5, C#7 */
void trace_name_value(const struct trace_reader *r, uint8_t type, uint64_t value, struct text *out);
/* Appends the variable of an access: a.b.C.f (static), a.b.C#7.f, int[]#9[3]. Appends nothing if
 * the event is not an access. */
void trace_name_variable(const struct trace_reader *r, const struct trace_event *e,
                         struct text *out);

#endif
