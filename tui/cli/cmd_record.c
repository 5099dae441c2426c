/* heddle record: runs a program in the real JVM under the recorder. The program's exit status is
 * passed through. */
#include <stdio.h>
#include <stdlib.h>

#include "engine/base/mem.h"
#include "trace/reader.h"
#include "trace/record.h"
#include "tui/cli/cli.h"

/* One line on what was recorded. */
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

int cmd_record(int argc, char **argv) {
  struct cli c;
  struct error err = {0};
  struct record_options o = {0};
  char *path = NULL;
  int status = 0, r = cli_parse(&c, argc, argv, CLI_RECORD, "[OPTION...] MAIN [ARG...]");
  if (r != CLI_GO_ON) return r;
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
  r = record_run(&o, &status, &err);
  if (!r && !c.quiet) record_report(o.output);
  free(path);
  return r ? cli_fail(&err) : status;
}
