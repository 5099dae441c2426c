/* The JDK's concurrent classes as single steps. */
#include "tui/cli/remedy.h"

static bool atomic_plan(const struct remedy_case *c, struct remedy_plan *out) {
  if (c->cli->engine.atomic) return false;
  remedy_change(out, "--atomic", "default");
  return true;
}

const struct remedy remedy_atomic = {"atomic",
                                     "taking the JDK's concurrent classes as linearizable",
                                     REMEDY_LARGE | REMEDY_FOR(CAUSE_CLOCK), atomic_plan};
