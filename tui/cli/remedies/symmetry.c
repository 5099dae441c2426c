/* Matches states up to permutations of threads. */
#include "tui/cli/remedy.h"

#include <string.h>

static bool symmetry_plan(const struct remedy_case *c, struct remedy_plan *out) {
  const struct search_options *o = &c->cli->search;
  if (o->thread_symmetry || o->sleep_sets || strcmp(o->search, "dfs") != 0) return false;
  remedy_change(out, "--thread-symmetry", "");
  return true;
}

const struct remedy remedy_symmetry = {"symmetry", "", REMEDY_LARGE, symmetry_plan};
