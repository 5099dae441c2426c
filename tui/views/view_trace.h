/* What the commands need to know of the Trace view. */
#ifndef HEDDLE_TUI_VIEWS_VIEW_TRACE_H
#define HEDDLE_TUI_VIEWS_VIEW_TRACE_H

#include "tui/terminal/debug.h"

/* Shows only events that match; NULL: all. Takes the regex. */
void view_trace_filter(struct debug *d, struct regex *filter);
/* Puts the cursor on event `n` (from 0) of the trace, or the next that is shown. */
void view_trace_show(struct debug *d, uint64_t n);
/* The next suspicious event at or after `n`, UINT64_MAX when there is none; `count` (may be NULL):
 * how many there are. A trace without labels is analysed for it. */
uint64_t view_trace_suspicious(struct debug *d, uint64_t n, size_t *count);
uint64_t view_trace_suspicious_before(struct debug *d, uint64_t n); /* the last one before `n` */
/* The event that conflicts with event `n`; UINT64_MAX: none was found. The trace is analysed. */
uint64_t view_trace_conflict(struct debug *d, uint64_t n);
/* What an analysis says of event `n`; NULL: nothing. The caller frees. */
char *view_trace_warning(struct debug *d, uint64_t n);
/* The number of the event under the cursor; false when the view shows the engine's events. */
bool view_trace_cursor(struct debug *d, uint64_t *n);

#endif
