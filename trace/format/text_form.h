/* The text form of a trace: one line per row and per event, in fixed columns, lossless.
 *
 * References carry an id and, in parentheses, a name for people: "O7(Counter)". The importer reads
 * the id and skips the rest. A string is quoted if its text determines its id; otherwise it is
 * written as "@id". heddle-trace(5) has the grammar. */
#ifndef HEDDLE_TRACE_FORMAT_TEXT_FORM_H
#define HEDDLE_TRACE_FORMAT_TEXT_FORM_H

#include <stdio.h>

#include "engine/base/error.h"
#include "engine/base/mem.h"
#include "trace/format/reader.h"

#define TRACE_TEXT_FIRST_LINE "htrace-text 1"

/* Writes the text form of the whole readable trace. Returns ERR_INPUT if a chunk is damaged or
 * `out` cannot be written. */
int trace_text_write(struct trace_reader *r, FILE *out, struct error *err);
/* Appends the line of event number n, without a newline, in the same columns. */
void trace_text_event(struct trace_reader *r, uint64_t n, const struct trace_event *e,
                      struct text *out);
/* Builds the trace at `path` from its text form. `name` is the input's name in messages ("x.txt:
 * line 12: ..."). On an error no file is left. */
int trace_text_read(FILE *in, const char *name, const char *path, struct error *err);

/* ---- shared by reader and writer ---- */

/* The first word of a table's lines, and the types of its columns: N the thread's own number (from
 * 0), U unsigned, I signed, X hexadecimal, H hash, S string, C class, M method, T thread, O
 * object. */
struct trace_text_table {
  const char *word, *columns;
};
/* Returns NULL for events, strings and tables without rows. */
const struct trace_text_table *trace_text_table(unsigned table);
const char *trace_text_flag(unsigned bit); /* the word of flag 1 << bit, NULL when unnamed */
/* Returns the length of the printable UTF-8 character at `s`, or 0 if there is none or it is a
 * control character. */
size_t trace_text_char(const char *s, size_t avail);
/* Append `s` in quotes, or (bare) as one word without blanks, commas, quotes and parentheses. */
void trace_text_quote(struct text *out, const char *s, size_t len);
void trace_text_bare(struct text *out, const char *s, size_t len);

#endif
