/* The reduction that switches threads only at synchronisation. It is exact as long as races are
 * looked for (soundness rule 12, sync needs races). */
#include "tui/cli/remedy.h"

static bool por_sync_plan(const struct remedy_case *c, struct remedy_plan *out) {
  if (c->cli->engine.por != POR_FULL || engine_bad_reduction(POR_SYNC, c->cli->engine.properties))
    return false;
  remedy_change(out, "--por", "sync");
  return true;
}

const struct remedy remedy_por_sync = {"por-sync", "", REMEDY_LARGE | REMEDY_FOR(CAUSE_CLOCK),
                                       por_sync_plan};
