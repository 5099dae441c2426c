/* Texts about an event, for the exporters whose output people read. */
#ifndef HEDDLE_TRACE_EXPORT_DESCRIBE_H
#define HEDDLE_TRACE_EXPORT_DESCRIBE_H

#include <stdio.h>

#include "engine/base/mem.h"
#include "trace/format/reader.h"

/* Appends a description such as "write a.b.C#7.x = 3", "monitor-enter a.b.C#7" or "thread-start
 * T1". */
void export_describe(const struct trace_reader *r, const struct trace_event *e, struct text *out);
/* Appends the thread's name such as "T1 worker", or only "T1" if the program also calls it that. */
void export_describe_thread(const struct trace_reader *r, uint32_t thread, struct text *out);
/* Appends the event's labels, such as "eraser, race"; nothing if it has none. */
void export_describe_labels(const struct trace_reader *r, const struct trace_event *e,
                            struct text *out);
/* Writes one byte of text, escaped for use between HTML tags or in an attribute's value. */
void export_put_html(FILE *out, char c);
/* Writes a JSON string with its quotes. */
void export_put_json(FILE *out, const char *s);

#endif
