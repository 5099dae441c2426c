/* The Trace view: the events of the recorded trace, with the place that the engine has followed it to and the events that the
 * analyses suspect; without a trace, the events of the engine's path to here.
 *
 * A trace without labels is analysed when the view is first shown. Events are formatted when they are drawn. */
#include "tui/views/view_trace.h"

#include <stdlib.h>
#include <string.h>

#include "trace/analysis/analysis.h"

enum pane { EVENTS, INSPECT };

struct step_event { /* an event of the engine's path */
  node_id node;
  uint32_t index;
};
struct data {
  struct regex *filter;
  bool some;           /* not all events of the trace are shown: these are */
  VEC(uint64_t) shown;
  uint64_t library;    /* events that are left out as the library's own affair */
  bool read, read_jdk; /* `shown` was made, and with which setting */
  VEC(struct step_event) path;
  bool analysed;
  VEC(uint64_t) suspicious; /* sorted */
  struct analysis_report report;
  size_t cursor;
  uint64_t inspected; /* event that `lines` tell of, plus 1 */
  uint64_t inspected_at;
  VEC(char *) lines;
};

static struct data *data_of(struct debug *d) { return d->views[VIEW_trace].data; }

static void *open_data(struct debug *d) {
  (void)d;
  return mem_alloc(sizeof(struct data));
}

static void clear_lines(struct data *v) {
  size_t i;
  for (i = 0; i < v->lines.len; i++) free(v->lines.data[i]);
  v->lines.len = 0;
  v->inspected = 0;
}

static void close_data(void *data) {
  struct data *v = data;
  clear_lines(v);
  vec_free(&v->lines);
  vec_free(&v->shown);
  vec_free(&v->path);
  vec_free(&v->suspicious);
  if (v->analysed) analysis_report_release(&v->report);
  regex_free(v->filter);
  free(v);
}

/* ---- suspicious events ------------------------------------------------------------------------------------------------------ */

static int by_number(const void *a, const void *b) {
  uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
  return (x > y) - (x < y);
}

static void read_suspicious(struct debug *d, struct data *v) {
  struct error err = {0};
  size_t i, j, n;
  if (v->analysed || !d->trace) return;
  v->analysed = true;
  for (i = 0; i < trace_reader_label_count(d->trace); i++) {
    const uint64_t *events;
    n = trace_reader_label_events(d->trace, i, &events);
    for (j = 0; j < n; j++) *vec_push(&v->suspicious) = events[j];
  }
  if (trace_analyze(d->trace, NULL, &v->report, &err)) debug_log(d, LOG_WARN, "trace: %s", err.msg);
  for (i = 0; i < v->report.labels.len; i++) *vec_push(&v->suspicious) = v->report.labels.data[i].event;
  if (!v->suspicious.len) return;
  qsort(v->suspicious.data, v->suspicious.len, sizeof *v->suspicious.data, by_number);
  for (i = j = 1; i < v->suspicious.len; i++)
    if (v->suspicious.data[i] != v->suspicious.data[i - 1]) v->suspicious.data[j++] = v->suspicious.data[i];
  v->suspicious.len = j;
}

uint64_t view_trace_suspicious(struct debug *d, uint64_t n, size_t *count) {
  struct data *v = data_of(d);
  size_t i;
  read_suspicious(d, v);
  if (count) *count = v->suspicious.len;
  for (i = 0; i < v->suspicious.len; i++)
    if (v->suspicious.data[i] >= n) return v->suspicious.data[i];
  return UINT64_MAX;
}

static bool suspicious(const struct data *v, uint64_t n) {
  return v->suspicious.len &&
         bsearch(&n, v->suspicious.data, v->suspicious.len, sizeof *v->suspicious.data, by_number) != NULL;
}

/* ---- events as text --------------------------------------------------------------------------------------------------------- */

static const char *thread_name(struct debug *d, uint32_t thread) {
  const struct trace_thread *t = trace_reader_thread(d->trace, thread);
  return t ? trace_reader_string(d->trace, t->name, NULL) : "?";
}

static void name_of(struct debug *d, const struct trace_event *e, struct text *out) {
  text_add(out, "", 0);
  trace_name_variable(d->trace, e, out);
  if (out->len) return;
  if (e->object) trace_name_object(d->trace, e->object, out);
  switch (trace_kind_ref(e->kind)) {
    case TRACE_REF_THREAD:
      text_puts(out, out->len ? " " : ""), trace_name_thread(d->trace, e->ref, out);
      text_printf(out, " %s", thread_name(d, e->ref));
      break;
    case TRACE_REF_METHOD: text_puts(out, out->len ? " " : ""), trace_name_method(d->trace, e->ref, out); break;
    case TRACE_REF_CLASS: text_puts(out, out->len ? " " : ""), trace_name_class(d->trace, e->ref, out); break;
    case TRACE_REF_STRING:
      text_printf(out, "%s%s", out->len ? " " : "", trace_reader_string(d->trace, e->ref, NULL));
      break;
    default: break;
  }
}

/* A step of a counterexample: what was chosen, and before what the thread then stands (the last word of the event's text). */
static char *choice_text(struct debug *d, const struct trace_event *e) {
  const char *sort = trace_reader_string(d->trace, e->ref, NULL), *to = trace_reader_string(d->trace, e->text, NULL);
  const char *word = strstr(to, "@") ? strchr(strstr(to, "@"), ' ') : NULL;
  return mem_printf("%s, up to: %s", sort, word ? word + 1 : to);
}

static char *object_text(struct debug *d, const struct trace_event *e) {
  struct text t = {0};
  char *s;
  if (e->kind == TRACE_EV_CHOICE) return choice_text(d, e);
  name_of(d, e, &t);
  if (e->type == 's') text_printf(&t, " %s", trace_reader_string(d->trace, (uint32_t)e->value, NULL));
  else if (e->type && e->kind != TRACE_EV_CHOICE) {
    text_puts(&t, " = ");
    trace_name_value(d->trace, e->type, e->value, &t);
  }
  if (e->text) text_printf(&t, " \"%s\"", trace_reader_string(d->trace, e->text, NULL));
  s = debug_short(d, t.s);
  text_release(&t);
  return s;
}

static char *place_text(struct debug *d, const struct trace_event *e) {
  struct text t = {0};
  char *s;
  if (!e->location) return mem_strdup("");
  trace_name_location(d->trace, e->location, &t);
  s = debug_short(d, t.s);
  text_release(&t);
  return s;
}

/* "T1 Thread-0" */
static char *thread_text(struct debug *d, uint32_t thread) {
  struct text t = {0};
  trace_name_thread(d->trace, thread, &t);
  text_printf(&t, " %s", thread_name(d, thread));
  return t.s;
}

static enum style trace_style(uint32_t thread) { return line_thread_style(thread ? trace_thread_number(thread) : 0); }

static void recorded_item(struct debug *d, uint64_t n, int cols, struct line *out) {
  struct data *v = data_of(d);
  struct trace_event e;
  struct error err = {0};
  char *object, *place, *thread;
  int place_at = cols - (cols < 100 ? 19 : 25);
  bool odd;
  if (trace_reader_event(d->trace, n, &e, &err)) {
    line_printf(out, ST_BAD, "#%llu %s", (unsigned long long)n, err.msg);
    return;
  }
  odd = suspicious(v, n) || e.labels;
  object = object_text(d, &e);
  place = place_text(d, &e);
  thread = thread_text(d, e.thread);
  line_puts(out, ST_GOOD, n < d->follow_at ? "=" : d->follow_used && n == d->follow_at ? "*" : " ");
  line_printf(out, ST_DIM, "%6llu ", (unsigned long long)n);
  line_puts(out, ST_BAD, odd ? "!" : " ");
  line_fit(out, trace_style(e.thread), thread, 13);
  line_tab(out, 24);
  if (e.kind == TRACE_EV_CHOICE) line_printf(out, ST_MARK, "step %llu", (unsigned long long)e.value + 1);
  else line_puts(out, odd ? ST_BAD : e.flags & TRACE_LIBRARY ? ST_DIM : ST_NORMAL, trace_kind_name(e.kind) ? trace_kind_name(e.kind) : "?");
  line_tab(out, 39);
  line_fit(out, ST_NORMAL, object, place_at - 40);
  line_tab(out, place_at);
  line_fit(out, ST_DIM, place, cols - place_at);
  free(object);
  free(place);
  free(thread);
}

static void step_item(struct debug *d, const struct step_event *s, int cols, struct line *out) {
  struct node_info node;
  struct event_info e;
  char *object, *h;
  memset(&e, 0, sizeof e);
  if (engine_node(d->engine, s->node, &node) || engine_event(d->engine, s->node, s->index, &e)) return;
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
  if (!strstr(h, "unchanged")) line_puts(out, strstr(h, "RACE") ? ST_BAD : ST_GOOD, h);
  free(object);
  free(h);
  engine_event_release(&e);
}

/* ---- reading the session ---------------------------------------------------------------------------------------------------- */

/* What is the library's own affair is shown on request only. */
static bool step_shown(struct debug *d, struct data *v, node_id n, uint32_t index) {
  struct step_event s = {n, index};
  struct event_info e;
  struct line l = {0};
  bool shown = true;
  memset(&e, 0, sizeof e);
  if (engine_event(d->engine, n, index, &e)) return false;
  if (e.internal) v->library++;
  if (e.internal && !d->set.jdk) shown = false;
  engine_event_release(&e);
  if (!shown || !v->filter) return shown;
  step_item(d, &s, 200, &l);
  shown = regex_match(v->filter, line_text(&l), 0, NULL, NULL);
  line_release(&l);
  return shown;
}

static void read_path(struct debug *d, struct data *v) {
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
      if (step_shown(d, v, ids[i], j)) *vec_push(&v->path) = (struct step_event){ids[i], j};
  }
  free(ids);
}

/* Which events of the trace are shown. A counterexample's are few; a recorded trace has none that the library keeps to itself. */
static void read_shown(struct debug *d, struct data *v) {
  uint64_t i, n = trace_reader_count(d->trace);
  const char *kind = trace_reader_meta(d->trace, TRACE_META_KIND, 0);
  bool ours = kind && !strcmp(kind, "counterexample");
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
    if (v->filter) recorded_item(d, i, 200, &l);
    if (!v->filter || regex_match(v->filter, line_text(&l), 0, NULL, NULL)) *vec_push(&v->shown) = i;
    if (i % 1024 == 1023 && d->pending && d->pending(d->pending_self)) {
      debug_log(d, LOG_WARN, "filter: stopped at event %llu", (unsigned long long)i);
      break;
    }
  }
  v->some = v->some || (v->library && !d->set.jdk);
  line_release(&l);
}

/* The same event, or the one before it, is under the cursor when others come or go. */
static void keep_cursor(struct debug *d, struct data *v, uint64_t event, struct step_event at) {
  size_t i;
  if (d->trace) {
    for (i = 0; v->some && i < v->shown.len && v->shown.data[i] <= event; i++) continue;
    v->cursor = v->some ? i - (i > 0) : (size_t)event;
    return;
  }
  for (i = 0; i < v->path.len; i++)
    if (v->path.data[i].node < at.node || (v->path.data[i].node == at.node && v->path.data[i].index <= at.index)) v->cursor = i;
}

static uint64_t event_of(const struct data *v, size_t i);

static void refresh(struct debug *d, void *data) {
  struct data *v = data;
  bool other = v->read && v->read_jdk != d->set.jdk;
  uint64_t event = d->trace ? event_of(v, v->cursor) : 0;
  struct step_event at = v->cursor < v->path.len ? v->path.data[v->cursor] : (struct step_event){0};
  if (d->trace) read_suspicious(d, v);
  if (!d->trace) read_path(d, v);
  else if (!v->read || other) read_shown(d, v);
  if (other) keep_cursor(d, v, event, at);
  clear_lines(v);
}

void view_trace_filter(struct debug *d, struct regex *filter) {
  struct data *v = data_of(d);
  regex_free(v->filter);
  v->filter = filter;
  v->cursor = 0;
  if (d->trace) read_shown(d, v);
  debug_stale(d);
}

static uint64_t event_of(const struct data *v, size_t i) { return v->some && i < v->shown.len ? v->shown.data[i] : i; }

void view_trace_show(struct debug *d, uint64_t n) {
  struct data *v = data_of(d);
  size_t i = 0;
  view_refresh(d, VIEW_trace);
  if (v->some)
    while (i + 1 < v->shown.len && v->shown.data[i] < n) i++;
  else i = (size_t)n;
  v->cursor = i;
}

bool view_trace_cursor(struct debug *d, uint64_t *n) {
  struct data *v = data_of(d);
  if (!d->trace) return false;
  *n = event_of(v, v->cursor);
  return true;
}

/* ---- panes ------------------------------------------------------------------------------------------------------------------ */

static void title_end(struct debug *d, const struct data *v, struct line *out) {
  if (v->library && !d->set.jdk)
    line_printf(out, ST_DIM, "  library's own left out: %llu (v shows)", (unsigned long long)v->library);
  if (v->filter) line_printf(out, ST_MARK, "  /%s/", regex_pattern(v->filter));
}

static void events_title(struct debug *d, struct line *out) {
  const struct data *v = data_of(d);
  if (!d->trace) {
    line_puts(out, ST_NORMAL, "Events of the path to here");
    title_end(d, v, out);
    return;
  }
  line_printf(out, ST_NORMAL, "Trace %s  = followed  * next  ! suspicious (%zu)",
              trace_reader_meta(d->trace, TRACE_META_KIND, 0) ? trace_reader_meta(d->trace, TRACE_META_KIND, 0) : "",
              v->suspicious.len);
  title_end(d, v, out);
}

static size_t events_count(struct debug *d) {
  const struct data *v = data_of(d);
  if (!d->trace) return v->path.len;
  return v->some ? v->shown.len : (size_t)trace_reader_count(d->trace);
}

static void events_item(struct debug *d, size_t i, int row, int cols, struct line *out) {
  (void)row;
  if (d->trace) recorded_item(d, event_of(data_of(d), i), cols, out);
  else step_item(d, &data_of(d)->path.data[i], cols, out);
}

static char *events_open(struct debug *d, size_t i) {
  if (d->trace) return mem_printf("follow to %llu", (unsigned long long)event_of(data_of(d), i));
  return mem_printf("go %u", data_of(d)->path.data[i].node);
}

static size_t *events_cursor(struct debug *d) { return &data_of(d)->cursor; }

static size_t events_home(struct debug *d) {
  struct data *v = data_of(d);
  size_t i = 0;
  if (!d->trace) return v->path.len ? v->path.len - 1 : SIZE_MAX;
  if (!d->follow_used) return SIZE_MAX;
  if (!v->some) return (size_t)d->follow_at;
  while (i < v->shown.len && v->shown.data[i] < d->follow_at) i++;
  return i;
}

static void add(struct data *v, char *s) { *vec_push(&v->lines) = s; }

/* The last access of another thread to the same variable, of which one writes. */
static void inspect_conflict(struct debug *d, struct data *v, uint64_t n, const struct trace_event *e) {
  uint64_t i, first = n > 20000 ? n - 20000 : 0;
  if (!trace_is_read(e) && !trace_is_write(e)) return;
  for (i = n; i-- > first;) {
    struct trace_event o;
    char *place, *thread;
    if (trace_reader_event(d->trace, i, &o, NULL)) return;
    if (o.thread == e->thread || o.object != e->object || o.ref != e->ref || o.index != e->index) continue;
    if (!(trace_is_write(&o) || (trace_is_write(e) && trace_is_read(&o)))) continue;
    place = place_text(d, &o);
    thread = thread_text(d, o.thread);
    add(v, mem_printf("conflicts with #%llu: %s %s at %s", (unsigned long long)i, thread, trace_kind_name(o.kind), place));
    free(place);
    free(thread);
    return;
  }
}

static void inspect_warnings(struct debug *d, struct data *v, uint64_t n) {
  size_t i;
  for (i = 0; i < v->report.warnings.len; i++) {
    const struct analysis_warning *w = &v->report.warnings.data[i];
    char *s;
    if (w->first.event != n && w->second.event != n) continue;
    s = debug_short(d, w->message);
    add(v, mem_printf("%s: %s", w->analysis, s));
    free(s);
  }
}

static void inspect_recorded(struct debug *d, struct data *v, uint64_t n) {
  struct trace_event e;
  char *object, *place, *thread;
  size_t i;
  if (trace_reader_event(d->trace, n, &e, NULL)) return;
  object = object_text(d, &e);
  place = place_text(d, &e);
  thread = thread_text(d, e.thread);
  add(v, mem_printf("#%llu  %s  %s %s", (unsigned long long)n, thread, trace_kind_name(e.kind), object));
  free(thread);
  if (*place) add(v, mem_printf("at %s%s%s", place, e.flags & TRACE_VOLATILE ? ", volatile" : "", e.flags & TRACE_STATIC ? ", static" : ""));
  for (i = 0; i < trace_reader_label_count(d->trace); i++)
    if (e.labels >> i & 1) add(v, mem_printf("label: %s", trace_reader_label_name(d->trace, i)));
  inspect_warnings(d, v, n);
  inspect_conflict(d, v, n, &e);
  if (trace_reader_damage(d->trace)) add(v, mem_printf("trace: %s", trace_reader_damage(d->trace)));
  free(object);
  free(place);
}

static void inspect_step(struct debug *d, struct data *v, size_t i) {
  struct event_info e;
  const struct step_event *s;
  if (i >= v->path.len) return;
  s = &v->path.data[i];
  memset(&e, 0, sizeof e);
  if (engine_event(d->engine, s->node, s->index, &e)) return;
  add(v, mem_printf("node %u  T%u %s %s%s%s", s->node, e.thread, e.op, e.object ? e.object : "",
                    e.value && *e.value ? " = " : "", e.value ? e.value : ""));
  if (e.method && *e.method)
    add(v, mem_printf("at %s.%s%s%s:%d, bytecode %u%s", e.class_name ? e.class_name : "?", e.method ? e.method : "?",
                    e.file ? " " : "", e.file ? e.file : "", e.line, e.bci, e.jdk ? " (inside the JDK)" : ""));
  if (e.h_change && *e.h_change) add(v, mem_printf("h: %s", e.h_change));
  engine_event_release(&e);
}

static size_t inspect_count(struct debug *d) {
  struct data *v = data_of(d);
  uint64_t n = d->trace ? event_of(v, v->cursor) : v->cursor;
  if (!events_count(d)) return 0;
  if (v->inspected == n + 1 && v->inspected_at == d->generation) return v->lines.len;
  clear_lines(v);
  v->inspected = n + 1;
  v->inspected_at = d->generation;
  if (d->trace) inspect_recorded(d, v, n);
  else inspect_step(d, v, v->cursor);
  return v->lines.len;
}

static void inspect_title(struct debug *d, struct line *out) {
  (void)d;
  line_puts(out, ST_NORMAL, "Event");
}

static void inspect_item(struct debug *d, size_t i, int row, int cols, struct line *out) {
  (void)row, (void)cols;
  line_printf(out, ST_NORMAL, " %s", data_of(d)->lines.data[i]);
}

static const struct pane_ops events_pane = {.name = "events", .title = events_title, .count = events_count,
                                            .item = events_item, .open = events_open, .cursor = events_cursor,
                                            .home = events_home, .empty = "no events"};
static const struct pane_ops inspect_pane = {.name = "event", .title = inspect_title, .count = inspect_count,
                                             .item = inspect_item, .text = true};
static const struct pane_ops *const panes[] = {&events_pane, &inspect_pane, NULL};

static void layout(struct debug *d, struct rect area, struct rect *out) {
  (void)d;
  out[INSPECT] = rect_bottom(&area, area.rows >= 16 ? 7 : 4);
  out[EVENTS] = area;
}

/* All events of a short trace; of a long one a page around the cursor. */
static int twin_rows(struct debug *d, int cols) {
  size_t n = events_count(d);
  (void)cols;
  return (n < 200 ? (int)n : 200) + 1 + 7;
}

const struct view_ops view_trace = {.name = "trace", .title = "Trace", .panes = panes, .layout = layout, .twin_rows = twin_rows,
                                    .open = open_data, .refresh = refresh, .close = close_data, .focus = EVENTS};
