/* The view Lanes: what each thread did and when it ran (lanes.h). Shows the trace or, without one,
 * the current path. If the user has gone back along that path, shows it to its old end. Rows below
 * the lanes show switches, changes of h, marks, the owners of shared locks and the values of shared
 * variables, watched ones first. */
#include "tui/views/lanes/view_lanes.h"

#include <stdlib.h>
#include <string.h>

#include "engine/base/check.h"
#include "tui/terminal/bits.h"
#include "tui/terminal/debug.h"
#include "tui/views/lanes/draw.h"
#include "tui/views/lanes/fold.h"
#include "tui/views/view_trace.h"
#include "tui/views/views.h"

enum { TRACKS_MAX = 12 };
struct lanes_bit { /* a watched bit of h */
  char *text;      /* "h T1 Cell.value" */
  uint8_t *at;     /* enum h_bit, for each event of the path */
};

struct lanes_data {
  struct lanes lanes;
  struct lanes_source source;
  struct lanes_window window;
  struct lanes_canvas canvas;
  bool read, jdk, placed; /* placed: the cursor has a place */
  bool fold;              /* fold loops */
  uint32_t wanted;        /* source index of an event to show; LANE_NONE: none */
  node_id end;            /* end of the path that was read */
  uint64_t at;            /* generation for which the cursor was placed */
  uint64_t trace_at;      /* event under the cursor of the view Trace */
  size_t lane;            /* lane under the cursor */
  uint32_t tracks[TRACKS_MAX];
  size_t track_count;
  VEC(char *) names;   /* names of the tracks */
  VEC(uint32_t) marks; /* events that observed a location of the guide sequence */
  VEC(struct lanes_bit) bits;
};

static inline struct lanes_data *lanes_of(struct debug *d) { return d->views[VIEW_lanes].data; }
extern const struct pane_ops lanes_rows_pane, lanes_event_pane;

static char *lanes_named(struct debug *d, const char *text);
static uint32_t lanes_event_of_node(const struct lanes_data *v, node_id n);
static void lanes_forget_bits(struct lanes_data *v);
static void lanes_bring_up(struct debug *d, int cols);
static const struct lane_event *lanes_event_at_cursor(struct debug *d);

/* ---- pane of rows ---- */

/* The rows below the lanes, in the same columns, show switches, changes of h, marks, moments,
 * folds, bits of h, locks and variables. */

static void rows_title(struct debug *d, struct line *out) {
  const struct lanes_data *v = lanes_of(d);
  size_t i, missing = 0;
  for (i = 0; i < v->lanes.edges.len; i++) missing += v->lanes.edges.data[i].missing;
  line_puts(out, ST_NORMAL, "Switches, h, locks, variables");
  if (missing)
    line_printf(out, ST_BAD, "  x %zu race%s: nothing orders the two", missing, PLURAL(missing));
}

/* ---- rows of switches and marks ---- */

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

/* number of rows in the pane below the lanes */
static int lanes_row_count(struct debug *d) { return (int)rows_count(d); }

/* ---- bits of h, locks, variables ---- */

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
  CHECK(rest < v->track_count, "the view has the track: %zu of %zu", rest, v->track_count);
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

/* ---- pane of the event ---- */

static size_t event_count(struct debug *d) { return lanes_event_at_cursor(d) ? 3 : 0; }

static void event_title(struct debug *d, struct line *out) {
  (void)d;
  line_puts(out, ST_NORMAL, "Event");
}

static const char *edge_words(const struct lane_edge *e, uint32_t event) {
  if (e->missing) return "races with";
  if (e->older) return e->to == event ? "reads the older value of" : "overwritten, but read by";
  return e->to == event ? "behind" : "before";
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
    line_printf(out,
                e->missing ? ST_BAD
                : e->older ? ST_WARN
                           : ST_NORMAL,
                "%s%s #%u of %s", shown++ ? ", " : "", edge_words(e, v->window.cursor),
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

/* ---- reading the lanes ---- */

/* The view reads the lanes of the trace or path, with loops folded on request, and the locks,
 * variables, marks and bits of h that get a row. */

static void lanes_forget_names(struct lanes_data *v) {
  size_t i;
  for (i = 0; i < v->names.len; i++) free(v->names.data[i]);
  v->names.len = 0;
}

static char *track_name(struct debug *d, uint32_t track) {
  struct lanes_data *v = lanes_of(d);
  char *full = lanes_track_text(&v->lanes, &v->source, track), *s = debug_short(d, full);
  free(full);
  return s;
}

/* Returns a text about the lanes with short class names, and with the field that holds each object
 * after the object. Caller frees. */
static char *lanes_named(struct debug *d, const char *text) {
  struct trace_reader *r = lanes_of(d)->source.trace;
  return r ? debug_recorded(d, r, text) : debug_named(d, text);
}

static char *value_shown(void *arg, const struct lane_event *e, bool held) {
  struct debug *d = arg;
  char *full = lanes_value_text(&lanes_of(d)->source, e),
       *s = held ? lanes_named(d, full) : debug_short(d, full);
  free(full);
  return s;
}

/* Returns the track's name, followed by the variable that holds its object. Frees `name`; the
 * caller frees the result. */
static char *named_track(struct debug *d, uint32_t track, char *name) {
  struct lanes_data *v = lanes_of(d);
  char *full = lanes_track_text(&v->lanes, &v->source, track), *s = lanes_named(d, full);
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
  CHECK(v->track_count < TRACKS_MAX, "the view has a row for the track: %zu", v->track_count);
  v->tracks[v->track_count++] = track;
  *vec_push(&v->names) = named_track(d, track, name);
  CHECK(v->names.len == v->track_count, "a track has a name: %zu, %zu", v->names.len,
        v->track_count);
}

/* Chooses the tracks that get a row: watched ones first (of a long trace, only among the first
 * tracks), then shared ones. */
static void choose_tracks(struct debug *d, struct lanes_data *v) {
  enum { LOOKED_AT = 20000 };
  uint32_t i, n = (uint32_t)v->lanes.tracks.len;
  int pass;
  v->track_count = 0;
  lanes_forget_names(v);
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

/* Returns the last event of a node's step; LANE_NONE: the step has no event in a lane. */
static uint32_t lanes_event_of_node(const struct lanes_data *v, node_id n) {
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
    event = m.observed ? lanes_event_of_node(v, m.observed_node) : LANE_NONE;
    if (event != LANE_NONE) *vec_push(&v->marks) = event;
    engine_mark_release(&m);
  }
}

/* Returns true if the path that was read contains the current node. */
static bool is_on_path(struct debug *d, const struct lanes_data *v) {
  node_id here = engine_here(d->engine), n = v->end;
  struct node_info k;
  while (n != NODE_NONE && !engine_node(d->engine, n, &k)) {
    if (n == here) return true;
    n = k.parent;
  }
  return false;
}

/* Reads the path with the session at its end, and then returns to the current node. */
static void read_at_end(struct debug *d, struct lanes_data *v) {
  node_id here = engine_here(d->engine);
  struct error none = {0};
  engine_go(d->engine, v->end, &none);
  lanes_read_path(&v->lanes, &v->source, v->end, d->set.jdk);
  engine_go(d->engine, here, &none);
  CHECK(engine_here(d->engine) == here, "the lanes leave the session at its node: %u, not %u",
        engine_here(d->engine), here);
}

void view_lanes_short_names(struct debug *d, struct lanes *l) {
  for (size_t i = 0; i < l->lanes.len; i++) {
    struct lane *k = &l->lanes.data[i];
    char *full = debug_thread_names(d, k->name);
    if (strcmp(full, k->name) != 0) k->numbered = false;
    free(k->name);
    k->name = debug_short(d, full);
    free(full);
  }
}

static void read_once(struct debug *d, struct lanes_data *v, const struct lanes_hidden *hidden) {
  lanes_release(&v->lanes);
  lanes_init(&v->lanes);
  if (hidden) {
    v->lanes.hidden = hidden->event;
    v->lanes.hidden_count = hidden->count;
  }
  if (d->trace)
    lanes_read_trace(&v->lanes, &v->source, d->set.jdk);
  else
    read_at_end(d, v);
  view_lanes_short_names(d, &v->lanes);
  v->lanes.hidden = NULL;
}

/* Returns the index of the session's position in the source of the lanes; LANE_NONE: it has
 * none. */
static uint32_t moment(struct debug *d, const struct lanes_data *v) {
  node_id here = engine_here(d->engine);
  size_t i;
  if (d->trace) return d->follow_used ? (uint32_t)d->follow_at : LANE_NONE;
  for (i = v->source.steps.len; i-- > 0;)
    if (v->source.steps.data[i].node == here) return (uint32_t)i;
  return LANE_NONE;
}

/* Folds loops. Keeps the session's position, the requested event and observed marks visible. */
static void fold_loops(struct debug *d, struct lanes_data *v) {
  struct lanes_hidden hidden;
  struct lane_fold *f;
  VEC(uint32_t) keep = {0};
  size_t i;
  *vec_push(&keep) = moment(d, v);
  *vec_push(&keep) = v->wanted;
  read_marks(d, v);
  for (i = 0; i < v->marks.len; i++)
    *vec_push(&keep) = v->lanes.events.data[v->marks.data[i]].source;
  lanes_find_loops(&v->lanes, &v->source, keep.data, keep.len, &hidden);
  if (hidden.folds.len) read_once(d, v, &hidden);
  for (f = hidden.folds.data; f < hidden.folds.data + hidden.folds.len; f++)
    *vec_push(&v->lanes.folds) = *f;
  lanes_hidden_release(&hidden);
  vec_free(&keep);
}

static void read_lanes(struct debug *d, struct lanes_data *v) {
  if (v->source.engine != d->engine || !is_on_path(d, v)) v->end = engine_here(d->engine);
  v->source.engine = d->engine;
  v->source.trace = d->trace;
  v->source.value = value_shown;
  v->source.value_arg = d;
  v->jdk = d->set.jdk;
  v->read = true;
  read_once(d, v, NULL);
  if (v->fold) fold_loops(d, v);
  lanes_forget_bits(v);
}

/* ---- reading bits of h ---- */

static void lanes_forget_bits(struct lanes_data *v) {
  for (size_t i = 0; i < v->bits.len; i++) {
    free(v->bits.data[i].text);
    free(v->bits.data[i].at);
  }
  v->bits.len = 0;
}

static node_id node_of(const struct lanes_data *v, uint32_t event) {
  INVARIANT(event < v->lanes.events.len && v->lanes.events.data[event].source < v->source.steps.len,
            "an event of the lanes has a node: %u of %zu", event, v->lanes.events.len);
  return v->source.steps.data[v->lanes.events.data[event].source].node;
}

/* Reads a bit of h along the path. All events of a step get the value after that step. */
static void read_bit(struct debug *d, struct lanes_data *v, const char *text) {
  uint32_t n = (uint32_t)v->lanes.events.len, count = 0, i;
  node_id *nodes = mem_alloc((n + 1) * sizeof *nodes);
  uint8_t *bits = mem_alloc(n + 1), *at = mem_alloc(n + 1);
  struct error none = {0};
  memset(bits, H_BIT_NONE, n + 1);
  for (i = 0; i < n; i++)
    if (!count || nodes[count - 1] != node_of(v, i)) nodes[count++] = node_of(v, i);
  bits_along(d, text, nodes, count, bits, &none);
  for (i = count = 0; i < n; i++) {
    if (nodes[count] != node_of(v, i)) count++;
    INVARIANT(nodes[count] == node_of(v, i), "the bits follow the nodes of the path: event %u", i);
    at[i] = bits[count];
  }
  free(nodes);
  free(bits);
  *vec_push(&v->bits) = (struct lanes_bit){mem_strdup(text), at};
}

static bool same_bits(const struct debug *d, const struct lanes_data *v) {
  size_t i, n = 0;
  for (i = 0; i < d->watches.len; i++) {
    if (!bits_is(d->watches.data[i])) continue;
    if (n >= v->bits.len || strcmp(v->bits.data[n].text, d->watches.data[i]) != 0) return false;
    n++;
  }
  return n == v->bits.len;
}

static void read_bits(struct debug *d, struct lanes_data *v) {
  size_t i;
  if (d->trace || same_bits(d, v)) return;
  lanes_forget_bits(v);
  for (i = 0; i < d->watches.len; i++)
    if (bits_is(d->watches.data[i])) read_bit(d, v, d->watches.data[i]);
}

/* ---- position of the cursor ---- */

/* Returns the event for the cursor: the last one up to the current node, or the cursor's own event
 * if that belongs to the current step. */
static uint32_t event_here(struct debug *d, const struct lanes_data *v) {
  struct node_info here = debug_here(d), k;
  uint32_t i, found = LANE_NONE;
  if (v->placed && v->window.cursor < v->lanes.events.len &&
      node_of(v, v->window.cursor) == engine_here(d->engine))
    return v->window.cursor;
  for (i = 0; i < v->lanes.events.len; i++)
    if (!engine_node(d->engine, node_of(v, i), &k) && k.depth <= here.depth) found = i;
  return found;
}

static void put_cursor(struct debug *d, struct lanes_data *v) {
  uint32_t to = LANE_NONE, last = v->lanes.events.len ? (uint32_t)v->lanes.events.len - 1 : 0;
  if (d->trace)
    to = d->follow_used ? lanes_event_from(&v->lanes, d->follow_at)
         : v->placed    ? v->window.cursor
                        : 0;
  else
    to = event_here(d, v);
  v->window.cursor = to == LANE_NONE ? 0 : to > last ? last : to;
  v->placed = true;
  if (v->lanes.events.len) v->lane = v->lanes.events.data[v->window.cursor].lane;
}

/* Reads the lanes again, because other events are shown now. In a trace, keeps the cursor at its
 * event. */
static void read_again(struct debug *d, struct lanes_data *v) {
  uint32_t at = v->window.cursor < v->lanes.events.len && d->trace
                    ? v->lanes.events.data[v->window.cursor].source
                    : LANE_NONE;
  read_lanes(d, v);
  if (at != LANE_NONE) v->window.cursor = lanes_event_from(&v->lanes, at);
  if (!d->trace) v->placed = false;
  v->at = 0;
}

static void lanes_refresh(struct debug *d, void *data) {
  struct lanes_data *v = data;
  if (!v->read || v->jdk != d->set.jdk || v->source.engine != d->engine ||
      (!d->trace && !is_on_path(d, v)) || lanes_fold_of(&v->lanes, moment(d, v)))
    read_again(d, v);
  if (v->at != d->generation) put_cursor(d, v);
  v->at = d->generation;
  if (d->trace) view_lanes_short_names(d, &v->lanes); /* new names may be known */
  choose_tracks(d, v);
  read_marks(d, v);
  read_bits(d, v);
  v->canvas.cols = 0;
}

/* ---- data of the view ---- */

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

/* ---- moves of the cursor ---- */

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

/* ---- drawing ---- */

/* Draws the lanes for that width, unless they are drawn already. */
static void lanes_bring_up(struct debug *d, int cols) {
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

/* NULL: there are no events */
static const struct lane_event *lanes_event_at_cursor(struct debug *d) {
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
