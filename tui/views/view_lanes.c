/* The view Lanes: what each thread did and when it ran (lanes.h). Shows the trace or, without one,
 * the current path. If the user has gone back along that path, shows it to its old end. Rows below
 * the lanes show switches, changes of h, marks, the owners of shared locks and the values of shared
 * variables, watched ones first. */
#include "tui/views/views.h"
#include "tui/views/view_lanes.h"

#include <stdlib.h>
#include <string.h>

#include "tui/views/lanes_fold.h"
#include "tui/views/view_lanes_int.h"
#include "tui/views/view_trace.h"

enum pane { LANES, ROWS, EVENT };

static void *lanes_open_data(struct debug *d) {
  struct lanes_data *v = mem_alloc(sizeof *v);
  (void)d;
  lanes_init(&v->lanes);
  v->window.zoom = 3;
  v->window.cols = 100;
  v->end = NODE_NONE;
  v->wanted = LANE_NONE;
  return v;
}

static void lanes_close_data(void *data) {
  struct lanes_data *v = data;
  lanes_release(&v->lanes);
  lanes_canvas_release(&v->canvas);
  lanes_forget_names(v);
  lanes_forget_bits(v);
  vec_free(&v->bits);
  vec_free(&v->names);
  vec_free(&v->marks);
  vec_free(&v->source.steps);
  free(v);
}

/* ---- moving ---- */

/* Keeps all views at the same moment: moves the session along the path to the cursor's event. With
 * a trace, following would take too long, so moves only the cursor of the view Trace. */
static void move_session(struct debug *d, struct lanes_data *v) {
  uint32_t source = v->lanes.events.data[v->window.cursor].source;
  struct error none = {0};
  if (d->trace) {
    /* a CHOICE event has no column, so the cursor of the view Trace may stay on it */
    if (!view_trace_cursor(d, &v->trace_at) ||
        lanes_event_from(&v->lanes, v->trace_at) != v->window.cursor)
      view_trace_show(d, source);
    view_trace_cursor(d, &v->trace_at);
  } else if (v->source.steps.data[source].node != engine_here(d->engine)) {
    debug_go(d, v->source.steps.data[source].node, &none);
  }
}

static void put_on(struct debug *d, uint64_t event) {
  struct lanes_data *v = lanes_of(d);
  view_refresh(d, VIEW_lanes);
  if (!v->lanes.events.len) return;
  if (event >= v->lanes.events.len) event = v->lanes.events.len - 1;
  v->window.cursor = (uint32_t)event;
  v->lane = v->lanes.events.data[event].lane;
  v->canvas.cols = 0;
  move_session(d, v);
}

/* Moves the cursor to the event of the view Trace's cursor if that has moved. */
static void follow_trace_cursor(struct debug *d, struct lanes_data *v) {
  uint64_t at;
  uint32_t event;
  if (!view_trace_cursor(d, &at) || at == v->trace_at) return;
  v->trace_at = at;
  event = lanes_event_from(&v->lanes, at);
  if (event >= v->lanes.events.len) return;
  v->window.cursor = event;
  v->lane = v->lanes.events.data[event].lane;
  v->canvas.cols = 0;
}

void view_lanes_show(struct debug *d, uint64_t n) {
  view_refresh(d, VIEW_lanes);
  if (n < LANE_NONE && lanes_fold_of(&lanes_of(d)->lanes, (uint32_t)n)) {
    lanes_of(d)->wanted = (uint32_t)n;
    lanes_of(d)->read = false;
    debug_stale(d);
    view_refresh(d, VIEW_lanes);
  }
  put_on(d, lanes_event_from(&lanes_of(d)->lanes, n));
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

size_t view_lanes_fold(struct debug *d) {
  struct lanes_data *v = lanes_of(d);
  const struct lane_event *e = lanes_event_at_cursor(d);
  v->fold = !v->fold;
  v->wanted = e ? e->source : LANE_NONE;
  v->read = false;
  debug_stale(d);
  if (e) view_lanes_show(d, v->wanted);
  view_refresh(d, VIEW_lanes);
  return v->lanes.folds.len;
}

bool view_lanes_folded(struct debug *d) { return lanes_of(d)->fold; }

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
  follow_trace_cursor(d, v);
  if (v->canvas.cols == cols) return;
  v->window.cols = cols;
  lanes_keep_cursor(&v->window, &v->lanes);
  lanes_draw(&v->lanes, &v->source, &v->window, &v->canvas);
}

/* Adds the range of visible columns, unless all are visible. */
static void in_sight(const struct lanes_data *v, struct line *out) {
  size_t count = v->lanes.events.len, left = v->window.left,
         end = left + lanes_in_sight(&v->window);
  if (end > count) end = count;
  if (left || end < count)
    line_printf(out, ST_NORMAL, ", columns %zu-%zu/%zu", left + 1, end, count);
}

static void lanes_title(struct debug *d, struct line *out) {
  const struct lanes_data *v = lanes_of(d);
  line_printf(
      out, ST_NORMAL, "Lanes of the %s: event %u of %zu", d->trace ? "trace" : "path",
      v->window.cursor < v->lanes.events.len ? v->lanes.events.data[v->window.cursor].source : 0,
      d->trace ? (size_t)trace_reader_count(d->trace) : v->source.steps.len);
  if (d->follow_off)
    line_printf(out, ST_WARN, ", the path left it at %llu", (unsigned long long)d->follow_at);
  if (v->window.zoom < 0)
    line_printf(out, ST_MARK, ", %u events a column", lanes_per_slot(&v->window));
  if (v->fold)
    line_printf(out, ST_MARK, ", %zu loop%s folded", v->lanes.folds.len,
                PLURAL(v->lanes.folds.len));
  in_sight(v, out);
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
  if (!row)
    line_fit(out, line_thread_style(v->lanes.lanes.data[i].number), v->lanes.lanes.data[i].name,
             LANES_MARGIN - 1);
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
                                           .counts = true,
                                           .empty = "no events yet (s takes a step)"};
static const struct pane_ops *const panes[] = {&lanes_pane, &lanes_rows_pane, &lanes_event_pane,
                                               NULL};

/* Gives the lanes the rows that they need, if there are enough, and the rest to the other rows. */
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
  return (int)v->lanes.lanes.len * 2 + 2 + lanes_row_count(d) + 1 + 4;
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
