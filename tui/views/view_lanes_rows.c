/* The lower panes of the Lanes view: switches, changes of h, marks, locks and variables in the
 * columns of the lanes, and what is known of the event under the cursor. */
#include <stdlib.h>
#include <string.h>

#include "tui/views/view_lanes_int.h"

/* ---- the rows beside them ---- */

static void rows_title(struct debug *d, struct line *out) {
  const struct lanes_data *v = lanes_of(d);
  size_t i, missing = 0;
  for (i = 0; i < v->lanes.edges.len; i++) missing += v->lanes.edges.data[i].missing;
  line_puts(out, ST_NORMAL, "Switches, h, locks, variables");
  if (missing)
    line_printf(out, ST_BAD, "  x %zu race%s: nothing orders the two", missing, PLURAL(missing));
}

/* The rows before those of locks and variables; those that would be empty are left out. */
static size_t fixed_rows(const struct lanes_data *v) {
  return 1 + (v->lanes.changes.len > 0) + (v->marks.len > 0);
}

static size_t rows_count(struct debug *d) {
  return fixed_rows(lanes_of(d)) + lanes_of(d)->track_count;
}

/* The end of a long name says more than its beginning. */
static void track_title(const struct lanes *l, uint32_t track, const char *name, struct line *out) {
  enum style style = l->tracks.data[track].lock ? ST_WARN : ST_KEY;
  int room = LANES_MARGIN - 2, n = utf8_width(name);
  if (n <= room)
    line_puts(out, style, name);
  else
    line_printf(out, style, "~%s", name + strlen(name) - (size_t)room + 1);
}

static void rows_item(struct debug *d, size_t i, int row, int cols, struct line *out) {
  const struct lanes_data *v = lanes_of(d);
  const struct lanes *l = &v->lanes;
  (void)row;
  lanes_bring_up(d, cols);
  if (i == 0) {
    line_puts(out, ST_DIM, " switch");
    lanes_ticks(&v->window, l->switches.data, l->switches.len, 'v', out);
  } else if (i == 1 && l->changes.len) {
    line_puts(out, ST_DIM, " h changes");
    lanes_ticks(&v->window, l->changes.data, l->changes.len, 'h', out);
  } else if (i < fixed_rows(v)) {
    line_puts(out, ST_DIM, " marks");
    lanes_ticks(&v->window, v->marks.data, v->marks.len, 'g', out);
  } else {
    size_t k = i - fixed_rows(v);
    line_puts(out, ST_NORMAL, " ");
    track_title(l, v->tracks[k], v->names.data[k], out);
    lanes_track_row(l, &v->source, &v->window, v->tracks[k], out);
  }
}

static char *rows_subject(struct debug *d, size_t i) {
  const struct lanes_data *v = lanes_of(d);
  if (i < fixed_rows(v) || d->trace) return NULL;
  return lanes_object_text(
      &v->source,
      &v->lanes.events.data[v->lanes.tracks.data[v->tracks[i - fixed_rows(v)]].named_by]);
}

/* ---- the event ---- */

static size_t event_count(struct debug *d) { return lanes_event_at_cursor(d) ? 3 : 0; }

static void event_title(struct debug *d, struct line *out) {
  (void)d;
  line_puts(out, ST_NORMAL, "Event");
}

/* Which edges end or begin here: "ordered behind #7 by T1". */
static void event_edges(struct debug *d, struct line *out) {
  const struct lanes_data *v = lanes_of(d);
  size_t i, shown = 0;
  line_puts(out, ST_NORMAL, " ");
  for (i = 0; i < v->lanes.edges.len && shown < 4; i++) {
    const struct lane_edge *e = &v->lanes.edges.data[i];
    uint32_t other = e->to == v->window.cursor ? e->from : e->to;
    if (e->to != v->window.cursor && e->from != v->window.cursor) continue;
    line_printf(out, e->missing ? ST_BAD : ST_NORMAL, "%s%s #%u of %s", shown++ ? ", " : "",
                e->missing                  ? "races with"
                : e->to == v->window.cursor ? "behind"
                                            : "before",
                v->lanes.events.data[other].source,
                v->lanes.lanes.data[v->lanes.events.data[other].lane].name);
  }
  if (!shown) line_puts(out, ST_DIM, "no edge to another thread here");
}

static void event_item(struct debug *d, size_t i, int row, int cols, struct line *out) {
  const struct lanes_data *v = lanes_of(d);
  const struct lane_event *e = lanes_event_at_cursor(d);
  (void)row, (void)cols;
  if (i == 0) {
    char *kind = lanes_kind_text(&v->source, e), *object = lanes_object_text(&v->source, e),
         *value = lanes_value_text(&v->source, e), *place = lanes_place_text(&v->source, e),
         *name = debug_short(d, v->lanes.lanes.data[e->lane].name), *what = lanes_named(d, object),
         *where = debug_short(d, place);
    line_printf(out, line_thread_style(e->lane), " #%u %s: ", e->source, name);
    line_printf(out, ST_NORMAL, "%s %s%s%s", kind, what, *value ? " = " : "", value);
    line_printf(out, ST_DIM, "  %s", where);
    free(kind), free(object), free(value), free(place), free(name), free(what), free(where);
  } else if (i == 1) {
    event_edges(d, out);
  } else {
    line_puts(out, ST_DIM, lanes_legend);
  }
}

const struct pane_ops lanes_rows_pane = {.name = "rows",
                                         .title = rows_title,
                                         .count = rows_count,
                                         .item = rows_item,
                                         .subject = rows_subject,
                                         .fixed = LANES_MARGIN};
const struct pane_ops lanes_event_pane = {.name = "event",
                                          .title = event_title,
                                          .count = event_count,
                                          .item = event_item,
                                          .empty = "none",
                                          .text = true};
