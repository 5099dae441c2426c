/* Internal data of the view Trace. view_trace.c has the events pane and chooses its events,
 * view_trace_suspicious.c finds the suspicious events, view_trace_text.c has the events' texts, and
 * view_trace_event.c the pane about the event under the cursor. */
#ifndef HEDDLE_TUI_VIEWS_VIEW_TRACE_DATA_H
#define HEDDLE_TUI_VIEWS_VIEW_TRACE_DATA_H

#include "trace/analysis/analysis.h"
#include "tui/terminal/debug.h"

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
size_t trace_events_count(struct debug *d);
/* Returns true if event n of the trace is known to be suspicious. */
bool trace_suspicious(const struct trace_data *v, uint64_t n);
/* Fills `suspicious` once, from the trace's labels and the analyses. Analyses a long trace only if
 * `whole` is set; SIGINT stops the analysis. */
void trace_read_suspicious(struct debug *d, struct trace_data *v, bool whole);
/* Returns true if the trace has been analysed, now or before it was opened. */
bool trace_is_analysed(const struct trace_data *v);
/* Returns an event that conflicts with event n: the other event of a warning about n, else the
 * nearest access by another thread to the same variable, one of the two being a write. UINT64_MAX:
 * none is near. */
uint64_t trace_conflict(struct debug *d, const struct trace_data *v, uint64_t n);

/* Return texts about a recorded event. Callers free. */
char *trace_object_text(struct debug *d, const struct trace_event *e);
char *trace_place_text(struct debug *d, const struct trace_event *e);
char *trace_thread_text(struct debug *d, uint32_t thread); /* "T1 Thread-0" */
/* Draw a row of the events pane for a recorded event, or for an event of the engine's path. */
void trace_recorded_item(struct debug *d, uint64_t n, int cols, struct line *out);
void trace_step_item(struct debug *d, const struct trace_step *s, int cols, struct line *out);

/* Drops the lines of the event pane, so that they are made again. */
void trace_clear_lines(struct trace_data *v);
extern const struct pane_ops trace_event_pane;

#endif
