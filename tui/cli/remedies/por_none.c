/* Searches without reduction and its assumptions. */
#include "tui/cli/remedy.h"

static bool por_none_plan(const struct remedy_case *c, struct remedy_plan *out) {
  if (c->cli->engine.por == POR_NONE) return false;
  remedy_change(out, "--por", "none");
  return true;
}

const struct remedy remedy_por_none = {"por-none", "", REMEDY_FOR(CAUSE_REDUCTION), por_none_plan};
