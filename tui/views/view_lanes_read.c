/* Reads the data that the view Lanes shows: the lanes of the trace or path, with loops folded on
 * request, and the locks, variables, marks and bits of h that get a row. */
#include <stdlib.h>
#include <string.h>

#include "tui/terminal/bits.h"
#include "tui/views/lanes_fold.h"
#include "tui/views/view_lanes_int.h"

void lanes_forget_names(struct lanes_data *v) {
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

char *lanes_named(struct debug *d, const char *text) {
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
  v->tracks[v->track_count++] = track;
  *vec_push(&v->names) = named_track(d, track, name);
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

uint32_t lanes_event_of_node(const struct lanes_data *v, node_id n) {
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
}

void view_lanes_short_names(struct debug *d, struct lanes *l) {
  for (size_t i = 0; i < l->lanes.len; i++) {
    char *full = debug_thread_names(d, l->lanes.data[i].name), *s = debug_short(d, full);
    free(full);
    free(l->lanes.data[i].name);
    l->lanes.data[i].name = s;
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

/* ---- bits of h ---- */

void lanes_forget_bits(struct lanes_data *v) {
  for (size_t i = 0; i < v->bits.len; i++) {
    free(v->bits.data[i].text);
    free(v->bits.data[i].at);
  }
  v->bits.len = 0;
}

static node_id node_of(const struct lanes_data *v, uint32_t event) {
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

/* ---- the cursor ---- */

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

void lanes_refresh(struct debug *d, void *data) {
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
