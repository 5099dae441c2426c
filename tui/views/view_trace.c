/* The view Trace: the events of the recorded trace. It marks the events that the engine has
 * followed and those that the analyses find suspicious. Without a trace, it shows the events of the
 * engine's current path.
 * A short trace is analysed when the view is first shown. Events are formatted when they are
 * drawn. */
#include "tui/views/view_trace.h"

#include <stdlib.h>
#include <string.h>

#include "trace/analysis/analysis.h"
#include "trace/counterexample.h"
#include "tui/terminal/debug.h"
#include "tui/views/views.h"

struct trace_step { /* an event of the engine's path */
  node_id node;
  uint32_t index;
};
struct trace_data {
  struct regex *filter;
  bool some; /* only the trace's events in `shown` are visible */
  VEC(uint64_t) shown;
  uint64_t library;    /* number of events that are internal to the class library */
  bool read, read_jdk; /* `shown` or `path` is filled, with read_jdk as the setting `jdk` */
  VEC(struct trace_step) path;
  bool labels_read, analysed; /* analysed: a long trace is analysed only on request */
  VEC(uint64_t) suspicious;   /* events with labels or warnings; sorted */
  struct analysis_report report;
  size_t cursor;
  uint64_t inspected; /* index of the event that `lines` describe, plus 1 */
  uint64_t inspected_at;
  VEC(char *) lines;
};

static inline struct trace_data *trace_data_of(struct debug *d) {
  return d->views[VIEW_trace].data;
}
/* Returns the index in the trace of the event in row i. */
static inline uint64_t trace_event_of(const struct trace_data *v, size_t i) {
  return v->some && i < v->shown.len ? v->shown.data[i] : i;
}

extern const struct pane_ops trace_event_pane;

static bool trace_suspicious(const struct trace_data *v, uint64_t n);
static uint64_t trace_conflict(struct debug *d, const struct trace_data *v, uint64_t n);
static size_t trace_events_count(struct debug *d);

/* ---- events as text ---- */

static void name_of(struct debug *d, const struct trace_event *e, struct text *out) {
  text_add(out, "", 0);
  trace_name_variable(d->trace, e, out);
  if (out->len) return;
  if (e->object) trace_name_object(d->trace, e->object, out);
  switch (trace_kind_ref(e->kind)) {
    case TRACE_REF_THREAD:
      text_puts(out, out->len ? " " : ""), trace_title_thread(d->trace, e->ref, out);
      break;
    case TRACE_REF_METHOD:
      text_puts(out, out->len ? " " : ""), trace_name_method(d->trace, e->ref, out);
      break;
    case TRACE_REF_CLASS:
      text_puts(out, out->len ? " " : ""), trace_name_class(d->trace, e->ref, out);
      break;
    case TRACE_REF_STRING:
      text_printf(out, "%s%s", out->len ? " " : "", trace_reader_string(d->trace, e->ref, NULL));
      break;
    default: break;
  }
}

/* Describes a step of a counterexample: the choice, and the operation before which its thread
 * stops. Caller frees. */
static char *choice_text(struct debug *d, const struct trace_event *e) {
  return mem_printf("%s, up to: %s", trace_reader_string(d->trace, e->ref, NULL),
                    counterexample_stop(d->trace, e));
}

/* Returns a text about the object of a recorded event. Caller frees. */
static char *trace_object_text(struct debug *d, const struct trace_event *e) {
  struct text t = {0};
  char *s;
  if (e->kind == TRACE_EV_CHOICE) return choice_text(d, e);
  name_of(d, e, &t);
  if (e->type == 's')
    text_printf(&t, " %s", trace_reader_string(d->trace, (uint32_t)e->value, NULL));
  else if (e->type && e->kind != TRACE_EV_CHOICE) {
    text_puts(&t, trace_before_value(e));
    trace_name_value(d->trace, e->type, e->value, &t);
  }
  if (e->text) text_printf(&t, " \"%s\"", trace_reader_string(d->trace, e->text, NULL));
  s = debug_recorded(d, d->trace, t.s);
  text_release(&t);
  return s;
}

static char *trace_place_text(struct debug *d, const struct trace_event *e) {
  struct text t = {0};
  char *s;
  if (!e->location) return mem_strdup("");
  trace_name_location(d->trace, e->location, &t);
  s = debug_short(d, t.s);
  text_release(&t);
  return s;
}

/* Returns the thread's title: "T1 Thread-0". */
static char *trace_thread_text(struct debug *d, uint32_t thread) {
  struct text t = {0};
  char *named, *s;
  trace_title_thread(d->trace, thread, &t);
  named = debug_thread_names(d, t.s);
  s = debug_short(d, named);
  text_release(&t);
  free(named);
  return s;
}

static enum style trace_style(uint32_t thread) {
  return line_thread_style(thread ? trace_thread_number(thread) : 0);
}

/* Draws a row of the events pane for a recorded event. */
static void trace_recorded_item(struct debug *d, uint64_t n, int cols, struct line *out) {
  struct trace_data *v = trace_data_of(d);
  struct trace_event e;
  struct error err = {0};
  char *object, *place, *thread;
  int place_at = cols - (cols < 100 ? 19 : 25);
  bool odd;
  if (trace_reader_event(d->trace, n, &e, &err)) {
    line_printf(out, ST_BAD, "#%llu %s", (unsigned long long)n, err.msg);
    return;
  }
  odd = trace_suspicious(v, n) || e.labels;
  object = trace_object_text(d, &e);
  place = trace_place_text(d, &e);
  thread = trace_thread_text(d, e.thread);
  line_puts(out, ST_GOOD, n < d->follow_at ? "=" : d->follow_used && n == d->follow_at ? "*" : " ");
  line_printf(out, ST_DIM, "%6llu ", (unsigned long long)n);
  line_puts(out, ST_BAD, odd ? "!" : " ");
  line_fit(out, trace_style(e.thread), thread, 13);
  line_tab(out, 24);
  if (e.kind == TRACE_EV_CHOICE)
    line_printf(out, ST_MARK, "step %llu", (unsigned long long)e.value + 1);
  else
    line_puts(out,
              odd                       ? ST_BAD
              : e.flags & TRACE_LIBRARY ? ST_DIM
                                        : ST_NORMAL,
              trace_kind_name(e.kind) ? trace_kind_name(e.kind) : "?");
  line_tab(out, 39);
  line_fit(out, ST_NORMAL, object, place_at - 40);
  line_tab(out, place_at);
  line_fit(out, ST_DIM, place, cols - place_at);
  free(object);
  free(place);
  free(thread);
}

/* Draws a row of the events pane for an event of the engine's path. */
static void trace_step_item(struct debug *d, const struct trace_step *s, int cols,
                            struct line *out) {
  struct node_info node;
  struct event_info e;
  char *object, *h;
  memset(&e, 0, sizeof e);
  if (engine_node(d->engine, s->node, &node) || engine_event(d->engine, s->node, s->index, &e))
    return;
  object = debug_short(d, e.object ? e.object : "");
  h = debug_short(d, e.h_change ? e.h_change : "");
  line_printf(out, ST_DIM, "%6u ", node.depth);
  line_printf(out, line_thread_style(e.thread), "T%u", e.thread);
  line_tab(out, 12);
  line_printf(out, e.jdk ? ST_DIM : ST_NORMAL, "%s", e.op ? e.op : "?");
  line_tab(out, 27);
  line_fit(out, ST_NORMAL, object, cols / 3);
  if (e.value && *e.value) line_printf(out, ST_NORMAL, " = %s", e.value);
  line_tab(out, 29 + cols / 3);
  if (e.line > 0) line_printf(out, ST_DIM, "@%d ", e.line);
  if (e.h_effect & H_CHANGES) line_puts(out, line_h_style(e.h_effect), h);
  free(object);
  free(h);
  engine_event_release(&e);
}

/* ---- pane of one event ---- */

/* Drops the lines of the event pane, so that they are made again. */
static void trace_clear_lines(struct trace_data *v) {
  size_t i;
  for (i = 0; i < v->lines.len; i++) free(v->lines.data[i]);
  v->lines.len = 0;
  v->inspected = 0;
}

static void trace_event_add(struct trace_data *v, char *s) { *vec_push(&v->lines) = s; }

static void inspect_conflict(struct debug *d, struct trace_data *v, uint64_t n) {
  uint64_t other = trace_conflict(d, v, n);
  struct trace_event o;
  char *place, *thread;
  if (other == UINT64_MAX || trace_reader_event(d->trace, other, &o, NULL)) return;
  place = trace_place_text(d, &o);
  thread = trace_thread_text(d, o.thread);
  trace_event_add(v, mem_printf("conflicts with #%llu (c): %s %s at %s", (unsigned long long)other,
                                thread, trace_kind_name(o.kind), place));
  free(place);
  free(thread);
}

static void inspect_warnings(struct debug *d, struct trace_data *v, uint64_t n) {
  size_t i;
  for (i = 0; i < v->report.warnings.len; i++) {
    const struct analysis_warning *w = &v->report.warnings.data[i];
    char *s;
    if (w->first.event != n && w->second.event != n) continue;
    s = debug_recorded(d, d->trace, w->message);
    trace_event_add(v, mem_printf("%s: %s", w->analysis, s));
    free(s);
  }
}

static void inspect_recorded(struct debug *d, struct trace_data *v, uint64_t n) {
  struct trace_event e;
  char *object, *place, *thread;
  size_t i;
  if (trace_reader_event(d->trace, n, &e, NULL)) return;
  object = trace_object_text(d, &e);
  place = trace_place_text(d, &e);
  thread = trace_thread_text(d, e.thread);
  trace_event_add(v, mem_printf("#%llu  %s  %s %s", (unsigned long long)n, thread,
                                trace_kind_name(e.kind), object));
  free(thread);
  if (*place)
    trace_event_add(v, mem_printf("at %s%s%s", place, e.flags & TRACE_VOLATILE ? ", volatile" : "",
                                  e.flags & TRACE_STATIC ? ", static" : ""));
  for (i = 0; i < trace_reader_label_count(d->trace); i++)
    if (e.labels >> i & 1)
      trace_event_add(v, mem_printf("label: %s", trace_reader_label_name(d->trace, i)));
  inspect_warnings(d, v, n);
  inspect_conflict(d, v, n);
  if (trace_reader_damage(d->trace))
    trace_event_add(v, mem_printf("trace: %s", trace_reader_damage(d->trace)));
  free(object);
  free(place);
}

static void inspect_step(struct debug *d, struct trace_data *v, size_t i) {
  struct event_info e;
  const struct trace_step *s;
  if (i >= v->path.len) return;
  s = &v->path.data[i];
  memset(&e, 0, sizeof e);
  if (engine_event(d->engine, s->node, s->index, &e)) return;
  trace_event_add(v, mem_printf("node %u  %s %s %s%s%s", s->node, debug_thread_title(d, e.thread),
                                e.op, e.object ? e.object : "", e.value && *e.value ? " = " : "",
                                e.value ? e.value : ""));
  if (e.method && *e.method)
    trace_event_add(
        v, mem_printf("at %s.%s%s%s:%d, bytecode %u%s", e.class_name ? e.class_name : "?",
                      e.method ? e.method : "?", e.file ? " " : "", e.file ? e.file : "", e.line,
                      e.bci, e.jdk ? " (inside the JDK)" : ""));
  if (e.h_change && *e.h_change) trace_event_add(v, mem_printf("h: %s", e.h_change));
  engine_event_release(&e);
}

static size_t inspect_count(struct debug *d) {
  struct trace_data *v = trace_data_of(d);
  uint64_t n = d->trace ? trace_event_of(v, v->cursor) : v->cursor;
  if (!trace_events_count(d)) return 0;
  if (v->inspected == n + 1 && v->inspected_at == d->generation) return v->lines.len;
  trace_clear_lines(v);
  v->inspected = n + 1;
  v->inspected_at = d->generation;
  if (d->trace)
    inspect_recorded(d, v, n);
  else
    inspect_step(d, v, v->cursor);
  return v->lines.len;
}

static void inspect_title(struct debug *d, struct line *out) {
  (void)d;
  line_puts(out, ST_NORMAL, "Event");
}

static void inspect_item(struct debug *d, size_t i, int row, int cols, struct line *out) {
  (void)row, (void)cols;
  line_printf(out, ST_NORMAL, " %s", trace_data_of(d)->lines.data[i]);
}

const struct pane_ops trace_event_pane = {.name = "event",
                                          .title = inspect_title,
                                          .count = inspect_count,
                                          .item = inspect_item,
                                          .text = true};

/* ---- suspicious events ---- */

/* When the view is first shown, it reads the trace's labels and analyses a short trace. It analyses
 * a long trace only when the user asks for its suspicious events. */

enum {
  ANALYSE_MAX = 300000, /* events; takes a fifth of a second, so that the view opens at once */
  NEAR = 20000          /* number of events on each side that are searched for a conflict */
};

static int trace_by_number(const void *a, const void *b) {
  uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
  return (x > y) - (x < y);
}

static void sort_suspicious(struct trace_data *v) {
  size_t i, j;
  if (!v->suspicious.len) return;
  qsort(v->suspicious.data, v->suspicious.len, sizeof *v->suspicious.data, trace_by_number);
  for (i = j = 1; i < v->suspicious.len; i++)
    if (v->suspicious.data[i] != v->suspicious.data[i - 1])
      v->suspicious.data[j++] = v->suspicious.data[i];
  v->suspicious.len = j;
}

static void read_labels(struct debug *d, struct trace_data *v) {
  const uint64_t *events;
  size_t i, j, n;
  v->labels_read = true;
  for (i = 0; i < trace_reader_label_count(d->trace); i++) {
    n = trace_reader_label_events(d->trace, i, &events);
    for (j = 0; j < n; j++) *vec_push(&v->suspicious) = events[j];
  }
}

/* Analyses the trace. Returns false if SIGINT stopped the analysis or it failed; logs a failure. */
static bool suspicious_analyse(struct debug *d, struct analysis_report *report) {
  struct error err = {0};
  int r = trace_analyze(d->trace, &(struct analysis_settings){.stop = d->stop}, report, &err);
  if (r && r != ERR_LIMIT) debug_log(d, LOG_WARN, "trace: %s", err.msg);
  return !r;
}

/* Fills `suspicious` once, from the trace's labels and the analyses. Analyses a long trace only if
 * `whole` is set; SIGINT stops the analysis. */
static void trace_read_suspicious(struct debug *d, struct trace_data *v, bool whole) {
  size_t i;
  if (!d->trace || v->analysed) return;
  if (!v->labels_read) read_labels(d, v);
  if (whole || trace_reader_count(d->trace) <= ANALYSE_MAX) {
    v->analysed = true;
    if (!suspicious_analyse(d, &v->report)) {
      v->analysed = !whole; /* do not repeat a failed analysis each time the view is shown */
      analysis_report_release(&v->report);
      memset(&v->report, 0, sizeof v->report);
    }
    for (i = 0; i < v->report.labels.len; i++)
      *vec_push(&v->suspicious) = v->report.labels.data[i].event;
  }
  sort_suspicious(v);
}

/* Returns true if the trace has been analysed, now or before it was opened. Labels come from an
 * earlier analysis of the trace. */
static bool trace_is_analysed(const struct trace_data *v) {
  return v->analysed || v->suspicious.len;
}

uint64_t view_trace_suspicious(struct debug *d, uint64_t n, size_t *count) {
  struct trace_data *v = trace_data_of(d);
  size_t i;
  trace_read_suspicious(d, v, !v->suspicious.len);
  if (count) *count = v->suspicious.len;
  for (i = 0; i < v->suspicious.len; i++)
    if (v->suspicious.data[i] >= n) return v->suspicious.data[i];
  return UINT64_MAX;
}

uint64_t view_trace_suspicious_before(struct debug *d, uint64_t n) {
  const struct trace_data *v = trace_data_of(d);
  uint64_t found = UINT64_MAX;
  size_t i, count;
  view_trace_suspicious(d, n, &count);
  for (i = 0; i < count && v->suspicious.data[i] < n; i++) found = v->suspicious.data[i];
  return found;
}

/* Returns true if event n of the trace is known to be suspicious. */
static bool trace_suspicious(const struct trace_data *v, uint64_t n) {
  return v->suspicious.len && bsearch(&n, v->suspicious.data, v->suspicious.len,
                                      sizeof *v->suspicious.data, trace_by_number) != NULL;
}

/* ---- conflicts ---- */

/* Returns the other event of a warning about event n; UINT64_MAX: there is none. */
static uint64_t other_side(const struct trace_data *v, uint64_t n) {
  size_t i;
  for (i = 0; i < v->report.warnings.len; i++) {
    const struct analysis_warning *w = &v->report.warnings.data[i];
    uint64_t other = w->first.event == n    ? w->second.event
                     : w->second.event == n ? w->first.event
                                            : ANALYSIS_NO_EVENT;
    if (other != ANALYSIS_NO_EVENT) return other;
  }
  return UINT64_MAX;
}

static bool conflict(const struct trace_event *a, const struct trace_event *b) {
  if (a->thread == b->thread || a->object != b->object || a->ref != b->ref || a->index != b->index)
    return false;
  if (!(trace_is_read(b) || trace_is_write(b))) return false;
  return trace_is_write(a) || trace_is_write(b);
}

/* Returns an event that conflicts with event n: the other event of a warning about n, else the
 * nearest access by another thread to the same variable, one of the two being a write. UINT64_MAX:
 * none is near. */
static uint64_t trace_conflict(struct debug *d, const struct trace_data *v, uint64_t n) {
  uint64_t i, count = trace_reader_count(d->trace), other = other_side(v, n);
  struct trace_event e, o;
  if (other != UINT64_MAX || trace_reader_event(d->trace, n, &e, NULL)) return other;
  if (!trace_is_read(&e) && !trace_is_write(&e)) return UINT64_MAX;
  for (i = n; i-- > (n > NEAR ? n - NEAR : 0);)
    if (!trace_reader_event(d->trace, i, &o, NULL) && conflict(&e, &o)) return i;
  for (i = n + 1; i < count && i - n <= NEAR; i++)
    if (!trace_reader_event(d->trace, i, &o, NULL) && conflict(&e, &o)) return i;
  return UINT64_MAX;
}

uint64_t view_trace_conflict(struct debug *d, uint64_t n) {
  trace_read_suspicious(d, trace_data_of(d), true); /* labels do not say which events conflict */
  return trace_conflict(d, trace_data_of(d), n);
}

char *view_trace_warning(struct debug *d, uint64_t n) {
  const struct trace_data *v = trace_data_of(d);
  size_t i;
  for (i = 0; i < v->report.warnings.len; i++) {
    const struct analysis_warning *w = &v->report.warnings.data[i];
    char *s, *text;
    if (w->first.event != n && w->second.event != n) continue;
    s = debug_recorded(d, d->trace, w->message);
    text = mem_printf("%s: %s", w->analysis, s);
    free(s);
    return text;
  }
  return NULL;
}

/* ---- data of the view ---- */

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

/* ---- panes of the view ---- */

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

static size_t trace_events_count(struct debug *d) {
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
