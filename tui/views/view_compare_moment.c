/* Finds the session's position in the view Compare: the row of its last event on one of the two
 * paths. */
#include "tui/views/view_compare_int.h"

static bool is_on_run(struct debug *d, const struct compare_run *r, node_id here) {
  struct node_info n;
  node_id at = r->end;
  while (at != NODE_NONE && at != here && !engine_node(d->engine, at, &n)) at = n.parent;
  return at == here && at != NODE_NONE;
}

static uint32_t depth_of(struct debug *d, node_id n) {
  struct node_info info;
  return engine_node(d->engine, n, &info) ? 0 : info.depth;
}

/* Returns the row of the last event up to `depth`. A step without events thus belongs to the event
 * before it. SIZE_MAX: no row has the event. */
static size_t row_at(struct debug *d, const struct compare_data *v, int side, uint32_t depth) {
  const struct compare_run *r = &v->run[side];
  const struct compare_side *s = &v->c.side[side];
  uint32_t i, found = LANE_NONE;
  for (i = 0; i < s->shown.len; i++) {
    const struct lane_event *e = compare_event(&v->c, side, i);
    if (depth_of(d, r->source.steps.data[e->source].node) <= depth) found = i;
  }
  return found == LANE_NONE ? 0 : compare_row_of(&v->c, side, found);
}

void compare_put_cursor(struct debug *d, struct compare_data *v) {
  node_id here = engine_here(d->engine);
  int i;
  for (i = 0; i < SIDES; i++) {
    int side = i ? !v->at : v->at;
    size_t row;
    if (v->run[side].end == NODE_NONE || !is_on_run(d, &v->run[side], here)) continue;
    row = row_at(d, v, side, depth_of(d, here));
    if (row == SIZE_MAX) continue;
    v->at = side;
    v->cursor = row;
    return;
  }
}
