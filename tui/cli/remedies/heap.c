/* Sets the largest heap, so that its bound is far away. */
#include "tui/cli/remedy.h"

#include <stdio.h>

enum { MOST_MB = 256, MEGABYTE = 1 << 20 };

static bool heap_plan(const struct remedy_case *c, struct remedy_plan *out) {
  uint64_t heap = c->cli->engine.heap_bytes;
  if (!heap || heap >= (uint64_t)MOST_MB * MEGABYTE) return false;
  snprintf(out->value, sizeof out->value, "%d", MOST_MB);
  remedy_change(out, "--heap", out->value);
  return true;
}

const struct remedy remedy_heap = {"heap", "", REMEDY_FOR(CAUSE_HEAP), heap_plan};
