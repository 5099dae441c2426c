/* Importers convert traces in other formats to heddle's. Each is one file in this folder and one
 * row in trace/importers.def. */
#ifndef HEDDLE_TRACE_IMPORT_IMPORT_H
#define HEDDLE_TRACE_IMPORT_IMPORT_H

#include <stdio.h>

#include "engine/base/error.h"
#include "trace/format/reader.h"

struct trace_importer {
  const char *name, *about;
  /* Does the file have this format? `head` holds its first n bytes; `size` is its whole size. */
  bool (*is)(const uint8_t *head, size_t n, uint64_t size);
  /* Builds the trace at `path`. `name` is the input's name in messages, which also state the line
   * or byte. On an error no file is left. */
  int (*read)(FILE *in, const char *name, const char *path, struct error *err);
};

const struct trace_importer *trace_importer_at(size_t i); /* NULL after the last */

/* Sets *out to the format of a file, or to NULL if it is heddle's own or not a trace. If `from` is
 * not NULL, it names the format (ERR_USAGE if unknown). */
int trace_import_format(const char *file, const char *from, const struct trace_importer **out,
                        struct error *err);
/* Converts `file` to a trace at `path`. */
int trace_import(const struct trace_importer *format, const char *file, const char *path,
                 struct error *err);

/* Does the same as trace_reader_open_with for a trace of any format. Converts a foreign trace to a
 * temporary file, which is removed before this returns. Sets *foreign (may be NULL) to whether the
 * format was foreign. */
int trace_import_open(const char *file, const char *from, unsigned flags, struct trace_reader **out,
                      bool *foreign, struct error *err);

/* Class loader of the classes that represent another program's threads, variables and locks. */
#define IMPORT_STD_LOADER "std"

#endif
