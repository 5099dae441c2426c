/* Finds out how far the session's current path follows the recorded trace. */
#include "tui/terminal/debug.h"

void debug_follow_place(struct debug *d) {
  node_id n = engine_here(d->engine);
  struct node_info info;
  uint64_t at;
  d->follow_off = false;
  if (!d->follow || !d->follow_ops->position) return;
  while ((at = d->follow_ops->position(d->follow, n)) == UINT64_MAX) {
    if (engine_node(d->engine, n, &info) || info.parent == NODE_NONE) return;
    d->follow_off = true;
    n = info.parent;
  }
  d->follow_at = at;
}
