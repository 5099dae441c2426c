/* Functions of the Trace view for the commands. */
#ifndef HEDDLE_TUI_VIEWS_VIEW_TRACE_H
#define HEDDLE_TUI_VIEWS_VIEW_TRACE_H

#include "tui/terminal/debug.h"

/* Shows only events that match; NULL: all. Takes ownership of the regex. */
void view_trace_filter(struct debug *d, struct regex *filter);
/* Puts the cursor on event `n` (from 0) of the trace, or on the next visible event. */
void view_trace_show(struct debug *d, uint64_t n);
/* Returns the next suspicious event at or after `n`; UINT64_MAX: none. Sets *count (may be NULL) to
 * the number of suspicious events. Analyses a trace that has no labels. */
uint64_t view_trace_suspicious(struct debug *d, uint64_t n, size_t *count);
/* Returns the last suspicious event before `n`; UINT64_MAX: none. */
uint64_t view_trace_suspicious_before(struct debug *d, uint64_t n);
/* Analyses the trace and returns an event that conflicts with event `n`; UINT64_MAX: none found. */
uint64_t view_trace_conflict(struct debug *d, uint64_t n);
/* Returns an analysis's warning on event `n` (caller frees); NULL: none. */
char *view_trace_warning(struct debug *d, uint64_t n);
/* Returns the index of the event under the cursor. False: the view shows the engine's events. */
bool view_trace_cursor(struct debug *d, uint64_t *n);

#endif
