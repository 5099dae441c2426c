/* Takes methods of the JDK as one step each if this was shown. */
#include "tui/cli/remedy.h"

static bool contracts_plan(const struct remedy_case *c, struct remedy_plan *out) {
  if (c->cli->engine.atomic || c->cli->contracts) return false;
  remedy_change(out, "--contracts", "");
  return true;
}

const struct remedy remedy_contracts = {"contracts", "with verified JDK methods as one step each",
                                        REMEDY_LARGE | REMEDY_FOR(CAUSE_CLOCK), contracts_plan};
