/* The command compare: chooses the two runs that the view Compare shows, or moves to the next or
 * previous difference. */
#include <stdlib.h>
#include <string.h>

#include "trace/counterexample.h"
#include "tui/commands/commands.h"
#include "tui/terminal/alternatives.h"
#include "tui/views/compare/view_compare.h"

static bool is_bad(struct debug *d, node_id n) {
  struct node_info info;
  return !engine_node(d->engine, n, &info) && info.flags & NODE_ERROR;
}

static int compare_nearest(struct debug *d) {
  node_id bad = view_compare_path(d);
  struct error err = {0};
  if (!is_bad(d, bad))
    return command_usage(d,
                         "no error here to find a run beside; compare check N, node N or a FILE");
  if (nearest_start(d, bad, &err)) return debug_fail(d, &err);
  view_compare_nearest(d, bad);
  return 0;
}

static int compare_check(struct debug *d, const char *word) {
  struct check_info k;
  uint64_t id = 0;
  node_id n;
  char *title;
  if (!command_number(word + (*word == 'c'), UINT32_MAX, &id) || !id ||
      engine_check(d->engine, (uint32_t)id - 1, &k))
    return command_usage(d, "there is no check '%s'", word);
  n = k.error_node;
  engine_check_release(&k);
  if (n == NODE_NONE) return command_usage(d, "check %s has no run to show", word);
  title = mem_printf("check %llu (node %u)", (unsigned long long)id, n);
  view_compare_nodes(d, engine_here(d->engine), "the path to here", n, title);
  free(title);
  return 0;
}

static int compare_node(struct debug *d, const char *word) {
  node_id n;
  char *title;
  if (!command_node(d, word, &n)) return ERR_USAGE;
  title = mem_printf("the path to node %u", n);
  view_compare_nodes(d, engine_here(d->engine), "the path to here", n, title);
  free(title);
  return 0;
}

static int compare_file(struct debug *d, const char *path) {
  const char *slash = strrchr(path, '/');
  struct trace_reader *r;
  struct error err = {0};
  if (trace_reader_open(path, &r, &err)) return debug_fail(d, &err);
  view_compare_trace(d, r, true, slash ? slash + 1 : path, view_compare_path(d));
  return 0;
}

static int compare_move(struct debug *d, bool back) {
  if (view_compare_next(d, back)) return debug_stale(d), 0;
  return debug_fail_text(d, ERR_NOTFOUND, "no difference %s", back ? "before it" : "behind it");
}

/* Returns true for a recorded run, and false for a counterexample, which is the path itself. */
static bool is_recorded(const struct trace_reader *r) { return r && !counterexample_is(r); }

static int compare_what(struct debug *d, const struct args *a) {
  const char *how = a->argc ? a->argv[0] : "";
  node_id path;
  if (!strcmp(how, "nearest")) return compare_nearest(d);
  if (a->argc == 2 && !strcmp(how, "check")) return compare_check(d, a->argv[1]);
  if (a->argc == 2 && !strcmp(how, "node")) return compare_node(d, a->argv[1]);
  if (a->argc > 1 && (!strcmp(how, "check") || !strcmp(how, "node")))
    return command_usage(d, "compare FILE, check N, node N or nearest");
  if (a->argc) return compare_file(d, a->rest);
  path = view_compare_path(d);
  if (!is_bad(d, path) && view_compare_has_runs(d)) return 0; /* shows the chosen runs again */
  if (!is_recorded(d->trace) || !is_bad(d, path)) return compare_nearest(d);
  view_compare_trace(d, d->trace, false, "the recorded run", path);
  return 0;
}

int do_compare(struct debug *d, const struct args *a) {
  int r;
  if (a->argc && !strcmp(a->argv[0], "next")) return compare_move(d, false);
  if (a->argc && !strcmp(a->argv[0], "previous")) return compare_move(d, true);
  r = compare_what(d, a);
  if (r) return r;
  d->view = VIEW_compare;
  d->print = true;
  return 0;
}
