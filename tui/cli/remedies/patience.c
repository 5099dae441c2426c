/* Lets timed waits end only when nothing else can run: those at least as long as the wait that
 * ended early or, if a path waits too often, as long as 1 ms. */
#include "tui/cli/remedy.h"

#include <stdio.h>

enum { NS_PER_US = 1000, NS_PER_MS = 1000000 };

static bool patience_plan(const struct remedy_case *c, struct remedy_plan *out) {
  uint64_t us = (c->cause == CAUSE_CLOCK ? NS_PER_MS : c->early) / NS_PER_US,
           now = c->cli->engine.patience;
  if (!us || (now && us * NS_PER_US >= now)) return false;
  if (us % 1000)
    snprintf(out->value, sizeof out->value, "%lluus", (unsigned long long)us);
  else
    snprintf(out->value, sizeof out->value, "%llums", (unsigned long long)us / 1000);
  remedy_change(out, "--patience", out->value);
  return true;
}

const struct remedy remedy_patience = {"patience", "as long as no timed wait ends before its time",
                                       REMEDY_FOR(CAUSE_NONE) | REMEDY_FOR(CAUSE_CLOCK),
                                       patience_plan};
