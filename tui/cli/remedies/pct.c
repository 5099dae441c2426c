/* Random priorities, which find errors that need few switches at the right places. */
#include "tui/cli/remedy.h"

#include <string.h>

static bool pct_plan(const struct remedy_case *c, struct remedy_plan *out) {
  if (!strcmp(c->cli->search.search, "pct")) return false;
  remedy_change(out, "--search", "pct");
  return true;
}

const struct remedy remedy_pct = {"pct", "", REMEDY_LARGE | REMEDY_FOR(CAUSE_CLOCK), pct_plan};
