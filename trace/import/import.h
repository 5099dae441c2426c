/* Importers: traces in other formats become traces of heddle's. Each is one file here and one row
 * in trace/importers.def. */
#ifndef HEDDLE_TRACE_IMPORT_IMPORT_H
#define HEDDLE_TRACE_IMPORT_IMPORT_H

#include <stdio.h>

#include "engine/base/error.h"
#include "trace/reader.h"

struct trace_importer {
  const char *name, *about;
  /* `head`: the file's first bytes; `size`: of the whole file */
  bool (*is)(const uint8_t *head, size_t n, uint64_t size);
  /* Builds the trace at `path`; `name` stands for the input in messages, which name the line or
   * byte. On an error no file is left. */
  int (*read)(FILE *in, const char *name, const char *path, struct error *err);
};

const struct trace_importer *trace_importer_at(size_t i); /* NULL beyond the last */

/* The format of a file, NULL when it is none of these: heddle's own or no trace at all. With `from`
 * the one of that name (ERR_USAGE when there is none). */
int trace_import_format(const char *file, const char *from, const struct trace_importer **out,
                        struct error *err);
int trace_import(const struct trace_importer *format, const char *file, const char *path,
                 struct error *err);

/* As trace_reader_open_with, for a trace of any format. One that is not heddle's is read by way of
 * a temporary file, which is gone when this returns. *foreign (may be NULL): it was such a one. */
int trace_import_open(const char *file, const char *from, unsigned flags, struct trace_reader **out,
                      bool *foreign, struct error *err);

/* Names of another program's threads, variables and locks are kept in classes of this loader. */
#define IMPORT_STD_LOADER "std"

#endif
