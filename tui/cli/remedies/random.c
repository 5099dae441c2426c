/* Random walks, which find frequent errors. */
#include "tui/cli/remedy.h"

#include <string.h>

static bool random_plan(const struct remedy_case *c, struct remedy_plan *out) {
  if (!strcmp(c->cli->search.search, "random")) return false;
  remedy_change(out, "--search", "random");
  return true;
}

const struct remedy remedy_random = {"random", "", REMEDY_LARGE | REMEDY_FOR(CAUSE_CLOCK),
                                     random_plan};
