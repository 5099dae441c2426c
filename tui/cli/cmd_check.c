/* heddle check: searches a program, or each test of test classes, for an error. */
#include "tui/cli/check.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

#include "engine/base/mem.h"

#include "tui/cli/auto/auto.h"
#include "tui/cli/checkpoint_file.h"
#include "tui/cli/confirm_trace.h"
#include "tui/cli/extent.h"
#include "tui/cli/misplaced.h"
#include "tui/cli/remedy.h"
#include "tui/cli/warnings.h"

static int search_main(struct check *k) {
  struct error err = {0};
  int r;
  k->cli.engine.main_class = cli_operand(&k->cli, "the main class");
  if (!k->cli.engine.main_class) return EXIT_USAGE;
  k->cli.engine.argc = k->cli.argc;
  k->cli.engine.argv = k->cli.argv;
  cli_signals();
  if (auto_chosen(&k->cli)) {
    r = auto_check(k);
    check_release(k);
    return r;
  }
  if (k->cli.estimate) extent_limit(&k->cli);
  if (!k->cli.json && !extent_asked(k)) k->certified = check_print_headline;
  if (check_search(k, &err)) {
    r = cli_fail(&err);
  } else {
    double seconds = k->cli.estimate ? 0 : remedies_seconds(k, false);
    r = check_exit_code(k); /* later interrupts must not change it */
    if (k->cli.json) {
      remedies_try(k, seconds, false);
      check_dump_json(check_json(k));
    } else if (extent_asked(k)) {
      extent_print(k);
    } else {
      check_print(k, seconds);
    }
  }
  check_release(k);
  return r;
}

/* Searches in a child process, because the search confines its process, which then cannot start a
 * JVM. Returns the exit status. */
static int search_apart(struct check *k) {
  int status = 0;
  pid_t child;
  fflush(NULL);
  child = fork();
  if (!child) exit(search_main(k));
  cli_signals();
  while (child > 0 && waitpid(child, &status, 0) < 0 && errno == EINTR) continue;
  if (child < 0) return EXIT_INTERNAL;
  return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

/* With --confirm, confirms the error that was found in the real JVM. The exit status is that of the
 * search. */
static int check_main(struct check *k) {
  struct confirm_wish wish = {.runs = CONFIRM_RUNS};
  const struct cli c = k->cli;
  struct error err = {0};
  char *own = NULL;
  int r;
  if (c.confirm && c.json)
    return cli_fail(
        &(struct error){ERR_USAGE, "--confirm prints text and cannot be combined with --json"});
  if (c.confirm && !c.output && c.argc) own = mem_printf("%s.htrace", c.argv[0]);
  if (own) k->cli.output = own;
  r = c.confirm ? search_apart(k) : search_main(k);
  if (c.confirm && r == EXIT_ERROR_FOUND) {
    if (confirm_trace(&c, own ? own : c.output, &wish, &err) < 0)
      printf("not confirmed: %s\n", err.msg);
  }
  free(own);
  return r;
}

int check_command(int argc, char **argv, const struct cli *said) {
  struct check k = {0};
  struct error err = {0};
  int r = cli_parse(&k.cli, argc, argv,
                    CLI_PROGRAM | CLI_SEARCH | CLI_OUTPUT | CLI_CHECK | CLI_CONFIRMS |
                        CLI_COVERAGE | CLI_JUNIT | CLI_REPORTS | CLI_TRY | CLI_WARNINGS,
                    "[OPTION...] MAIN [ARG...]");
  if (r != CLI_GO_ON) return r;
  if (said) {
    k.cli.said_argc = said->all_argc;
    k.cli.said_argv = said->all_argv;
  }
  if (warnings_usage(&k.cli, &err) || auto_default(&k.cli, &err) || misplaced(&k.cli, &err) ||
      checkpoint_usage(&k.cli, &err))
    return cli_fail(&err);
  if (k.cli.warnings) return check_warnings(&k);
  return k.cli.junit || k.cli.junit_xml || k.cli.sarif ? check_tests(&k) : check_main(&k);
}

int cmd_check(int argc, char **argv) { return check_command(argc, argv, NULL); }
