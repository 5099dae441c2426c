/* The view Compare: two runs side by side, aligned by event (compare.h), and sentences about their
 * first difference. A run is a path of the session or a trace.
 * The view keeps its two runs while the session moves, until the user chooses others. */
#include <stdlib.h>
#include <string.h>

#include "tui/terminal/alternatives.h"
#include "tui/views/view_compare.h"
#include "tui/views/view_compare_int.h"
#include "tui/views/view_explain.h"
#include "tui/views/view_lanes.h"
#include "tui/views/views.h"

enum pane { ALIGNED, LANES, FIRST };

static void *compare_open_data(struct debug *d) {
  struct compare_data *v = mem_alloc(sizeof *v);
  (void)d;
  compare_init(&v->c);
  v->nearest_to = NODE_NONE;
  v->at = RIGHT;
  return v;
}

static void compare_clear(struct compare_data *v) {
  compare_release(&v->c);
  compare_init(&v->c);
  for (size_t i = 0; i < v->lines.len; i++) free(v->lines.data[i]);
  v->lines.len = 0;
  v->lane_rows.len = 0;
  v->read = false;
}

static void compare_forget(struct compare_data *v) {
  compare_clear(v);
  for (int i = 0; i < SIDES; i++) {
    trace_reader_close(v->run[i].own);
    free(v->run[i].title);
    vec_free(&v->run[i].source.steps);
    memset(&v->run[i], 0, sizeof v->run[i]);
  }
  v->asked = false;
  v->nearest_to = NODE_NONE;
  v->waits = NULL;
}

static void compare_close_data(void *data) {
  struct compare_data *v = data;
  compare_forget(v);
  compare_release(&v->c);
  vec_free(&v->lines);
  vec_free(&v->lane_rows);
  free(v);
}

/* ---- the two runs ---- */

static void names_of_run(struct debug *d, struct compare_side *s, const struct compare_run *r) {
  for (size_t i = 0; i < s->lanes.tracks.len; i++) {
    char *full = lanes_track_text(&s->lanes, &r->source, (uint32_t)i);
    *vec_push(&s->names) = debug_short(d, full);
    free(full);
  }
}

/* Reads a run. For a path, first goes to its end, where thread names and blocked threads are known,
 * and then returns. */
static void read_run(struct debug *d, struct compare_data *v, int side) {
  struct compare_run *r = &v->run[side];
  struct compare_side *s = &v->c.side[side];
  struct error err = {0};
  node_id here = engine_here(d->engine);
  r->source.engine = d->engine;
  if (r->end == NODE_NONE) {
    lanes_read_trace(&s->lanes, &r->source, d->set.jdk);
  } else if (!engine_go(d->engine, r->end, &err)) {
    lanes_read_path(&s->lanes, &r->source, r->end, d->set.jdk);
    engine_go(d->engine, here, &err);
  }
  view_lanes_short_names(d, &s->lanes);
  names_of_run(d, s, r);
}

/* Replaces thread names that the library made up, such as "T1 Thread-0", by the path's names. */
static void name_as_path(struct lanes *recorded, const struct lanes *path) {
  for (size_t i = 0; i < recorded->lanes.len; i++) {
    struct lane *l = &recorded->lanes.data[i];
    for (size_t k = 0; k < path->lanes.len && strstr(l->name, " Thread-"); k++) {
      if (path->lanes.data[k].number != l->number) continue;
      free(l->name);
      l->name = mem_strdup(path->lanes.data[k].name);
      break;
    }
  }
}

static void unify_names(struct compare_data *v) {
  for (int side = 0; side < SIDES; side++)
    if (v->run[side].end == NODE_NONE && v->run[!side].end != NODE_NONE)
      name_as_path(&v->c.side[side].lanes, &v->c.side[!side].lanes);
}

static size_t row_of_first(const struct compare_data *v) {
  size_t next;
  if (v->c.first[RIGHT] != LANE_NONE) return compare_row_of(&v->c, RIGHT, v->c.first[RIGHT]);
  next = v->c.rows.len && v->c.rows.data[0].sign[LEFT] == SIGN_SAME ? compare_next(&v->c, 0, false)
                                                                    : 0;
  return next == SIZE_MAX ? 0 : next;
}

static void read_runs(struct debug *d, struct compare_data *v) {
  bool mixed = v->run[LEFT].end == NODE_NONE || v->run[RIGHT].end == NODE_NONE;
  compare_clear(v);
  for (int side = 0; side < SIDES; side++) {
    read_run(d, v, side);
    if (mixed) compare_renumber(&v->c.side[side]);
  }
  unify_names(v);
  compare_align(&v->c, mixed);
  v->read = true;
  v->jdk = d->set.jdk;
  v->cursor = row_of_first(v);
  if (engine_here(d->engine) != v->run[LEFT].end && engine_here(d->engine) != v->run[RIGHT].end)
    compare_put_cursor(d, v);
  v->moment = engine_here(d->engine);
  compare_find_lanes(v);
  compare_say(d, v);
}

static void set_run(struct compare_data *v, int side, node_id end, const char *title) {
  v->run[side].end = end;
  v->run[side].title = mem_strdup(title);
}

static void set_path(struct debug *d, struct compare_data *v, node_id end, const char *title) {
  struct node_info n;
  char *own = title ? NULL
              : engine_node(d->engine, end, &n)
                  ? mem_strdup("the path")
                  : mem_printf("the path to step %u (node %u)", n.depth, end);
  set_run(v, RIGHT, end, title ? title : own);
  free(own);
}

static struct compare_data *compare_ask(struct debug *d) {
  struct compare_data *v = compare_data_of(d);
  compare_forget(v);
  v->engine = d->engine;
  v->asked = true;
  debug_stale(d);
  return v;
}

void view_compare_nodes(struct debug *d, node_id left, const char *title, node_id right,
                        const char *right_title) {
  struct compare_data *v = compare_ask(d);
  set_run(v, LEFT, left, title);
  set_path(d, v, right, right_title);
}

void view_compare_trace(struct debug *d, struct trace_reader *r, bool own, const char *title,
                        node_id right) {
  struct compare_data *v = compare_ask(d);
  set_run(v, LEFT, NODE_NONE, title);
  v->run[LEFT].source.trace = r;
  v->run[LEFT].own = own ? r : NULL;
  set_path(d, v, right, NULL);
}

void view_compare_nearest(struct debug *d, node_id bad) {
  struct compare_data *v = compare_ask(d);
  v->nearest_to = bad;
  set_path(d, v, bad, NULL);
}

node_id view_compare_path(struct debug *d) {
  bool is_error;
  node_id n = view_explain_node(d, &is_error);
  return is_error ? n : engine_here(d->engine);
}

/* Shows the nearest run on the left if it has been found; else sets the message about the
 * search. */
static void take_nearest(struct debug *d, struct compare_data *v) {
  struct check_info k;
  v->waits = "no run that ends well was searched for";
  if (!nearest_find(d, v->nearest_to, &k)) return;
  v->waits = k.state == CHECK_RUNNING
                 ? "searching for the nearest run that ends well (Ctrl-C stops)"
                 : "no run that ends well was found: view Explain says more";
  if (k.state == CHECK_FOUND) {
    set_run(v, LEFT, k.error_node, "the nearest run that ends well");
    v->nearest_to = NODE_NONE;
    v->waits = NULL;
  }
  engine_check_release(&k);
}

static void compare_refresh(struct debug *d, void *data) {
  struct compare_data *v = data;
  if (v->asked && v->engine != d->engine) compare_forget(v);
  if (!v->asked) return;
  if (v->nearest_to != NODE_NONE) take_nearest(d, v);
  if (v->nearest_to == NODE_NONE && (!v->read || v->jdk != d->set.jdk)) read_runs(d, v);
  if (v->read && v->moment != engine_here(d->engine)) {
    v->moment = engine_here(d->engine);
    compare_put_cursor(d, v);
  }
}

/* ---- moving ---- */

bool view_compare_next(struct debug *d, bool back) {
  struct compare_data *v = compare_data_of(d);
  size_t to;
  view_refresh(d, VIEW_compare);
  to = compare_next(&v->c, v->cursor, back);
  if (to != SIZE_MAX) v->cursor = to;
  return to != SIZE_MAX;
}

bool view_compare_has_runs(struct debug *d) {
  const struct compare_data *v = compare_data_of(d);
  return v->asked && v->engine == d->engine;
}

static void compare_sideways(struct debug *d, long columns) {
  if (d->views[VIEW_compare].focus == LANES)
    compare_along(d, columns);
  else
    compare_data_of(d)->at = columns < 0 ? LEFT : RIGHT;
}

/* ---- the sentences ---- */

static void first_title(struct debug *d, struct line *out) {
  (void)d;
  line_puts(out, ST_NORMAL, "First difference");
}
static size_t first_count(struct debug *d) {
  view_refresh(d, VIEW_compare);
  return compare_data_of(d)->lines.len;
}
static void first_item(struct debug *d, size_t i, int row, int cols, struct line *out) {
  (void)row, (void)cols;
  line_printf(out, ST_NORMAL, " %s", compare_data_of(d)->lines.data[i]);
}

static const struct pane_ops first_pane = {.name = "first",
                                           .title = first_title,
                                           .count = first_count,
                                           .item = first_item,
                                           .empty = "nothing is compared",
                                           .text = true};
static const struct pane_ops *const panes[] = {&compare_aligned_pane, &compare_lanes_pane,
                                               &first_pane, NULL};

static int first_rows(struct debug *d, int cols) {
  int rows = first_count(d) ? 1 : 2;
  for (size_t i = 0; i < compare_data_of(d)->lines.len; i++)
    rows += utf8_rows(compare_data_of(d)->lines.data[i], cols - 2);
  return rows;
}

/* The lanes and the rows show the same events. If there is no room for both, shows the pane that
 * has the focus, else the rows, because a small screen holds more of them. */
static void compare_layout(struct debug *d, struct rect area, struct rect *out) {
  int first = first_rows(d, area.cols), most = area.rows / 2, least = area.rows < 24 ? 12 : 6;
  int lanes = (int)compare_lane_rows(d), rows = (int)compare_aligned_pane.count(d) + 2, left;
  bool asked = d->views[VIEW_compare].focus == LANES;
  out[FIRST] = rect_bottom(&area, first < most ? first : most);
  left = lanes || asked ? area.rows - lanes - 2 : area.rows;
  if (left < (least < rows ? least : rows)) left = asked ? 0 : area.rows;
  out[ALIGNED] = rect_top(&area, left);
  out[LANES] = area;
}

static int compare_twin_rows(struct debug *d, int cols) {
  int first = first_rows(d, cols), lanes = (int)compare_lane_rows(d) + 2,
      rows = (int)compare_aligned_pane.count(d) + 2 + lanes + first;
  return rows < first * 2 ? first * 2 : rows;
}

const struct view_ops view_compare = {.name = "compare",
                                      .title = "Compare",
                                      .panes = panes,
                                      .layout = compare_layout,
                                      .twin_rows = compare_twin_rows,
                                      .open = compare_open_data,
                                      .refresh = compare_refresh,
                                      .close = compare_close_data,
                                      .sideways = compare_sideways,
                                      .focus = ALIGNED};
