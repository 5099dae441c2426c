/* The view Compare: two runs side by side, aligned by event (compare.h), and sentences about their
 * first difference. A run is a path of the session or a trace. The view keeps its two runs while
 * the session moves, until the user chooses others. */
#include "tui/views/compare/view_compare.h"

#include <stdlib.h>
#include <string.h>

#include "engine/base/check.h"
#include "tui/terminal/alternatives.h"
#include "tui/views/compare/compare_int.h"
#include "tui/views/view_explain.h"
#include "tui/views/lanes/view_lanes.h"
#include "tui/views/views.h"

/* ---- position of the session ---- */

/* The session's position is the row of its last event on one of the two paths. */

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
    INVARIANT(e->source < r->source.steps.len, "an event of a run has a step: %u", e->source);
    if (depth_of(d, r->source.steps.data[e->source].node) <= depth) found = i;
  }
  return found == LANE_NONE ? 0 : compare_row_of(&v->c, side, found);
}

/* Moves the cursor to the session's position if one of the compared paths contains it. */
static void compare_put_cursor(struct debug *d, struct compare_data *v) {
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

/* ---- sentences ---- */

/* The sentences describe where two runs first differ: the values that a read gets, their writers,
 * and whether both accesses hold a common lock. They also state the length of the common prefix and
 * the numbers of thread switches. */

static const char *const words[SIDES] = {"left", "right"};

static void say(struct compare_data *v, char *text) { *vec_push(&v->lines) = text; }

/* In this section, `pair` is a pair of events, given by an index in `shown` of each side:
 * compare.first or compare.read. */
static uint32_t event_of(const struct compare_data *v, const uint32_t *pair, int side) {
  CHECK(pair[side] < v->c.side[side].shown.len, "a pair is of two compared events: %u of %zu",
        pair[side], v->c.side[side].shown.len);
  return v->c.side[side].shown.data[pair[side]];
}

static uint32_t behind_of(const struct compare_data *v, const uint32_t *pair, int side) {
  CHECK(pair[side] < v->c.side[side].behind.len, "an event of a pair has a writer: %u of %zu",
        pair[side], v->c.side[side].behind.len);
  return v->c.side[side].behind.data[pair[side]];
}

static const struct lane_event *event_at(const struct compare_data *v, int side, uint32_t event) {
  CHECK(event < v->c.side[side].lanes.events.len, "a side's lanes have the event: %u of %zu", event,
        v->c.side[side].lanes.events.len);
  return &v->c.side[side].lanes.events.data[event];
}

/* Returns "T1's write of Cell#1.value @17". Caller frees. */
static char *whose(struct debug *d, const struct compare_data *v, int side, uint32_t event) {
  const struct lane_event *e = event_at(v, side, event);
  char *place = compare_place_text(d, side, event), *s;
  s = mem_printf("%s's %s of %s %s", compare_thread_title(v, side, event),
                 e->op == LANE_READ    ? "read"
                 : e->op == LANE_WRITE ? "write"
                 : e->op == LANE_LOCK  ? "lock"
                                       : "release",
                 v->c.side[side].names.data[e->track], place);
  free(place);
  return compare_named(d, side, s);
}

/* Returns the index in `shown` of an event of `side`; LANE_NONE: it is not compared. */
static uint32_t shown_at(const struct compare_data *v, int side, uint32_t event) {
  const struct compare_side *s = &v->c.side[side];
  for (uint32_t i = 0; i < s->shown.len; i++)
    if (s->shown.data[i] == event) return i;
  return LANE_NONE;
}

static void say_source(struct debug *d, struct compare_data *v, const uint32_t *pair, int side) {
  uint32_t behind = behind_of(v, pair, side);
  bool reads = event_at(v, side, event_of(v, pair, side))->op != LANE_LOCK;
  char *value = compare_value_text(d, side, event_of(v, pair, side)), *gets, *from;
  gets = reads && *value ? mem_printf("gets %s, ", value) : mem_strdup("");
  if (behind == LANE_NONE) {
    from =
        mem_strdup(reads ? "which no thread had written before" : "no thread had held it before");
  } else {
    char *place = compare_place_text(d, side, behind);
    from = mem_printf("%s %s %s%s (event %u)", reads ? "written by" : "after",
                      compare_thread_title(v, side, behind), reads ? "" : "released it ", place,
                      shown_at(v, side, behind) + 1);
    free(place);
  }
  say(v, mem_printf("   %-5s  %s%s", words[side], gets, from));
  free(value);
  free(gets);
  free(from);
}

enum standing { NOT_COMPARED, NOT_THERE, BEFORE_TOO, AFTER };
static const char *const standing_text[] = {[NOT_COMPARED] = "is not compared",
                                            [NOT_THERE] = "is not there",
                                            [BEFORE_TOO] = "also comes before it",
                                            [AFTER] = "comes after it"};

/* Returns where the other side has an event of `side`, relative to the pair. */
static enum standing stands(const struct compare_data *v, const uint32_t *pair, int side,
                            uint32_t event) {
  uint32_t at = shown_at(v, side, event), there;
  if (at == LANE_NONE) return NOT_COMPARED;
  there = v->c.side[side].partner.data[at];
  if (there == LANE_NONE) return NOT_THERE;
  return there < pair[!side] ? BEFORE_TOO : AFTER;
}

/* Returns the side whose pair event follows a write or release that it does not follow on the other
 * side. */
static int side_of_cause(const struct compare_data *v, const uint32_t *pair) {
  uint32_t right = behind_of(v, pair, RIGHT), left = behind_of(v, pair, LEFT);
  if (right == LANE_NONE) return LEFT;
  return left != LANE_NONE && stands(v, pair, RIGHT, right) == BEFORE_TOO ? LEFT : RIGHT;
}

static void say_order(struct debug *d, struct compare_data *v, const uint32_t *pair, int side,
                      uint32_t cause) {
  char *it = whose(d, v, side, cause);
  say(v, mem_printf("%s comes before it on the %s and %s on the %s.", it, words[side],
                    standing_text[stands(v, pair, side, cause)], words[!side]));
  free(it);
}

enum { HELD_MAX = 8 };

static char *held_text(const struct compare_data *v, int side, uint32_t event) {
  uint32_t held[HELD_MAX], n = lanes_held(&v->c.side[side].lanes, event, held, HELD_MAX);
  struct text t = {0};
  text_printf(&t, "%s holds %s", compare_thread_title(v, side, event), n ? "" : "none");
  for (uint32_t i = 0; i < n; i++)
    text_printf(&t, "%s%s", i ? ", " : "", v->c.side[side].names.data[held[i]]);
  return t.s;
}

/* Returns the name of a lock that both events' threads hold at these events; NULL: there is
 * none. */
static const char *common_lock(const struct compare_data *v, int side, uint32_t a, uint32_t b) {
  const struct lanes *l = &v->c.side[side].lanes;
  uint32_t x[HELD_MAX], y[HELD_MAX], n = lanes_held(l, a, x, HELD_MAX),
                                     m = lanes_held(l, b, y, HELD_MAX);
  for (uint32_t i = 0; i < n; i++)
    for (uint32_t k = 0; k < m; k++)
      if (x[i] == y[k]) return v->c.side[side].names.data[x[i]];
  return NULL;
}

static void say_locks(struct debug *d, struct compare_data *v, const uint32_t *pair, int side,
                      uint32_t cause) {
  uint32_t event = event_of(v, pair, side);
  const char *common = common_lock(v, side, event, cause);
  if (common) {
    say(v,
        compare_named(
            d, side,
            mem_printf("Both hold %s there, so the first thread to take it comes first.", common)));
  } else if (event_at(v, side, event)->sync == LANE_SYNC) {
    say(v, mem_strdup("It is volatile, so either access may come first."));
  } else {
    char *a = held_text(v, side, event), *b = held_text(v, side, cause);
    say(v, compare_named(d, side, mem_printf("No lock is held at both: %s, %s.", a, b)));
    free(a);
    free(b);
  }
}

static void say_pair(struct debug *d, struct compare_data *v, const uint32_t *pair,
                     const char *which) {
  int side = side_of_cause(v, pair);
  uint32_t cause = behind_of(v, pair, side), event = event_of(v, pair, side);
  char *it = whose(d, v, RIGHT, event_of(v, pair, RIGHT));
  say(v, mem_printf("%s is the first %s that differs:", it, which));
  free(it);
  say_source(d, v, pair, LEFT);
  say_source(d, v, pair, RIGHT);
  say_order(d, v, pair, side, cause);
  if (event_at(v, side, event)->op != LANE_LOCK &&
      event_at(v, side, cause)->lane != event_at(v, side, event)->lane)
    say_locks(d, v, pair, side, cause);
}

static void say_no_first(struct compare_data *v) {
  bool same = v->c.common == v->c.side[LEFT].shown.len && v->c.common == v->c.side[RIGHT].shown.len;
  say(v, mem_strdup(same ? "The two do the same in the same order."
                         : "In what both do, each read sees the same write and each lock is taken "
                           "after the same release."));
}

/* Fills `lines`. */
static void compare_say(struct debug *d, struct compare_data *v) {
  bool locks = v->c.first[RIGHT] != v->c.read[RIGHT];
  say(v, mem_printf("Common prefix %zu of %zu | %zu events; switches %u | %u", v->c.common,
                    v->c.side[LEFT].shown.len, v->c.side[RIGHT].shown.len,
                    compare_switches(&v->c, LEFT), compare_switches(&v->c, RIGHT)));
  if (locks) say_pair(d, v, v->c.first, "lock");
  if (v->c.read[RIGHT] != LANE_NONE) say_pair(d, v, v->c.read, "read");
  if (v->c.first[RIGHT] == LANE_NONE) say_no_first(v);
}

/* ---- data of the view ---- */

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
    CHECK(engine_here(d->engine) == here, "a comparison leaves the session at its node: %u, not %u",
          engine_here(d->engine), here);
  }
  view_lanes_short_names(d, &s->lanes);
  names_of_run(d, s, r);
}

/* Replaces names that only have the library's number, such as "T1 Thread-0", by the path's. */
static void name_as_path(struct lanes *recorded, const struct lanes *path) {
  for (size_t i = 0; i < recorded->lanes.len; i++) {
    struct lane *l = &recorded->lanes.data[i];
    for (size_t k = 0; k < path->lanes.len && l->numbered; k++) {
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

/* ---- moves of the cursor ---- */

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

/* ---- panes of the view ---- */

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
