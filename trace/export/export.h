/* Exporters: each is one file here and one row in trace/exporters.def. */
#ifndef HEDDLE_TRACE_EXPORT_EXPORT_H
#define HEDDLE_TRACE_EXPORT_EXPORT_H

#include <stdio.h>

#include "engine/base/error.h"
#include "trace/reader.h"

struct trace_exporter {
  const char *name, *about;
  int (*run)(struct trace_reader *r, FILE *out, struct error *err);
};

/* Writes the readable part of a trace in a format. ERR_USAGE for an unknown format (the message
 * lists those there are), ERR_INPUT for damage that shows only now or an output that cannot be
 * written. */
int trace_export(struct trace_reader *r, const char *format, FILE *out, struct error *err);
/* The formats, for help and completion; NULL beyond the last. */
const struct trace_exporter *trace_exporter_at(size_t i);

/* The end of a format's writing: ERR_INPUT when not all of it could be written. */
int trace_export_end(FILE *out, struct error *err);

/* A JSON string of (modified) UTF-8; what is malformed becomes U+FFFD. Never NULL. */
struct json_t;
struct json_t *trace_json_text(const char *s, size_t len);

#endif
