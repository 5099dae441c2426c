/* Finds the suspicious events of a recorded trace, and the events that they conflict with.
 * When the view is first shown, the trace's labels are read and a short trace is analysed. A long
 * trace is analysed only when the user asks for its suspicious events. */
#include <stdlib.h>
#include <string.h>

#include "tui/views/view_trace.h"
#include "tui/views/view_trace_data.h"

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

void trace_read_suspicious(struct debug *d, struct trace_data *v, bool whole) {
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

/* Labels come from an earlier analysis of the trace. */
bool trace_is_analysed(const struct trace_data *v) { return v->analysed || v->suspicious.len; }

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

bool trace_suspicious(const struct trace_data *v, uint64_t n) {
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

uint64_t trace_conflict(struct debug *d, const struct trace_data *v, uint64_t n) {
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
