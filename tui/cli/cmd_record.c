/* heddle record: runs a program in the real JVM under the recorder. Returns the program's exit
 * status. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/base/mem.h"
#include "engine/base/whole_file.h"
#include "trace/analysis/online.h"
#include "trace/format/reader.h"
#include "trace/record.h"
#include "tui/cli/cli.h"
#include "tui/cli/confirm_trace.h"

/* Prints one line on the recorded trace. */
static void record_report(const char *path) {
  struct trace_reader *r;
  struct error err = {0};
  if (trace_reader_open(path, &r, &err)) return;
  fprintf(stderr, "heddle: %s: %llu event%s of %zu thread%s\n", path,
          (unsigned long long)trace_reader_count(r), PLURAL(trace_reader_count(r)),
          trace_reader_rows(r, TRACE_THREADS), PLURAL(trace_reader_rows(r, TRACE_THREADS)));
  if (trace_reader_damage(r)) fprintf(stderr, "heddle: %s: %s\n", path, trace_reader_damage(r));
  trace_reader_close(r);
}

/* Prints one line for each analysis that found something. */
static void report_warnings(const struct analysis_report *report, const char *path) {
  const struct trace_analysis *a;
  for (size_t i = 0; (a = trace_analysis_at(i)); i++) {
    size_t n = 0;
    for (size_t k = 0; k < report->warnings.len; k++)
      n += !strcmp(report->warnings.data[k].analysis, a->name);
    if (n) fprintf(stderr, "heddle: %s: %zu warning%s of %s\n", path, n, PLURAL(n), a->name);
  }
  if (!report->warnings.len) fprintf(stderr, "heddle: %s: no warnings\n", path);
}

/* With --analyze, also records the events that the analyses need. */
static int record_watched(struct record_options *o, const struct cli *c, int *status,
                          struct error *err) {
  struct analysis_settings s = {.names = c->analyze, .regions = c->regions};
  struct analysis_report report = {0};
  struct online online;
  char *more = NULL;
  if (analysis_events(&s, &more, err)) return err->code;
  char *events = mem_printf("%s%s", o->events ? o->events : "default", more);
  o->events = events;
  online_init(&online, &s, &report);
  o->watcher = &online.watcher;
  int rc = record_run(o, status, err);
  if (!rc && !c->quiet) report_warnings(&report, o->output);
  online_release(&online);
  analysis_report_release(&report);
  free(events);
  free(more);
  return rc;
}

/* --like: records the run of a counterexample's schedule. The main class and its arguments are
 * those of the counterexample. */
static int record_like(const struct cli *c) {
  static const char end[] = ".htrace";
  struct error err = {0};
  size_t n = strlen(c->like);
  char *path, *output;
  int r;
  if (c->argc || c->events || c->analyze || c->noise || c->include || c->exclude) {
    error_set(&err, ERR_USAGE, "--like takes the program from the counterexample, and only -o");
    return cli_fail(&err);
  }
  if (n > strlen(end) && !strcmp(c->like + n - strlen(end), end)) n -= strlen(end);
  path = mem_printf("%.*s.java%s", (int)n, c->like, end);
  output = c->output ? mem_strdup(c->output) : path;
  cli_signals();
  r = whole_file_possible(output, &err) ? -1 : confirm_trace_record(c, c->like, output, &err);
  if (!err.code && !c->quiet) record_report(output);
  if (output != path) free(output);
  free(path);
  return err.code ? cli_fail(&err) : r;
}

int cmd_record(int argc, char **argv) {
  struct cli c;
  struct error err = {0};
  struct record_options o = {0};
  char *path = NULL;
  int status = 0,
      r = cli_parse(&c, argc, argv, CLI_RECORD, "[OPTION...] MAIN [ARG...] | --like FILE.htrace");
  if (r != CLI_GO_ON) return r;
  if (c.like) return record_like(&c);
  o.main_class = cli_operand(&c, "the main class");
  if (!o.main_class) return EXIT_USAGE;
  path = mem_printf("%s.htrace", o.main_class);
  o.java_home = c.engine.java_home;
  o.class_path = c.engine.class_path;
  o.args = (const char *const *)c.argv;
  o.argc = (size_t)c.argc;
  o.output = c.output ? c.output : path;
  o.events = c.events;
  o.include = c.include;
  o.exclude = c.exclude;
  o.noise = c.noise;
  r = c.analyze ? record_watched(&o, &c, &status, &err) : record_run(&o, &status, &err);
  if (!r && !c.quiet) record_report(o.output);
  free(path);
  return r ? cli_fail(&err) : status;
}
