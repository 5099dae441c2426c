/* Explores all schedules with few preemptions. */
#include "tui/cli/remedy.h"

#include <string.h>

static bool preemptions_plan(const struct remedy_case *c, struct remedy_plan *out) {
  if (!strcmp(c->cli->search.search, "context-bounded") || c->cli->search.thread_symmetry ||
      c->cli->search.sleep_sets)
    return false;
  remedy_change(out, "--search", "context-bounded");
  remedy_change(out, "--preemptions", "1");
  return true;
}

const struct remedy remedy_preemptions = {"preemptions", "", REMEDY_LARGE, preemptions_plan};
