/* Explores one execution of each equivalence class. */
#include "tui/cli/remedy.h"

#include <string.h>

static bool dpor_plan(const struct remedy_case *c, struct remedy_plan *out) {
  const struct search_options *o = &c->cli->search;
  if (!strcmp(o->search, "dpor") || o->thread_symmetry || o->sleep_sets) return false;
  remedy_change(out, "--search", "dpor");
  return true;
}

const struct remedy remedy_dpor = {"dpor", "without looking for hangs", REMEDY_LARGE, dpor_plan};
