/* heddle confirm: makes the real JVM follow the schedule of a counterexample. */
#include "tui/cli/confirm_trace.h"

int cmd_confirm(int argc, char **argv) {
  struct confirm_wish wish = {.runs = CONFIRM_RUNS};
  struct error err = {0};
  struct cli c;
  const char *path;
  int r = cli_parse(&c, argc, argv, CLI_CONFIRM | CLI_PERMUTE, "[OPTION...] FILE.htrace");
  if (r != CLI_GO_ON) return r;
  path = cli_operand(&c, "the counterexample");
  if (!path) return EXIT_USAGE;
  if (cli_given(&c, "--runs")) wish.runs = c.env.runs;
  wish.plain = c.plain;
  wish.emit = c.env.emit;
  cli_signals();
  r = confirm_trace(&c, path, &wish, &err);
  return r < 0 ? cli_fail(&err) : r;
}
