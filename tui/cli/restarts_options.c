/* The options of heddle env for restarts. See restarts.h. */
#include <string.h>

#include "tui/cli/auto.h"
#include "tui/cli/misplaced.h"
#include "tui/cli/restarts.h"
#include "tui/cli/slurm_options.h"

/* Limits in transitions give the same runs on every machine. For measurements see
 * tests/bench/README.md. */
#define UNIT_DEFAULT "10000t"

/* Returns a given option that applies to one environment only. */
static const char *of_one(const struct cli *c) {
  static const char *const options[] = {"--checkpoint", "--resume",    "--estimate", "--outcomes",
                                        "--all-errors", "--junit-xml", "--sarif",    "--coverage"};
  for (size_t i = 0; i < COUNT(options); i++)
    if (cli_given(c, options[i])) return options[i];
  return NULL;
}

static bool draws(const struct cli *c) {
  return !strcmp(c->env.kind, "random") || !strcmp(c->env.kind, "universal");
}

static int read_strategy(struct restarts_of *all, struct error *err) {
  const struct cli *c = all->cli;
  uint32_t i = 0;
  bool searches = auto_chosen(c); /* given explicitly, because heddle env has no default search */
  if (!c->env.restart) {
    all->kind = all->random && !of_one(c) && !searches ? RESTART_LUBY : RESTART_NONE;
    return 0;
  }
  while (restart_name(i) && strcmp(restart_name(i), c->env.restart) != 0) i++;
  if (!restart_name(i))
    return error_set(err, ERR_USAGE,
                     "bad value '%s' for --restart (there are none, fixed, luby, walsh, dynamic)",
                     c->env.restart);
  all->kind = (enum restart_kind)i;
  if (all->kind == RESTART_NONE) return 0;
  if (!draws(c))
    return error_set(
        err, ERR_USAGE,
        "--restart works only with --env random and universal: %s draws nothing at random",
        c->env.kind);
  if (of_one(c)) return error_set(err, ERR_USAGE, "%s works only with --restart none", of_one(c));
  if (searches) return error_set(err, ERR_USAGE, "--search auto works only with --restart none");
  return 0;
}

static int read_order(struct restarts_of *all, struct error *err) {
  const char *order = all->cli->env.order;
  if (order && strcmp(order, "fields") != 0 && strcmp(order, "drawn") != 0)
    return error_set(err, ERR_USAGE, "bad value '%s' for --order (there are fields, drawn)", order);
  if (order && !all->random)
    return error_set(err, ERR_USAGE, "--order works only with --env random");
  all->fields = all->random && (!order || !strcmp(order, "fields"));
  return 0;
}

int restarts_options(struct restarts_of *all, struct error *err) {
  static const char *const own[] = {"--unit", "--runs", "--order", "--on", "--task"};
  const struct cli *c = all->cli;
  all->random = !strcmp(c->env.kind, "random");
  if (slurm_options(c, err) || read_strategy(all, err)) return err->code;
  for (size_t i = 0; i < COUNT(own) && all->kind == RESTART_NONE; i++)
    if (cli_given(c, own[i]))
      return error_set(err, ERR_USAGE, "%s needs --restart other than none", own[i]);
  if (!restart_unit(c->env.unit ? c->env.unit : UNIT_DEFAULT, &all->unit_seconds,
                    &all->unit_transitions))
    return error_set(err, ERR_USAGE,
                     "bad value '%s' for --unit: expected a time as 10s, or transitions as 50000t",
                     c->env.unit);
  if (all->kind != RESTART_NONE && misplaced_in_search(c, err)) return err->code;
  return read_order(all, err);
}
