/* heddle analyze: runs dynamic analyses over a trace and labels suspicious events. A warning is not
 * yet an error, so the exit status is 0 with or without warnings; replay searches around the labels
 * for a real error. */
#include <stdio.h>
#include <string.h>

#include "trace/analysis/analysis.h"
#include "trace/import/import.h"
#include "tui/cli/cli.h"

/* Leaves a trace of another format as it is; with -o, converts it to a heddle trace with labels. */
static int label_file(const struct analysis_report *report, const char *path, bool foreign,
                      const struct cli *c, struct error *err) {
  const struct trace_importer *format;
  if (!foreign) return analysis_report_label(report, path, c->output, err);
  if (!c->output) return 0;
  if (trace_import_format(path, c->from, &format, err) ||
      trace_import(format, path, c->output, err))
    return err->code;
  return analysis_report_label(report, c->output, NULL, err);
}

int cmd_analyze(int argc, char **argv) {
  struct cli c;
  struct error err = {0};
  struct analysis_report report = {0};
  struct trace_reader *r = NULL;
  const char *path;
  bool foreign = false;
  int rc = cli_parse(&c, argc, argv, CLI_PERMUTE | CLI_OUTPUT | CLI_ANALYZE, "[OPTION...] TRACE");
  if (rc != CLI_GO_ON) return rc;
  path = cli_operand(&c, "the trace");
  if (!path) return EXIT_USAGE;
  if (c.argc)
    return error_set(&err, ERR_USAGE, "analyze: one trace at a time, not also '%s'", c.argv[0]),
           cli_fail(&err);
  if (trace_import_open(path, c.from, 0, &r, &foreign, &err)) return cli_fail(&err);
  if (trace_analyze(r, &(struct analysis_settings){.names = c.analyses, .regions = c.regions},
                    &report, &err))
    goto out;
  if (c.json)
    analysis_report_json(&report, r, stdout, &err);
  else
    analysis_report_print(&report, r, stdout);
  trace_reader_close(r);
  r = NULL;
  if (!err.code && !c.no_label) label_file(&report, path, foreign, &c, &err);
out:
  rc = err.code ? cli_fail(&err) : EXIT_NO_ERROR;
  trace_reader_close(r);
  analysis_report_release(&report);
  return rc;
}
