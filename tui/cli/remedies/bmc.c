/* Bounded model checking: explores everything near the start. */
#include "tui/cli/remedy.h"

#include <string.h>

static bool bmc_plan(const struct remedy_case *c, struct remedy_plan *out) {
  const struct search_options *o = &c->cli->search;
  if (o->depth || o->sleep_sets) return false;
  remedy_change(out, "--search", "bmc");
  remedy_change(out, "--depth", "20");
  return true;
}

const struct remedy remedy_bmc = {"bmc", "", REMEDY_LARGE | REMEDY_FOR(CAUSE_CLOCK), bmc_plan};
