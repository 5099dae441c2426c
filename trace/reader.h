/* Reads a trace of either form, whole, cut off, damaged, or still being written.
 *
 * The file is mapped; tables are loaded at opening, events are fetched by number, chunk by chunk (a
 * few decompressed chunks are kept). What is returned by pointer belongs to the reader and lives
 * until trace_reader_close. One reader, one thread. */
#ifndef HEDDLE_TRACE_READER_H
#define HEDDLE_TRACE_READER_H

#include "engine/base/error.h"
#include "trace/format.h"

#include <stddef.h>

struct trace_reader;

enum trace_open_flag {
  /* trust the index; check the checksum of a chunk of events when it is first read, not at opening
   */
  TRACE_LAZY = 1,
};

/* Opens the readable part. Fails (ERR_INPUT) only when there is none: no such file, not a trace, a
 * newer format version, a damaged header. A trace whose chunk 3 is damaged opens with what chunks 0
 * to 2 hold. */
int trace_reader_open(const char *path, struct trace_reader **out, struct error *err);
int trace_reader_open_with(const char *path, unsigned flags, struct trace_reader **out,
                           struct error *err);
void trace_reader_close(struct trace_reader *r); /* NULL is fine */

/* NULL when the file is whole, else one line: what is missing or damaged, and where. */
const char *trace_reader_damage(const struct trace_reader *r);
bool trace_reader_is_live(const struct trace_reader *r); /* the live form */
/* an index was found (else rebuilt by scanning) */
bool trace_reader_indexed(const struct trace_reader *r);
const char *trace_reader_path(const struct trace_reader *r);

uint64_t trace_reader_count(const struct trace_reader *r); /* events */
/* Event number n (from 0). ERR_NOTFOUND beyond the end, ERR_INPUT when its chunk is damaged
 * (TRACE_LAZY only). */
int trace_reader_event(struct trace_reader *r, uint64_t n, struct trace_event *ev,
                       struct error *err);
/* From n on the first event that may be of the group; the count when there is none. Parts of the
 * trace without one are passed over unread. */
uint64_t trace_reader_next(const struct trace_reader *r, uint64_t n, enum trace_event_group group);
/* The number of the first event with seq >= `seq`; the count when there is none. */
uint64_t trace_reader_find_seq(struct trace_reader *r, uint64_t seq);

/* Table look-ups by id: NULL when there is no such row. */
const struct trace_class *trace_reader_class(const struct trace_reader *r, uint32_t id);
const struct trace_method *trace_reader_method(const struct trace_reader *r, uint32_t id);
const struct trace_field *trace_reader_field(const struct trace_reader *r, uint32_t id);
const struct trace_location *trace_reader_location(const struct trace_reader *r, uint32_t id);
const struct trace_thread *trace_reader_thread(const struct trace_reader *r, uint32_t id);
const struct trace_object *trace_reader_object(const struct trace_reader *r, uint32_t id);
/* A string's text, zero-terminated; "" for 0 and for a missing id. `len` may be NULL. */
const char *trace_reader_string(const struct trace_reader *r, uint32_t id, size_t *len);

/* Rows of a table in the order of ids; i < trace_reader_rows. For TRACE_STRINGS the ids only. */
size_t trace_reader_rows(const struct trace_reader *r, enum trace_table table);
const void *trace_reader_row(const struct trace_reader *r, enum trace_table table, size_t i);
uint32_t trace_reader_string_id(const struct trace_reader *r, size_t i);

/* Meta: the `nth` (from 0) value of a key, NULL when there are fewer. Entry i of all, in the file's
 * order. */
const char *trace_reader_meta(const struct trace_reader *r, const char *key, size_t nth);
size_t trace_reader_meta_count(const struct trace_reader *r);
void trace_reader_meta_entry(const struct trace_reader *r, size_t i, const char **key,
                             const char **value);

/* Labels: bit i of an event's `labels` is label i. */
size_t trace_reader_label_count(const struct trace_reader *r);
const char *trace_reader_label_name(const struct trace_reader *r, size_t i);
/* sorted */
size_t trace_reader_label_events(const struct trace_reader *r, size_t i, const uint64_t **events);

/* Names for people, into the caller's buffer, never failing ("?" for what is missing). */
struct text;
/* a.b.C */
void trace_name_class(const struct trace_reader *r, uint32_t class_id, struct text *out);
/* a.b.C.run */
void trace_name_method(const struct trace_reader *r, uint32_t method, struct text *out);
/* a.b.C.run:12 */
void trace_name_location(const struct trace_reader *r, uint32_t location, struct text *out);
/* a.b.C#2: the number among the objects of its class, in order of first being seen */
void trace_name_object(const struct trace_reader *r, uint32_t object, struct text *out);
/* The text with each object followed by the field that held it: "lock a.b.C#2" becomes lock a.b.C#2
 * "left", where one is known. Reads the trace from its beginning. malloc'd. */
char *trace_with_places(struct trace_reader *r, const char *text);
/* T1 of id 2 */
void trace_name_thread(const struct trace_reader *r, uint32_t thread, struct text *out);
/* "T1 Producer": with the name that the program gave it or, where the library numbered it, its
 * class */
void trace_title_thread(const struct trace_reader *r, uint32_t thread, struct text *out);
/* 42, 1.5, C#7 */
void trace_name_value(const struct trace_reader *r, uint8_t type, uint64_t value, struct text *out);
/* The variable of an access: a.b.C.f (static), a.b.C#7.f, int[]#9[3]. "" when the event is no
 * access. */
void trace_name_variable(const struct trace_reader *r, const struct trace_event *e,
                         struct text *out);

#endif
