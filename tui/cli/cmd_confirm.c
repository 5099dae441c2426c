/* heddle confirm: makes the real JVM follow the schedule of a counterexample. */
#include "engine/base/mem.h"
#include "tui/cli/confirm_trace.h"

/* Options of forced runs; under stress there are none. */
static int misplaced_beside_stress(const struct cli *c, struct error *err) {
  static const char *const forced[] = {"--runs", "--plain", "--emit"};
  if (!cli_given(c, "--stress")) return 0;
  if (!c->stress) return error_set(err, ERR_USAGE, "--stress: at least one run");
  for (size_t i = 0; i < COUNT(forced); i++)
    if (cli_given(c, forced[i]))
      return error_set(err, ERR_USAGE,
                       "--stress forces no schedule, so it cannot be combined with %s", forced[i]);
  return 0;
}

int cmd_confirm(int argc, char **argv) {
  struct confirm_wish wish = {.runs = CONFIRM_RUNS};
  struct error err = {0};
  struct cli c;
  const char *path;
  int r = cli_parse(&c, argc, argv, CLI_CONFIRM | CLI_PERMUTE, "[OPTION...] FILE.htrace");
  if (r != CLI_GO_ON) return r;
  path = cli_operand(&c, "the counterexample");
  if (!path) return EXIT_USAGE;
  if (misplaced_beside_stress(&c, &err)) return cli_fail(&err);
  if (cli_given(&c, "--runs")) wish.runs = c.env.runs;
  wish.plain = c.plain;
  wish.stress = c.stress;
  wish.emit = c.env.emit;
  cli_signals();
  r = confirm_trace(&c, path, &wish, &err);
  return r < 0 ? cli_fail(&err) : r;
}
