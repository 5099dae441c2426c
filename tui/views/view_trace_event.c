/* The pane of the view Trace about the event under the cursor. */
#include <stdlib.h>
#include <string.h>

#include "tui/views/view_trace_data.h"

void trace_clear_lines(struct trace_data *v) {
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
