/* Removes the option whose assumption does not hold. */
#include "tui/cli/remedy.h"

static bool without_plan(const struct remedy_case *c, struct remedy_plan *out) {
  const char *option = c->cause == CAUSE_ATOMIC     ? c->cli->contracts ? "--contracts" : "--atomic"
                       : c->cause == CAUSE_SYMMETRY ? "--thread-symmetry"
                                                    : "--no-match-h";
  remedy_change(out, option, NULL);
  return true;
}

const struct remedy remedy_without = {
    "without", "",
    REMEDY_FOR(CAUSE_ATOMIC) | REMEDY_FOR(CAUSE_SYMMETRY) | REMEDY_FOR(CAUSE_MATCHING),
    without_plan};
