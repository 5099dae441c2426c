/* Internal data of the Trace view. view_trace.c has the events pane and the choice of its events,
 * view_trace_suspicious.c the suspicious events, view_trace_text.c the events' texts,
 * view_trace_event.c the pane on the event under the cursor. */
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
  uint64_t library;    /* number of events internal to the library */
  bool read, read_jdk; /* `shown` or `path` is filled, and the setting used */
  VEC(struct trace_step) path;
  bool labels_read, analysed; /* a long trace is analysed only on request */
  VEC(uint64_t) suspicious;   /* sorted */
  struct analysis_report report;
  size_t cursor;
  uint64_t inspected; /* index of the event that `lines` describe, plus 1 */
  uint64_t inspected_at;
  VEC(char *) lines;
};

static inline struct trace_data *trace_data_of(struct debug *d) {
  return d->views[VIEW_trace].data;
}
/* Returns the index of the event in row i of a recorded trace. */
static inline uint64_t trace_event_of(const struct trace_data *v, size_t i) {
  return v->some && i < v->shown.len ? v->shown.data[i] : i;
}
size_t trace_events_count(struct debug *d);
bool trace_suspicious(const struct trace_data *v, uint64_t n);
/* Fills `suspicious` from the trace's labels and the analyses, once. Analyses a long trace only if
 * `whole` is set; SIGINT stops that. */
void trace_read_suspicious(struct debug *d, struct trace_data *v, bool whole);
bool trace_is_analysed(const struct trace_data *v);
/* Returns the event that conflicts with event n: the other side of a warning, else the nearest
 * access by another thread to the same variable where one of the two writes. UINT64_MAX: none
 * nearby. */
uint64_t trace_conflict(struct debug *d, const struct trace_data *v, uint64_t n);

/* Texts of a recorded event. Callers free. */
char *trace_object_text(struct debug *d, const struct trace_event *e);
char *trace_place_text(struct debug *d, const struct trace_event *e);
char *trace_thread_text(struct debug *d, uint32_t thread); /* "T1 Thread-0" */
/* Draw a row of the events pane: a recorded event, or an event of the engine's path. */
void trace_recorded_item(struct debug *d, uint64_t n, int cols, struct line *out);
void trace_step_item(struct debug *d, const struct trace_step *s, int cols, struct line *out);

/* drops the event pane's lines, so that they are made again */
void trace_clear_lines(struct trace_data *v);
extern const struct pane_ops trace_event_pane;

#endif
