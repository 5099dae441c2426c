/* The Lanes view: what each thread did and whether it ran (lanes.h), of the trace, or of the path
 * to here and on to where it was walked back from. Rows beside the lanes: switches, changes of h,
 * marks, who held the locks that threads share, the values of the variables that they share, the
 * watched ones first. */
#include "tui/views/views.h"
#include "tui/views/view_lanes.h"

#include <stdlib.h>
#include <string.h>

#include "tui/views/view_lanes_int.h"

enum pane { LANES, ROWS, EVENT };

static void *lanes_open_data(struct debug *d) {
  struct lanes_data *v = mem_alloc(sizeof *v);
  (void)d;
  lanes_init(&v->lanes);
  v->window.zoom = 3;
  v->window.cols = 100;
  v->end = NODE_NONE;
  return v;
}

static void forget_names(struct lanes_data *v) {
  size_t i;
  for (i = 0; i < v->names.len; i++) free(v->names.data[i]);
  v->names.len = 0;
}

static void lanes_close_data(void *data) {
  struct lanes_data *v = data;
  lanes_release(&v->lanes);
  lanes_canvas_release(&v->canvas);
  forget_names(v);
  vec_free(&v->names);
  vec_free(&v->marks);
  vec_free(&v->source.steps);
  free(v);
}

/* ---- reading the session ---- */

static char *track_name(struct debug *d, uint32_t track) {
  struct lanes_data *v = lanes_of(d);
  const struct lane_track *t = &v->lanes.tracks.data[track];
  char *full = lanes_object_text(&v->source, &v->lanes.events.data[t->named_by]),
       *s = debug_short(d, full);
  free(full);
  return s;
}

char *lanes_named(struct debug *d, const char *text) {
  struct trace_reader *r = lanes_of(d)->source.trace;
  return r ? debug_recorded(d, r, text) : debug_named(d, text);
}

/* With what holds it; takes the name without. */
static char *named_track(struct debug *d, uint32_t track, char *name) {
  struct lanes_data *v = lanes_of(d);
  const struct lane_track *t = &v->lanes.tracks.data[track];
  char *full = lanes_object_text(&v->source, &v->lanes.events.data[t->named_by]),
       *s = lanes_named(d, full);
  free(full);
  free(name);
  return s;
}

static bool is_watched(struct debug *d, const char *name) {
  size_t i;
  for (i = 0; i < d->watches.len; i++)
    if (!strcmp(d->watches.data[i], name)) return true;
  return false;
}

static void show_track(struct debug *d, struct lanes_data *v, uint32_t track, char *name) {
  v->tracks[v->track_count++] = track;
  *vec_push(&v->names) = named_track(d, track, name);
}

/* Watched ones wherever they are (of a long trace: among the first), then what threads share. */
static void choose_tracks(struct debug *d, struct lanes_data *v) {
  enum { LOOKED_AT = 20000 };
  uint32_t i, n = (uint32_t)v->lanes.tracks.len;
  int pass;
  v->track_count = 0;
  forget_names(v);
  for (i = 0; d->watches.len && i < n && i < LOOKED_AT && v->track_count < TRACKS_MAX; i++) {
    char *name = track_name(d, i);
    if (is_watched(d, name))
      show_track(d, v, i, name);
    else
      free(name);
  }
  for (pass = 0; pass < 2; pass++)
    for (i = 0; i < n && v->track_count < TRACKS_MAX / 2; i++) {
      const struct lane_track *t = &v->lanes.tracks.data[i];
      char *name;
      if (!lanes_worth_a_row(t) || t->lock != (pass == 0)) continue;
      name = track_name(d, i);
      if (is_watched(d, name))
        free(name);
      else
        show_track(d, v, i, name);
    }
}

static uint32_t event_of_node(const struct lanes_data *v, node_id n) {
  uint32_t i, found = LANE_NONE;
  for (i = 0; i < v->lanes.events.len; i++)
    if (v->source.steps.data[v->lanes.events.data[i].source].node == n) found = i;
  return found;
}

static void read_marks(struct debug *d, struct lanes_data *v) {
  uint32_t i;
  v->marks.len = 0;
  if (d->trace) return;
  for (i = 0; i < engine_mark_count(d->engine); i++) {
    struct mark_info m;
    uint32_t event;
    memset(&m, 0, sizeof m);
    if (engine_mark(d->engine, i, &m)) continue;
    event = m.observed ? event_of_node(v, m.observed_node) : LANE_NONE;
    if (event != LANE_NONE) *vec_push(&v->marks) = event;
    engine_mark_release(&m);
  }
}

/* The path that was read still goes through here. */
static bool is_on_path(struct debug *d, const struct lanes_data *v) {
  node_id here = engine_here(d->engine), n = v->end;
  struct node_info k;
  while (n != NODE_NONE && !engine_node(d->engine, n, &k)) {
    if (n == here) return true;
    n = k.parent;
  }
  return false;
}

static void read_lanes(struct debug *d, struct lanes_data *v) {
  lanes_release(&v->lanes);
  lanes_init(&v->lanes);
  v->source.engine = d->engine;
  v->source.trace = d->trace;
  v->jdk = d->set.jdk;
  v->read = true;
  v->end = engine_here(d->engine);
  if (d->trace)
    lanes_read_trace(&v->lanes, &v->source, d->set.jdk);
  else
    lanes_read_path(&v->lanes, &v->source, v->end, d->set.jdk);
}

static uint32_t event_of_source(const struct lanes_data *v, uint64_t source) {
  uint32_t lo = 0, hi = (uint32_t)v->lanes.events.len;
  while (lo < hi) {
    uint32_t mid = (lo + hi) / 2;
    if (v->lanes.events.data[mid].source < source)
      lo = mid + 1;
    else
      hi = mid;
  }
  return lo;
}

static void put_cursor(struct debug *d, struct lanes_data *v) {
  uint32_t to = LANE_NONE, last = v->lanes.events.len ? (uint32_t)v->lanes.events.len - 1 : 0;
  if (d->trace)
    to = d->follow_used ? event_of_source(v, d->follow_at) : v->placed ? v->window.cursor : 0;
  else
    to = event_of_node(v, engine_here(d->engine));
  v->window.cursor = to == LANE_NONE ? 0 : to > last ? last : to;
  v->placed = true;
  if (v->lanes.events.len) v->lane = v->lanes.events.data[v->window.cursor].lane;
}

static void lanes_refresh(struct debug *d, void *data) {
  struct lanes_data *v = data;
  if (!v->read || v->jdk != d->set.jdk || v->source.engine != d->engine ||
      (!d->trace && !is_on_path(d, v)))
    read_lanes(d, v);
  if (v->at != d->generation) put_cursor(d, v);
  v->at = d->generation;
  choose_tracks(d, v);
  read_marks(d, v);
  v->canvas.cols = 0;
}

/* ---- moving ---- */

static void put_on(struct debug *d, uint64_t event) {
  struct lanes_data *v = lanes_of(d);
  view_refresh(d, VIEW_lanes);
  if (!v->lanes.events.len) return;
  if (event >= v->lanes.events.len) event = v->lanes.events.len - 1;
  v->window.cursor = (uint32_t)event;
  v->lane = v->lanes.events.data[event].lane;
  v->canvas.cols = 0;
}

void view_lanes_show(struct debug *d, uint64_t n) {
  view_refresh(d, VIEW_lanes);
  put_on(d, event_of_source(lanes_of(d), n));
}

static void lanes_sideways(struct debug *d, long by) {
  long to = (long)lanes_of(d)->window.cursor + by;
  put_on(d, to < 0 ? 0 : (uint64_t)to);
}

static bool go_to_next(struct debug *d, const uint32_t *sorted, size_t count, bool back) {
  uint32_t to = lanes_next(sorted, count, lanes_of(d)->window.cursor, back);
  if (to == LANE_NONE) return false;
  put_on(d, to);
  return true;
}

bool view_lanes_switch(struct debug *d, bool back) {
  const struct lanes_data *v = lanes_of(d);
  view_refresh(d, VIEW_lanes);
  return go_to_next(d, v->lanes.switches.data, v->lanes.switches.len, back);
}

bool view_lanes_change(struct debug *d, bool back) {
  const struct lanes_data *v = lanes_of(d);
  view_refresh(d, VIEW_lanes);
  return go_to_next(d, v->lanes.changes.data, v->lanes.changes.len, back);
}

void view_lanes_zoom(struct debug *d, int by) {
  struct lanes_data *v = lanes_of(d);
  int zoom = v->window.zoom + by;
  view_refresh(d, VIEW_lanes);
  if (zoom > LANES_ZOOM_MAX) zoom = LANES_ZOOM_MAX;
  while (zoom < 0 && zoom < v->window.zoom && v->lanes.events.len >> (-zoom - 1) < 8) zoom++;
  v->window.zoom = zoom;
  v->canvas.cols = 0;
}

bool view_lanes_cursor(struct debug *d, uint64_t *n) {
  const struct lanes_data *v = lanes_of(d);
  view_refresh(d, VIEW_lanes);
  if (!d->trace || v->window.cursor >= v->lanes.events.len) return false;
  *n = v->lanes.events.data[v->window.cursor].source;
  return true;
}

/* ---- the lanes ---- */

void lanes_bring_up(struct debug *d, int cols) {
  struct lanes_data *v = lanes_of(d);
  if (v->canvas.cols == cols) return;
  v->window.cols = cols;
  lanes_keep_cursor(&v->window, &v->lanes);
  lanes_draw(&v->lanes, &v->source, &v->window, &v->canvas);
}

static void lanes_title(struct debug *d, struct line *out) {
  const struct lanes_data *v = lanes_of(d);
  line_printf(
      out, ST_NORMAL, "Lanes of the %s: event %u of %zu", d->trace ? "trace" : "path",
      v->window.cursor < v->lanes.events.len ? v->lanes.events.data[v->window.cursor].source : 0,
      d->trace ? (size_t)trace_reader_count(d->trace) : v->lanes.events.len);
  if (d->follow_off)
    line_printf(out, ST_WARN, ", the path left it at %llu", (unsigned long long)d->follow_at);
  if (v->window.zoom < 0)
    line_printf(out, ST_MARK, ", %u events a column", lanes_per_slot(&v->window));
  line_puts(out, ST_DIM, "  - runs = with a lock . blocked blank: could run");
}

static size_t lanes_count(struct debug *d) { return lanes_of(d)->lanes.lanes.len; }
static int lanes_height(struct debug *d, int cols, int rows) {
  return (void)d, (void)cols, (void)rows, 2;
}

static bool lanes_header(struct debug *d, int cols, struct line *out) {
  const struct lanes_data *v = lanes_of(d);
  lanes_bring_up(d, cols);
  line_puts(out, ST_DIM, " event");
  lanes_numbers(&v->lanes, &v->window, out);
  return true;
}

static void lanes_item(struct debug *d, size_t i, int row, int cols, struct line *out) {
  const struct lanes_data *v = lanes_of(d);
  lanes_bring_up(d, cols);
  if (!row) {
    char *name = debug_short(d, v->lanes.lanes.data[i].name);
    line_fit(out, line_thread_style(v->lanes.lanes.data[i].number), name, LANES_MARGIN - 1);
    free(name);
  }
  lanes_canvas_row(&v->canvas, (int)i * 2 + row, out);
}

const struct lane_event *lanes_event_at_cursor(struct debug *d) {
  const struct lanes_data *v = lanes_of(d);
  return v->window.cursor < v->lanes.events.len ? &v->lanes.events.data[v->window.cursor] : NULL;
}

static char *lanes_open(struct debug *d, size_t i) {
  const struct lane_event *e = lanes_event_at_cursor(d);
  (void)i;
  if (!e) return NULL;
  if (d->trace) return mem_printf("follow to %u", e->source);
  return mem_printf("go %u", lanes_of(d)->source.steps.data[e->source].node);
}

static char *lanes_subject(struct debug *d, size_t i) {
  const struct lane_event *e = lanes_event_at_cursor(d);
  char *object, *found;
  (void)i;
  if (!e || d->trace || e->track == LANE_NONE) return NULL;
  object = lanes_object_text(&lanes_of(d)->source, e);
  found = view_subject_of(object);
  free(object);
  return found;
}

static size_t *lanes_cursor(struct debug *d) { return &lanes_of(d)->lane; }

static const struct pane_ops lanes_pane = {.name = "lanes",
                                           .title = lanes_title,
                                           .count = lanes_count,
                                           .height = lanes_height,
                                           .header = lanes_header,
                                           .item = lanes_item,
                                           .open = lanes_open,
                                           .subject = lanes_subject,
                                           .cursor = lanes_cursor,
                                           .fixed = LANES_MARGIN,
                                           .empty = "no events yet (s takes a step)"};
static const struct pane_ops *const panes[] = {&lanes_pane, &lanes_rows_pane, &lanes_event_pane,
                                               NULL};

/* All lanes where there is room, and what is left for the rows. */
static void lanes_layout(struct debug *d, struct rect area, struct rect *out) {
  int want = (int)lanes_of(d)->lanes.lanes.len * 2 + 2,
      most = area.rows - (area.rows >= 16 ? 4 : 3) - 3;
  out[EVENT] = rect_bottom(&area, area.rows >= 16 ? 4 : 3);
  out[LANES] = rect_top(&area, want < 4 ? 4 : want < most ? want : most);
  out[ROWS] = area;
}

static int lanes_twin_rows(struct debug *d, int cols) {
  const struct lanes_data *v = lanes_of(d);
  (void)cols;
  return (int)v->lanes.lanes.len * 2 + 2 + LANES_FIXED_ROWS + (int)v->track_count + 1 + 4;
}

const struct view_ops view_lanes = {.name = "lanes",
                                    .title = "Lanes",
                                    .panes = panes,
                                    .layout = lanes_layout,
                                    .twin_rows = lanes_twin_rows,
                                    .open = lanes_open_data,
                                    .refresh = lanes_refresh,
                                    .close = lanes_close_data,
                                    .sideways = lanes_sideways,
                                    .focus = LANES};
