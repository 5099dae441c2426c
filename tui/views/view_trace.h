/* Functions of the view Trace that commands and other views use. */
#ifndef HEDDLE_TUI_VIEWS_VIEW_TRACE_H
#define HEDDLE_TUI_VIEWS_VIEW_TRACE_H

#include "tui/terminal/debug.h"

/* Shows only events that match; NULL: all. Takes ownership of the regex. */
void view_trace_filter(struct debug *d, struct regex *filter);
/* Puts the cursor on event `n` (from 0) of the trace, or on the next visible event. */
void view_trace_show(struct debug *d, uint64_t n);
/* Returns the first suspicious event at or after `n`; UINT64_MAX: there is none. Sets *count (may
 * be NULL) to the number of suspicious events. Analyses the trace first if none is known. */
uint64_t view_trace_suspicious(struct debug *d, uint64_t n, size_t *count);
/* Returns the last suspicious event before `n`; UINT64_MAX: none. */
uint64_t view_trace_suspicious_before(struct debug *d, uint64_t n);
/* Analyses the trace and returns an event that conflicts with event `n`; UINT64_MAX: none was
 * found. */
uint64_t view_trace_conflict(struct debug *d, uint64_t n);
/* Returns the warning of an analysis about event `n` (caller frees); NULL: there is none. */
char *view_trace_warning(struct debug *d, uint64_t n);
/* Sets *n to the index of the event under the cursor. Returns false if the view shows the engine's
 * events. */
bool view_trace_cursor(struct debug *d, uint64_t *n);

#endif
