/* What the Trace view shows. Inside the view only: view_trace.c has the events' pane and which
 * events it shows, view_trace_suspicious.c the suspicious ones, view_trace_text.c events as text,
 * view_trace_event.c the pane of the event under the cursor. */
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
  bool some; /* not all events of the trace are shown: these are */
  VEC(uint64_t) shown;
  uint64_t library;    /* events that are left out as the library's own affair */
  bool read, read_jdk; /* `shown` was made, and with which setting */
  VEC(struct trace_step) path;
  bool labels_read, analysed; /* a long trace is analysed when it is asked for */
  VEC(uint64_t) suspicious;   /* sorted */
  struct analysis_report report;
  size_t cursor;
  uint64_t inspected; /* event that `lines` describe, plus 1 */
  uint64_t inspected_at;
  VEC(char *) lines;
};

static inline struct trace_data *trace_data_of(struct debug *d) {
  return d->views[VIEW_trace].data;
}
/* The number of the event in row i of a recorded trace. */
static inline uint64_t trace_event_of(const struct trace_data *v, size_t i) {
  return v->some && i < v->shown.len ? v->shown.data[i] : i;
}
size_t trace_events_count(struct debug *d);
bool trace_suspicious(const struct trace_data *v, uint64_t n);
/* Fills `suspicious` by the trace's labels and by the analyses, unless that was done. A long trace
 * is analysed only when `whole` says so; SIGINT ends it. */
void trace_read_suspicious(struct debug *d, struct trace_data *v, bool whole);
bool trace_is_analysed(const struct trace_data *v);
/* The event that conflicts with event n: the other side of a warning, else the nearest access of
 * another thread to the same variable, of which one writes. UINT64_MAX: none is near. */
uint64_t trace_conflict(struct debug *d, const struct trace_data *v, uint64_t n);

/* Of a recorded event; callers free. */
char *trace_object_text(struct debug *d, const struct trace_event *e);
char *trace_place_text(struct debug *d, const struct trace_event *e);
char *trace_thread_text(struct debug *d, uint32_t thread); /* "T1 Thread-0" */
/* A row of the events' pane: a recorded event, an event of the engine's path. */
void trace_recorded_item(struct debug *d, uint64_t n, int cols, struct line *out);
void trace_step_item(struct debug *d, const struct trace_step *s, int cols, struct line *out);

/* what the event's pane has to say is to be found again */
void trace_clear_lines(struct trace_data *v);
extern const struct pane_ops trace_event_pane;

#endif
