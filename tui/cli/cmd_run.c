/* heddle run: executes one schedule and behaves like java(1). Returns the program's exit status;
 * 125 for heddle's own failures, 130 after Ctrl-C. */
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "engine/base/mem.h"
#include "engine/run.h"
#include "tui/cli/cli.h"
#include "tui/cli/coverage_report.h"
#include "tui/cli/misplaced.h"

static int failed(const struct engine_run *run) {
  const char *stack;
  const struct error *err = engine_run_failure(run, &stack);
  fprintf(stderr, "heddle: %s\n%s", err->msg, stack);
  return EXIT_RUN_FAILED;
}

static int stopped(struct engine_run *run, const struct cli *c) {
  unsigned long long n = engine_run_instructions(run);
  char *threads;
  if (cli_stop == SIGALRM)
    fprintf(stderr, "heddle: stopped after %g s (--time), %llu bytecode%s\n", c->search.seconds, n,
            PLURAL(n));
  else if (cli_stop)
    fprintf(stderr, "heddle: interrupted after %llu bytecode%s\n", n, PLURAL(n));
  else
    fprintf(stderr, "heddle: stopped after %llu bytecode%s (--max-steps)\n", n, PLURAL(n));
  threads = engine_run_threads(run);
  fputs(threads, stderr);
  free(threads);
  return cli_stop && cli_stop != SIGALRM ? 128 + cli_stop : EXIT_RUN_FAILED;
}

static int stuck(struct engine_run *run) {
  const char *detail, *deadlock = engine_run_deadlock(run, &detail);
  if (deadlock) fprintf(stderr, "heddle: %s\n%s", deadlock, detail);
  return EXIT_RUN_FAILED;
}

static int run_run(struct engine_run *run, const struct cli *c) {
  cli_alarm(c->search.seconds);
  switch (engine_run_go(run, &cli_stop, c->search.max_steps)) {
    case RUN_EXIT: return engine_run_status(run);
    case RUN_FAILED: return failed(run);
    case RUN_STOPPED: return stopped(run, c);
    default: return stuck(run);
  }
}

static int keep_coverage(struct engine_run *run, const struct cli *c, FILE *out,
                         struct error *err) {
  struct coverage found;
  engine_run_coverage(run, &found);
  return coverage_close(&found, c->source_path, c->coverage, out, err);
}

int cmd_run(int argc, char **argv) {
  struct cli c;
  struct engine_options o;
  struct error err = {0};
  FILE *coverage = NULL;
  struct engine_run *run = NULL;
  const char *main_class;
  int r =
      cli_parse(&c, argc, argv, CLI_PROGRAM | CLI_RUN | CLI_COVERAGE, "[OPTION...] MAIN [ARG...]");
  if (r != CLI_GO_ON) return r;
  if (misplaced(&c, &err)) return cli_fail(&err);
  main_class = cli_operand(&c, "the main class");
  if (!main_class) return EXIT_USAGE;
  o = cli_run_options(&c);
  o.cold = true;
  o.coverage = c.coverage != NULL;
  o.stdin_path = c.engine.stdin_path ? c.engine.stdin_path : "-";
  o.out_fd = STDOUT_FILENO;
  o.err_fd = STDERR_FILENO;
  cli_signals();
  if ((c.coverage && coverage_open(c.coverage, &coverage, &err)) ||
      engine_run_open(&o, &run, &err) || engine_run_start(run, main_class, c.argc, c.argv, &err)) {
    engine_run_close(run);
    cli_fail(&err);
    return EXIT_RUN_FAILED;
  }
  r = run_run(run, &c);
  if (coverage && keep_coverage(run, &c, coverage, &err)) r = (cli_fail(&err), EXIT_RUN_FAILED);
  engine_run_close(run);
  return r;
}
