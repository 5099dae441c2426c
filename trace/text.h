/* The text form of a trace: one line per row and per event, in columns that do not move, with
 * nothing lost.
 *
 * What names a thing carries its id and, in parentheses, a name for people: "O7(Counter)". The
 * importer reads the id and skips the rest. A string stands in quotes where its text determines its
 * id, else as "@id". heddle-trace(5) has the grammar. */
#ifndef HEDDLE_TRACE_TEXT_H
#define HEDDLE_TRACE_TEXT_H

#include <stdio.h>

#include "engine/base/error.h"
#include "engine/base/mem.h"
#include "trace/reader.h"

#define TRACE_TEXT_FIRST_LINE "htrace-text 1"

/* The text form of the whole readable trace. ERR_INPUT for a damaged chunk, ERR_INPUT when `out`
 * cannot be written. */
int trace_text_write(struct trace_reader *r, FILE *out, struct error *err);
/* The line of one event, without newline; the same columns. */
void trace_text_event(struct trace_reader *r, uint64_t n, const struct trace_event *e,
                      struct text *out);
/* Builds the trace at `path` from its text form. `name` stands for the input in messages ("x.txt:
 * line 12: ..."). On an error no file is left. */
int trace_text_read(FILE *in, const char *name, const char *path, struct error *err);

/* ---- shared by the two directions ---- */

/* A table's word and columns: N a thread's own number, U unsigned, I signed, X hexadecimal, H hash,
 * S string, C class, M method, T thread, O object. */
struct trace_text_table {
  const char *word, *columns;
};
/* NULL for events, strings and what has no rows */
const struct trace_text_table *trace_text_table(unsigned table);
const char *trace_text_flag(unsigned bit); /* the word of flag 1 << bit, NULL when unnamed */
/* Length of the printable UTF-8 character at `s` (not a control character), 0 when there is none.
 */
size_t trace_text_char(const char *s, size_t avail);
/* Appends `s` in quotes, or (bare) so that it is one word without blanks, commas, quotes and
 * parentheses. */
void trace_text_quote(struct text *out, const char *s, size_t len);
void trace_text_bare(struct text *out, const char *s, size_t len);

#endif
