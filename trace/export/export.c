/* The table of exporters. */
#include "trace/export/export.h"

#include <errno.h>
#include <string.h>

#include "engine/base/mem.h"

#define TRACE_EXPORTER(function, name, about) \
  int function(struct trace_reader *r, FILE *out, struct error *err);
#include "trace/exporters.def"
#undef TRACE_EXPORTER

static const struct trace_exporter exporters[] = {
#define TRACE_EXPORTER(function, name, about) {name, about, function},
#include "trace/exporters.def"
#undef TRACE_EXPORTER
};

const struct trace_exporter *trace_exporter_at(size_t i) {
  return i < COUNT(exporters) ? &exporters[i] : NULL;
}

static int unknown(const char *format, struct error *err) {
  struct text list = {0};
  for (size_t i = 0; i < COUNT(exporters); i++)
    text_printf(&list, "%s%s", i ? ", " : "", exporters[i].name);
  int rc = error_set(err, ERR_USAGE, "unknown format '%s' (there are: %s)", format, list.s);
  text_release(&list);
  return rc;
}

int trace_export(struct trace_reader *r, const char *format, FILE *out, struct error *err) {
  for (size_t i = 0; i < COUNT(exporters); i++)
    if (!strcmp(exporters[i].name, format)) return exporters[i].run(r, out, err);
  return unknown(format, err);
}

int trace_export_end(FILE *out, struct error *err) {
  if (!fflush(out) && !ferror(out)) return 0;
  return error_set(err, ERR_INPUT, "cannot write: %s", strerror(errno));
}
