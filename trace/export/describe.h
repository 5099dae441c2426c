/* What the exporters for people write of an event. */
#ifndef HEDDLE_TRACE_EXPORT_DESCRIBE_H
#define HEDDLE_TRACE_EXPORT_DESCRIBE_H

#include <stdio.h>

#include "engine/base/mem.h"
#include "trace/reader.h"

/* "write a.b.C#7.x = 3", "monitor-enter a.b.C#7", "thread-start T1". */
void export_describe(const struct trace_reader *r, const struct trace_event *e, struct text *out);
/* "T1 worker"; "T1" also where that is its name */
void export_describe_thread(const struct trace_reader *r, uint32_t thread, struct text *out);
/* "eraser, race"; "" without labels */
void export_describe_labels(const struct trace_reader *r, const struct trace_event *e,
                            struct text *out);
/* A byte of text between tags of HTML, or of an attribute's value. */
void export_put_html(FILE *out, char c);
/* As a JSON string, with its quotes. */
void export_put_json(FILE *out, const char *s);

#endif
