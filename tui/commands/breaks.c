/* The commands on breakpoints: break, unbreak. */
#include <stdlib.h>
#include <string.h>

#include "engine/base/check.h"
#include "tui/commands/commands.h"
#include "tui/commands/last_bit.h"
#include "tui/views/view_debug.h"

static int list_breaks(struct debug *d) {
  size_t i;
  if (!d->breaks.v.len) debug_log(d, LOG_INFO, "no breakpoints");
  for (i = 0; i < d->breaks.v.len; i++) {
    const struct break_point *b = &d->breaks.v.data[i];
    debug_log(d, LOG_INFO, "b%u %s, hit %llu time%s", b->id, b->text, (unsigned long long)b->hits,
              PLURAL(b->hits));
  }
  return 0;
}

/* Returns what the row under the cursor is about, else the line under the source pane's cursor.
 * Lines of the library cannot have breakpoints. NULL: there is neither. Caller frees. */
static char *break_at_cursor(struct debug *d) {
  char *s = view_subject(d);
  if (s || d->view != VIEW_debug || view_debug_in_library(d)) return s;
  return view_debug_cursor_location(d);
}

int do_break(struct debug *d, const struct args *a) {
  struct error err = {0};
  bool cursor = a->argc == 1 && !strcmp(a->argv[0], "cursor");
  char *what;
  uint32_t id;
  int r;
  if (!a->argc) return list_breaks(d);
  what = cursor                 ? break_at_cursor(d)
         : command_names_bit(a) ? command_bit_text(d, a)
                                : mem_strdup(a->rest);
  if (!what) return command_usage(d, "nothing under the cursor to stop at (:break Class.field)");
  r = breaks_add(d, what, &id, &err);
  free(what);
  if (r) return debug_fail(d, &err);
  CHECK(d->breaks.v.len && d->breaks.v.data[d->breaks.v.len - 1].id == id,
        "a breakpoint that is added is the last one: b%u", id);
  debug_log(d, LOG_GOOD, "b%u %s: step N, back N, forward, follow and searches stop there", id,
            d->breaks.v.data[d->breaks.v.len - 1].text);
  debug_stale(d);
  return 0;
}

int do_unbreak(struct debug *d, const struct args *a) {
  uint64_t id = 0;
  debug_stale(d);
  if (a->argc == 1 && !strcmp(a->argv[0], "all")) {
    while (d->breaks.v.len) breaks_remove(d, d->breaks.v.data[0].id);
    debug_log(d, LOG_INFO, "no breakpoints");
    return 0;
  }
  if (a->argc != 1 || !command_number(a->argv[0] + (*a->argv[0] == 'b'), UINT32_MAX, &id) ||
      !breaks_remove(d, (uint32_t)id))
    return command_usage(d, "unbreak N: the number of a breakpoint, or all");
  debug_log(d, LOG_GOOD, "b%llu is gone", (unsigned long long)id);
  return 0;
}
