/* Traces in other formats: runs each importer on the same bytes and exports its result. */
#include "tests/fuzz/fuzz.h"

#include <stdlib.h>

#include "trace/export/export.h"
#include "trace/import/import.h"

enum { EXPORTED_MAX = 300 };

static void export_everything(struct trace_reader *r) {
  struct error err = {0};
  if (trace_reader_damage(r)) abort();
  if (trace_reader_count(r) > EXPORTED_MAX) return;
  for (size_t i = 0; trace_exporter_at(i); i++)
    if (trace_exporter_at(i)->run(r, fuzz_sink(), &err)) abort();
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  const char *path = fuzz_file(data, size);
  for (size_t i = 0; trace_importer_at(i); i++) {
    struct trace_reader *r;
    struct error err = {0};
    if (trace_import_open(path, trace_importer_at(i)->name, 0, &r, NULL, &err)) continue;
    export_everything(r);
    trace_reader_close(r);
  }
  return 0;
}
