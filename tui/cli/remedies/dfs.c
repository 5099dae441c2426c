/* Changes to a search that can be complete. */
#include "tui/cli/remedy.h"

#include <string.h>

static bool dfs_plan(const struct remedy_case *c, struct remedy_plan *out) {
  if (!strcmp(c->cli->search.search, "dfs")) return false;
  remedy_change(out, "--search", "dfs");
  return true;
}

const struct remedy remedy_dfs = {"dfs", "", REMEDY_FOR(CAUSE_WALKS) | REMEDY_FOR(CAUSE_STRATEGY),
                                  dfs_plan};
