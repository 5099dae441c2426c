/* The command lanes: shows the view Lanes and moves in it. */
#include <string.h>

#include "tui/commands/commands.h"
#include "tui/views/lanes/view_lanes.h"

static int lanes_move(struct debug *d, bool (*move)(struct debug *, bool), bool back,
                      const char *what) {
  if (move(d, back)) return 0;
  return debug_fail_text(d, ERR_NOTFOUND, "no %s %s", what, back ? "before it" : "behind it");
}

static int fold(struct debug *d) {
  size_t n = view_lanes_fold(d);
  if (!view_lanes_folded(d)) return debug_log(d, LOG_INFO, "loops are shown whole"), 0;
  debug_log(d, LOG_INFO,
            n ? "%zu loop%s folded: the first and the last time are shown" : "no loop to fold", n,
            PLURAL(n));
  return 0;
}

int do_lanes(struct debug *d, const struct args *a) {
  const char *how = a->argc ? a->argv[0] : "";
  bool back = a->argc > 1 && !strcmp(a->argv[1], "back");
  uint64_t n;
  d->view = VIEW_lanes;
  debug_stale(d);
  if (!a->argc) return d->print = true, 0;
  if (!strcmp(how, "in")) return view_lanes_zoom(d, 1), 0;
  if (!strcmp(how, "out")) return view_lanes_zoom(d, -1), 0;
  if (!strcmp(how, "fold")) return fold(d);
  if (!strcmp(how, "first")) return view_lanes_show(d, 0), 0;
  if (!strcmp(how, "last")) return view_lanes_show(d, UINT64_MAX), 0;
  if (!strcmp(how, "switch")) return lanes_move(d, view_lanes_switch, back, "switch of threads");
  if (!strcmp(how, "change")) return lanes_move(d, view_lanes_change, back, "change of h");
  if (!command_number(how, UINT32_MAX, &n))
    return command_usage(d, "lanes N, first, last, in, out, fold, switch [back] or change [back]");
  view_lanes_show(d, n);
  return 0;
}
