/* The command trace: shows the view Trace and moves in it. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "engine/base/check.h"
#include "tui/commands/commands.h"
#include "tui/views/lanes/view_lanes.h"
#include "tui/views/view_trace.h"

static void trace_arrive(struct debug *d, uint64_t n, const char *what) {
  char *warning = view_trace_warning(d, n);
  CHECK(d->trace && n < trace_reader_count(d->trace),
        "an event that is shown is in the trace: #%llu", (unsigned long long)n);
  view_trace_show(d, n);
  view_lanes_show(d, n);
  debug_log(d, LOG_GOOD, "%s #%" PRIu64 "%s%s", what, n, warning ? ": " : "",
            warning ? warning : "");
  free(warning);
}

static int none_suspicious(struct debug *d, uint64_t from, bool back) {
  if (view_trace_suspicious(d, 0, NULL) == UINT64_MAX)
    return debug_fail_text(d, ERR_NOTFOUND,
                           "no event of the trace is suspicious; B checks from here all the same");
  return debug_fail_text(d, ERR_NOTFOUND, "no suspicious event %s #%" PRIu64,
                         back ? "before" : "after", from);
}

static int to_suspicious(struct debug *d, uint64_t from, bool back) {
  uint64_t n =
      back ? view_trace_suspicious_before(d, from) : view_trace_suspicious(d, from + 1, NULL);
  if (n == UINT64_MAX) return none_suspicious(d, from, back);
  trace_arrive(d, n, "suspicious:");
  return 0;
}

static int to_partner(struct debug *d, uint64_t from) {
  uint64_t n = view_trace_conflict(d, from);
  if (n == UINT64_MAX)
    return debug_fail_text(d, ERR_NOTFOUND, "no event near #%" PRIu64 " conflicts with it", from);
  trace_arrive(d, n, "in conflict:");
  return 0;
}

int do_view_trace(struct debug *d, const struct args *a) {
  const char *how = a->argc ? a->argv[0] : "";
  uint64_t from;
  d->view = VIEW_trace;
  if (!a->argc) return d->print = true, 0;
  debug_stale(d);
  if (!view_trace_cursor(d, &from))
    return command_usage(d, "no recorded trace (heddle debug --trace FILE)");
  if (!strcmp(how, "suspicious"))
    return to_suspicious(d, from, a->argc > 1 && !strcmp(a->argv[1], "back"));
  if (!strcmp(how, "partner")) return to_partner(d, from);
  return command_usage(d, "trace suspicious [back], trace partner");
}
