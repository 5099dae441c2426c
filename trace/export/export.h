/* Exporters: each is one file in this folder and one row in trace/exporters.def. */
#ifndef HEDDLE_TRACE_EXPORT_EXPORT_H
#define HEDDLE_TRACE_EXPORT_EXPORT_H

#include <stdio.h>

#include "engine/base/error.h"
#include "trace/format/reader.h"

struct trace_exporter {
  const char *name, *about;
  int (*run)(struct trace_reader *r, FILE *out, struct error *err);
};

/* Writes the readable part of a trace in a format. Returns ERR_USAGE for an unknown format (the
 * message lists the known ones), and ERR_INPUT if a chunk turns out to be damaged or the output
 * cannot be written. */
int trace_export(struct trace_reader *r, const char *format, FILE *out, struct error *err);
/* Returns the i-th exporter, for help and completion, or NULL after the last. */
const struct trace_exporter *trace_exporter_at(size_t i);

/* Must be called at the end of an export. Returns ERR_INPUT if not everything could be written. */
int trace_export_end(FILE *out, struct error *err);

/* Converts (modified) UTF-8 to a JSON string, which the caller owns. Malformed characters become
 * U+FFFD. Never returns NULL. */
struct json_t;
struct json_t *trace_json_text(const char *s, size_t len);

#endif
