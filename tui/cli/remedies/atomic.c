/* The JDK's concurrent classes as single steps. */
#include "tui/cli/remedy.h"

static bool atomic_plan(const struct remedy_case *c, struct remedy_plan *out) {
  if (c->cli->engine.atomic || c->cli->contracts) return false;
  remedy_change(out, "--contracts", "");
  return true;
}

const struct remedy remedy_atomic = {"atomic",
                                     "over contracts of the JDK",
                                     REMEDY_LARGE | REMEDY_FOR(CAUSE_CLOCK), atomic_plan};
