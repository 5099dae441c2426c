/* The view Trace: the events of the recorded trace. It marks the events that the engine has
 * followed and those that the analyses find suspicious. Without a trace, it shows the events of the
 * engine's current path.
 * A short trace is analysed when the view is first shown. Events are formatted when they are
 * drawn. */
#include "tui/views/views.h"
#include "tui/views/view_trace.h"

#include <stdlib.h>
#include <string.h>

#include "trace/counterexample.h"
#include "tui/views/view_trace_data.h"

enum pane { EVENTS, INSPECT };

static void *trace_open_data(struct debug *d) {
  (void)d;
  return mem_alloc(sizeof(struct trace_data));
}

static void trace_close_data(void *data) {
  struct trace_data *v = data;
  trace_clear_lines(v);
  vec_free(&v->lines);
  vec_free(&v->shown);
  vec_free(&v->path);
  vec_free(&v->suspicious);
  if (v->analysed) analysis_report_release(&v->report);
  regex_free(v->filter);
  free(v);
}

/* ---- reading the session ---- */

/* Returns true if an event of the path is visible. The library's internal events are visible only
 * with the setting `jdk`. */
static bool step_shown(struct debug *d, struct trace_data *v, node_id n, uint32_t index) {
  struct trace_step s = {n, index};
  struct event_info e;
  struct line l = {0};
  bool shown = true;
  memset(&e, 0, sizeof e);
  if (engine_event(d->engine, n, index, &e)) return false;
  if (e.internal) v->library++;
  if (e.internal && !d->set.jdk) shown = false;
  engine_event_release(&e);
  if (!shown || !v->filter) return shown;
  trace_step_item(d, &s, 200, &l);
  shown = regex_match(v->filter, line_text(&l), 0, NULL, NULL);
  line_release(&l);
  return shown;
}

static void read_path(struct debug *d, struct trace_data *v) {
  node_id here = engine_here(d->engine), *ids;
  uint32_t n = engine_path(d->engine, here, NULL, 0), i, j;
  v->read = true;
  v->read_jdk = d->set.jdk;
  v->path.len = 0;
  v->library = 0;
  ids = mem_alloc((n + 1) * sizeof *ids);
  engine_path(d->engine, here, ids, n);
  for (i = 0; i < n; i++) {
    struct node_info node;
    if (engine_node(d->engine, ids[i], &node)) continue;
    for (j = 0; j < node.events; j++)
      if (step_shown(d, v, ids[i], j)) *vec_push(&v->path) = (struct trace_step){ids[i], j};
  }
  free(ids);
}

/* Chooses the visible events of the trace. Only counterexamples contain internal events of the
 * library, and they are short, so without a filter only their events are looked at. */
static void read_shown(struct debug *d, struct trace_data *v) {
  uint64_t i, n = trace_reader_count(d->trace);
  bool ours = counterexample_is(d->trace);
  struct line l = {0};
  v->read = true;
  v->read_jdk = d->set.jdk;
  v->shown.len = 0;
  v->library = 0;
  v->some = v->filter != NULL;
  for (i = 0; (ours || v->filter) && i < n; i++) {
    struct trace_event e;
    if (ours && !trace_reader_event(d->trace, i, &e, NULL) && e.flags & TRACE_LIBRARY) {
      v->library++;
      if (!d->set.jdk) continue;
    }
    line_clear(&l);
    if (v->filter) trace_recorded_item(d, i, 200, &l);
    if (!v->filter || regex_match(v->filter, line_text(&l), 0, NULL, NULL))
      *vec_push(&v->shown) = i;
    if (i % 1024 == 1023 &&
        ((d->pending && d->pending(d->pending_self)) || (d->stop && *d->stop))) {
      debug_log(d, LOG_WARN, "filter: stopped at event %llu", (unsigned long long)i);
      break;
    }
  }
  v->some = v->some || (v->library && !d->set.jdk);
  line_release(&l);
}

/* When other events become visible, keeps the cursor on its event or, if that is hidden now, on the
 * one before it. */
static void keep_cursor(struct debug *d, struct trace_data *v, uint64_t event,
                        struct trace_step at) {
  size_t i;
  if (d->trace) {
    for (i = 0; v->some && i < v->shown.len && v->shown.data[i] <= event; i++) continue;
    v->cursor = v->some ? i - (i > 0) : (size_t)event;
    return;
  }
  for (i = 0; i < v->path.len; i++)
    if (v->path.data[i].node < at.node ||
        (v->path.data[i].node == at.node && v->path.data[i].index <= at.index))
      v->cursor = i;
}

static void trace_refresh(struct debug *d, void *data) {
  struct trace_data *v = data;
  bool other = v->read && v->read_jdk != d->set.jdk;
  uint64_t event = d->trace ? trace_event_of(v, v->cursor) : 0;
  struct trace_step at = v->cursor < v->path.len ? v->path.data[v->cursor] : (struct trace_step){0};
  if (d->trace) trace_read_suspicious(d, v, false);
  if (!d->trace)
    read_path(d, v);
  else if (!v->read || other)
    read_shown(d, v);
  if (other) keep_cursor(d, v, event, at);
  trace_clear_lines(v);
}

void view_trace_filter(struct debug *d, struct regex *filter) {
  struct trace_data *v = trace_data_of(d);
  regex_free(v->filter);
  v->filter = filter;
  v->cursor = 0;
  if (d->trace) read_shown(d, v);
  debug_stale(d);
}

void view_trace_show(struct debug *d, uint64_t n) {
  struct trace_data *v = trace_data_of(d);
  size_t i = 0;
  view_refresh(d, VIEW_trace);
  if (v->some)
    while (i + 1 < v->shown.len && v->shown.data[i] < n) i++;
  else
    i = (size_t)n;
  v->cursor = i;
}

bool view_trace_cursor(struct debug *d, uint64_t *n) {
  struct trace_data *v = trace_data_of(d);
  if (!d->trace) return false;
  view_refresh(d, VIEW_trace); /* the session may have moved since the view was drawn */
  *n = trace_event_of(v, v->cursor);
  return true;
}

/* ---- panes ---- */

static void title_end(struct debug *d, const struct trace_data *v, struct line *out) {
  if (v->library && !d->set.jdk)
    line_printf(out, ST_DIM, "  library's own left out: %llu (J shows)",
                (unsigned long long)v->library);
  if (v->filter) line_printf(out, ST_MARK, "  /%s/", regex_pattern(v->filter));
}

static void events_title(struct debug *d, struct line *out) {
  const struct trace_data *v = trace_data_of(d);
  if (!d->trace) {
    line_puts(out, ST_NORMAL, "Events of the path to here");
    title_end(d, v, out);
    return;
  }
  line_printf(out, ST_NORMAL, "Trace %s  = followed  * next  ! suspicious ",
              trace_reader_meta(d->trace, TRACE_META_KIND, 0)
                  ? trace_reader_meta(d->trace, TRACE_META_KIND, 0)
                  : "");
  if (trace_is_analysed(v))
    line_printf(out, ST_NORMAL, "(%zu)", v->suspicious.len);
  else
    line_puts(out, ST_MARK, "(} looks)");
  if (d->follow_off) line_puts(out, ST_WARN, "  the path left it at *");
  title_end(d, v, out);
}

size_t trace_events_count(struct debug *d) {
  const struct trace_data *v = trace_data_of(d);
  if (!d->trace) return v->path.len;
  return v->some ? v->shown.len : (size_t)trace_reader_count(d->trace);
}

static void events_item(struct debug *d, size_t i, int row, int cols, struct line *out) {
  (void)row;
  if (d->trace)
    trace_recorded_item(d, trace_event_of(trace_data_of(d), i), cols, out);
  else
    trace_step_item(d, &trace_data_of(d)->path.data[i], cols, out);
}

static char *events_open(struct debug *d, size_t i) {
  if (d->trace)
    return mem_printf("follow to %llu", (unsigned long long)trace_event_of(trace_data_of(d), i));
  return mem_printf("go %u", trace_data_of(d)->path.data[i].node);
}

/* Returns the object of an event of the engine. For recorded events returns NULL, because the
 * commands themselves find the object in the trace. */
static char *events_subject(struct debug *d, size_t i) {
  const struct trace_step *s = &trace_data_of(d)->path.data[i];
  struct event_info e;
  char *found;
  if (d->trace || engine_event(d->engine, s->node, s->index, &e)) return NULL;
  found = view_subject_of(e.object);
  engine_event_release(&e);
  return found;
}

static size_t *events_cursor(struct debug *d) { return &trace_data_of(d)->cursor; }

static size_t events_home(struct debug *d) {
  struct trace_data *v = trace_data_of(d);
  size_t i = 0;
  if (!d->trace) return v->path.len ? v->path.len - 1 : SIZE_MAX;
  if (!d->follow_used) return SIZE_MAX;
  if (!v->some) return (size_t)d->follow_at;
  while (i < v->shown.len && v->shown.data[i] < d->follow_at) i++;
  return i;
}

static const struct pane_ops events_pane = {.name = "events",
                                            .title = events_title,
                                            .count = trace_events_count,
                                            .item = events_item,
                                            .open = events_open,
                                            .subject = events_subject,
                                            .cursor = events_cursor,
                                            .home = events_home,
                                            .empty = "no events"};
static const struct pane_ops *const panes[] = {&events_pane, &trace_event_pane, NULL};

static void trace_layout(struct debug *d, struct rect area, struct rect *out) {
  (void)d;
  out[INSPECT] = rect_bottom(&area, area.rows >= 16 ? 7 : 4);
  out[EVENTS] = area;
}

/* Shows all events of a short trace, and one page around the cursor of a long trace. */
static int trace_twin_rows(struct debug *d, int cols) {
  size_t n = trace_events_count(d);
  (void)cols;
  return (n < 200 ? (int)n : 200) + 1 + 7;
}

const struct view_ops view_trace = {.name = "trace",
                                    .title = "Trace",
                                    .panes = panes,
                                    .layout = trace_layout,
                                    .twin_rows = trace_twin_rows,
                                    .open = trace_open_data,
                                    .refresh = trace_refresh,
                                    .close = trace_close_data,
                                    .focus = EVENTS};
