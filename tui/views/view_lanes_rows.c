/* The lower panes of the view Lanes: rows for switches, changes of h, marks, moments, folds, bits
 * of h, locks and variables, in the columns of the lanes; and details of the event under the
 * cursor. */
#include <stdlib.h>
#include <string.h>

#include "tui/views/lanes_fold.h"
#include "tui/views/view_lanes_int.h"

/* ---- the rows below the lanes ---- */

static void rows_title(struct debug *d, struct line *out) {
  const struct lanes_data *v = lanes_of(d);
  size_t i, missing = 0;
  for (i = 0; i < v->lanes.edges.len; i++) missing += v->lanes.edges.data[i].missing;
  line_puts(out, ST_NORMAL, "Switches, h, locks, variables");
  if (missing)
    line_printf(out, ST_BAD, "  x %zu race%s: nothing orders the two", missing, PLURAL(missing));
}

/* ---- rows without a lock or variable ---- */

static void switch_row(struct debug *d, struct line *out) {
  const struct lanes_data *v = lanes_of(d);
  lanes_ticks(&v->window, v->lanes.switches.data, v->lanes.switches.len, 'v', out);
}

static void changes_row(struct debug *d, struct line *out) {
  const struct lanes_data *v = lanes_of(d);
  lanes_ticks(&v->window, v->lanes.changes.data, v->lanes.changes.len, 'h', out);
}

static void marks_row(struct debug *d, struct line *out) {
  const struct lanes_data *v = lanes_of(d);
  lanes_ticks(&v->window, v->marks.data, v->marks.len, 'g', out);
}

/* Writes how many iterations are hidden before an event ("x12"), or only "x" if there is no
 * room. */
static void folds_row(struct debug *d, struct line *out) {
  const struct lanes_data *v = lanes_of(d);
  size_t i;
  for (i = 0; i < v->lanes.folds.len; i++) {
    const struct lane_fold *f = &v->lanes.folds.data[i];
    int x = lanes_column(&v->window, f->at), room = v->window.cols - x;
    if (i + 1 < v->lanes.folds.len && lanes_column(&v->window, f[1].at) >= 0)
      room = lanes_column(&v->window, f[1].at) - x;
    if (x < 0 || line_width(out) > x) continue;
    line_printf(out, ST_NORMAL, "%*s", x - line_width(out), "");
    char *s = mem_printf("x%u", f->times);
    line_puts(out, ST_MARK, (int)strlen(s) < room ? s : "x");
    free(s);
  }
}

static uint32_t moment_event(struct debug *d, const struct debug_moment *m) {
  return lanes_event_of_node(lanes_of(d), m->node);
}

/* Writes each bookmark's letter, or '*' for a note without one. */
static void moments_row(struct debug *d, struct line *out) {
  const struct lanes_data *v = lanes_of(d);
  char *row = mem_alloc((size_t)v->window.cols + 1);
  size_t i;
  memset(row, ' ', (size_t)v->window.cols);
  for (i = 0; i < d->moments.len; i++) {
    const struct debug_moment *m = &d->moments.data[i];
    uint32_t event = moment_event(d, m);
    int x = event == LANE_NONE ? -1 : lanes_column(&v->window, event);
    if (x >= 0 && x < v->window.cols) row[x] = m->letter ? m->letter : '*';
  }
  i = (size_t)line_width(out);
  if (i < (size_t)v->window.cols) line_puts(out, ST_MARK, row + i);
  free(row);
}

static size_t has_moments(struct debug *d) {
  size_t i, n = 0;
  for (i = 0; !d->trace && i < d->moments.len; i++)
    n += moment_event(d, &d->moments.data[i]) != LANE_NONE;
  return n;
}
static size_t has_switches(struct debug *d) { return (void)d, 1; }
static size_t has_changes(struct debug *d) { return lanes_of(d)->lanes.changes.len; }
static size_t has_marks(struct debug *d) { return lanes_of(d)->marks.len; }
static size_t has_folds(struct debug *d) { return lanes_of(d)->lanes.folds.len; }

static const struct {
  const char *title;
  size_t (*has)(struct debug *d); /* 0: the row would be empty, so it is left out */
  void (*draw)(struct debug *d, struct line *out);
} kinds[] = {{" switch", has_switches, switch_row},
             {" h changes", has_changes, changes_row},
             {" marks", has_marks, marks_row},
             {" moments", has_moments, moments_row},
             {" folded", has_folds, folds_row}};

/* Returns the kind of row i. COUNT(kinds): the row shows a bit of h, a lock or a variable, and
 * *rest is its index among these. */
static size_t kind_of(struct debug *d, size_t i, size_t *rest) {
  size_t k;
  for (k = 0; k < COUNT(kinds); k++)
    if (kinds[k].has(d) && !i--) return k;
  *rest = i;
  return k;
}

static size_t fixed_rows(struct debug *d) {
  size_t k, n = 0;
  for (k = 0; k < COUNT(kinds); k++) n += kinds[k].has(d) > 0;
  return n;
}

static size_t rows_count(struct debug *d) {
  return fixed_rows(d) + lanes_of(d)->bits.len + lanes_of(d)->track_count;
}

int lanes_row_count(struct debug *d) { return (int)rows_count(d); }

/* ---- bits, locks, variables ---- */

/* Shortens a name that is too long. Writes the variable that holds the object ("Bank.lock" of
 * ReentrantLock#1 "Bank.lock") if that fits, else the end of the name, which says more than its
 * beginning. */
static void track_title(const struct lanes *l, uint32_t track, const char *name, struct line *out) {
  enum style style = l->tracks.data[track].lock ? ST_WARN : ST_KEY;
  int room = LANES_MARGIN - 2;
  const char *quote = strchr(name, '"'), *end = quote ? strchr(quote + 1, '"') : NULL;
  char *held = end ? mem_printf("%.*s", (int)(end - quote) - 1, quote + 1) : NULL;
  if (utf8_width(name) <= room)
    line_puts(out, style, name);
  else if (held && utf8_width(held) <= room)
    line_puts(out, style, held);
  else
    line_printf(out, style, "~%s", name + strlen(name) - (size_t)room + 1);
  free(held);
}

/* Draws a bit of h at each event: '#' if it is set, '.' if it is clear. */
static void bit_row(struct debug *d, const struct lanes_bit *b, struct line *out) {
  const struct lanes_data *v = lanes_of(d);
  static const char signs[] = {[H_BIT_CLEAR] = '.', [H_BIT_SET] = '#', [H_BIT_NONE] = ' '};
  uint32_t e, n = (uint32_t)v->lanes.events.len, per = lanes_per_slot(&v->window);
  for (e = v->window.left; e < n && lanes_column(&v->window, e) >= 0; e += per) {
    int end = lanes_column(&v->window, e) + lanes_width(&v->window);
    while (line_width(out) < end && line_width(out) < v->window.cols)
      line_printf(out, b->at[e] == H_BIT_SET ? ST_GOOD : ST_BAD, "%c",
                  line_width(out) < LANES_MARGIN ? ' ' : signs[b->at[e]]);
  }
}

/* Writes the title of a bit's row: "h(T1) x" for the bit "h T1 x", and "h(T1)~.value" for "h T1
 * Cell#1.value". */
static void bit_title(const char *text, struct line *out) {
  const char *row = text + 1 + strspn(text + 1, " "), *blank = strrchr(row, ' '),
             *column = blank ? blank : row;
  char *title = mem_printf("h(%.*s)", (int)(column - row), row);
  int room = LANES_MARGIN - 3 - utf8_width(title), width = utf8_width(column + 1);
  if (width <= room || room < 2)
    line_printf(out, ST_KEY, "%s %s", title, width <= room ? column + 1 : "");
  else
    line_printf(out, ST_KEY, "%s~%s", title, column + strlen(column) - (size_t)room);
  free(title);
}

static void rows_item(struct debug *d, size_t i, int row, int cols, struct line *out) {
  const struct lanes_data *v = lanes_of(d);
  size_t k, rest = 0;
  (void)row;
  lanes_bring_up(d, cols);
  k = kind_of(d, i, &rest);
  if (k < COUNT(kinds)) {
    line_puts(out, ST_DIM, kinds[k].title);
    kinds[k].draw(d, out);
    return;
  }
  line_puts(out, ST_NORMAL, " ");
  if (rest < v->bits.len) {
    bit_title(v->bits.data[rest].text, out);
    bit_row(d, &v->bits.data[rest], out);
    return;
  }
  rest -= v->bits.len;
  track_title(&v->lanes, v->tracks[rest], v->names.data[rest], out);
  lanes_track_row(&v->lanes, &v->source, &v->window, v->tracks[rest], out);
}

static char *rows_subject(struct debug *d, size_t i) {
  const struct lanes_data *v = lanes_of(d);
  size_t rest = 0;
  if (d->trace || kind_of(d, i, &rest) < COUNT(kinds) || rest < v->bits.len) return NULL;
  rest -= v->bits.len;
  return lanes_object_text(&v->source,
                           &v->lanes.events.data[v->lanes.tracks.data[v->tracks[rest]].named_by]);
}

/* ---- the event ---- */

static size_t event_count(struct debug *d) { return lanes_event_at_cursor(d) ? 3 : 0; }

static void event_title(struct debug *d, struct line *out) {
  (void)d;
  line_puts(out, ST_NORMAL, "Event");
}

/* Writes the edges that begin or end at this event: "behind #7 of T1". */
static void event_edges(struct debug *d, struct line *out) {
  const struct lanes_data *v = lanes_of(d);
  const struct lane_fold *fold;
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
  fold = lanes_fold_before(&v->lanes, v->window.cursor);
  if (fold)
    line_printf(out, ST_MARK, "%s%u more times the same before it (f opens)", shown++ ? "; " : "",
                fold->times);
  if (!shown) line_puts(out, ST_DIM, "no edge to another thread here");
}

static void event_item(struct debug *d, size_t i, int row, int cols, struct line *out) {
  const struct lanes_data *v = lanes_of(d);
  const struct lane_event *e = lanes_event_at_cursor(d);
  (void)row, (void)cols;
  if (i == 0) {
    char *kind = lanes_kind_text(&v->source, e), *object = lanes_object_text(&v->source, e),
         *value = v->source.value(d, e, true), *place = lanes_place_text(&v->source, e),
         *what = lanes_named(d, object), *where = debug_short(d, place);
    line_printf(out, line_thread_style(e->lane), " #%u %s: ", e->source,
                v->lanes.lanes.data[e->lane].name);
    line_printf(out, ST_NORMAL, "%s %s%s%s", kind, what, *value ? " = " : "", value);
    line_printf(out, ST_DIM, "  %s", where);
    free(kind), free(object), free(value), free(place), free(what), free(where);
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
