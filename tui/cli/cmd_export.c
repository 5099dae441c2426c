/* heddle export: converts a trace to another format; `--to htrace` makes a heddle trace from any
 * format. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "engine/base/mem.h"
#include "engine/base/whole_file.h"
#include "trace/export/export.h"
#include "trace/import/import.h"
#include "trace/format/writer.h"
#include "tui/cli/cli.h"

/* Writes a file that appears only when it is complete. */
static int to_file(struct trace_reader *r, const char *format, const char *path,
                   struct error *err) {
  char *part;
  FILE *f;
  if (whole_file_place(path, err)) return err->code;
  part = mem_printf("%s.part", path);
  f = fopen(part, "w");
  if (!f) {
    error_set(err, ERR_INPUT, "%s: cannot write: %s", path, strerror(errno));
  } else {
    trace_export(r, format, f, err);
    if (fclose(f) && !err->code)
      error_set(err, ERR_INPUT, "%s: cannot write: %s", path, strerror(errno));
    if (!err->code && rename(part, path))
      error_set(err, ERR_INPUT, "%s: cannot write: %s", path, strerror(errno));
    if (err->code) unlink(part);
  }
  free(part);
  return err->code;
}

/* Makes a trace in normal form (trace_compact) from a trace in any format. */
static int to_trace(const char *file, const char *from, const char *path, struct error *err) {
  const struct trace_importer *format;
  if (!path) return error_set(err, ERR_USAGE, "--to htrace needs -o FILE");
  if (trace_import_format(file, from, &format, err)) return err->code;
  return format ? trace_import(format, file, path, err) : trace_compact(file, path, err);
}

int cmd_export(int argc, char **argv) {
  struct cli c;
  struct error err = {0};
  struct trace_reader *r = NULL;
  const char *path;
  int rc = cli_parse(&c, argc, argv, CLI_PERMUTE | CLI_EXPORT, "[OPTION...] TRACE");
  if (rc != CLI_GO_ON) return rc;
  path = cli_operand(&c, "the trace");
  if (!path) return EXIT_USAGE;
  if (c.argc)
    return error_set(&err, ERR_USAGE, "export: one trace at a time, not also '%s'", c.argv[0]),
           cli_fail(&err);
  if (c.to && !strcmp(c.to, "htrace"))
    return to_trace(path, c.from, c.output, &err) ? cli_fail(&err) : EXIT_NO_ERROR;
  if (trace_import_open(path, c.from, 0, &r, NULL, &err)) return cli_fail(&err);
  if (trace_reader_damage(r))
    fprintf(stderr, "heddle: %s: %s; the readable part follows\n", path, trace_reader_damage(r));
  if (c.output)
    to_file(r, c.to ? c.to : "text", c.output, &err);
  else
    trace_export(r, c.to ? c.to : "text", stdout, &err);
  trace_reader_close(r);
  return err.code ? cli_fail(&err) : EXIT_NO_ERROR;
}
