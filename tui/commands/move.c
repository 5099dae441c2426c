/* The commands that move in the tree: step, back, forward, take, go, undo, redo. */
#include <stdlib.h>
#include <string.h>

#include "engine/base/check.h"
#include "tui/commands/commands.h"

int do_step(struct debug *d, const struct args *a) {
  uint64_t n, i;
  if (!command_count(d, a, 0, 1, &n)) return ERR_USAGE;
  for (i = 0; i < n && !(d->stop && *d->stop); i++) {
    int r;
    debug_choices(d);
    if (!d->choices.len) return debug_fail_text(d, ERR_NOTFOUND, "%s", debug_no_choice(d));
    r = debug_take_selected(d);
    if (r) return r;
    if (breaks_hit(d) || debug_here(d).flags & (NODE_ERROR | NODE_ENDED | NODE_FAILED)) break;
  }
  return 0;
}

/* Goes N steps along the path with `one`, and stops early at a breakpoint. Logs only the last
 * node. */
static int move_walk(struct debug *d, const struct args *a,
                     int (*one)(struct engine *, struct error *), const char *none) {
  struct error err = {0};
  node_id before = engine_here(d->engine);
  uint64_t n, i;
  bool hit = false;
  if (!command_count(d, a, 0, 1, &n)) return ERR_USAGE;
  for (i = 0; i < n && !hit; i++) {
    int r = one(d->engine, &err);
    if (r == ERR_NOTFOUND) break;
    if (r) return debug_moved(d, before), debug_fail(d, &err);
    hit = breaks_hit(d);
  }
  if (!i && n) return debug_fail_text(d, ERR_NOTFOUND, "%s", none);
  debug_moved(d, before);
  debug_report_node(d, engine_here(d->engine));
  return 0;
}

int do_back(struct debug *d, const struct args *a) {
  return move_walk(d, a, engine_back, "this is the first state");
}

int do_forward(struct debug *d, const struct args *a) {
  return move_walk(d, a, engine_forward, "no step was taken from here yet");
}

int do_take(struct debug *d, const struct args *a) {
  struct error err = {0};
  uint64_t thread;
  size_t i;
  if (a->argc != 1) return command_usage(d, "take CHOICE: its number, or T and the thread's");
  if (command_choice(d, a->argv[0], &i)) return debug_take(d, i, &err) ? debug_fail(d, &err) : 0;
  if (*a->argv[0] == 'T' && command_number(a->argv[0] + 1, UINT32_MAX, &thread) &&
      thread < engine_thread_count(d->engine))
    return debug_cannot_run(d, (uint32_t)thread);
  return command_usage(d, "no choice '%s' is enabled here", a->argv[0]);
}

int do_go(struct debug *d, const struct args *a) {
  struct error err = {0};
  node_id n;
  if (a->argc != 1) return command_usage(d, "go NODE");
  if (!command_node(d, a->argv[0], &n)) return ERR_USAGE;
  return debug_go(d, n, &err) ? debug_fail(d, &err) : 0;
}

int do_undo(struct debug *d, const struct args *a) {
  struct error err = {0};
  node_id here = engine_here(d->engine), to;
  size_t undo = d->undo.len, redo = d->redo.len;
  (void)a;
  if (!undo) return debug_fail_text(d, ERR_NOTFOUND, "nothing to undo");
  to = d->undo.data[undo - 1];
  if (debug_go(d, to, &err)) return debug_fail(d, &err);
  CHECK(d->undo.len >= undo, "a move only adds to what can be undone: %zu, %zu", undo, d->undo.len);
  d->undo.len = undo - 1;
  d->redo.len = redo;
  *vec_push(&d->redo) = here;
  return 0;
}

int do_redo(struct debug *d, const struct args *a) {
  struct error err = {0};
  node_id to;
  size_t redo = d->redo.len;
  (void)a;
  if (!redo) return debug_fail_text(d, ERR_NOTFOUND, "nothing to redo");
  to = d->redo.data[redo - 1];
  if (debug_go(d, to, &err)) return debug_fail(d, &err);
  d->redo.len = redo - 1;
  return 0;
}
