/* What the commands need to know of the Trace view. */
#ifndef HEDDLE_TUI_VIEWS_VIEW_TRACE_H
#define HEDDLE_TUI_VIEWS_VIEW_TRACE_H

#include "tui/terminal/debug.h"

/* Shows only events that match; NULL: all. Takes the regex. */
void view_trace_filter(struct debug *d, struct regex *filter);
/* Puts the cursor on event `n` (from 0) of the trace, or the next that is shown. */
void view_trace_show(struct debug *d, uint64_t n);
/* The next suspicious event at or after `n`, UINT64_MAX when there is none; `count` (may be NULL):
 * how many there are. */
uint64_t view_trace_suspicious(struct debug *d, uint64_t n, size_t *count);
/* The number of the event under the cursor; false when the view shows the engine's events. */
bool view_trace_cursor(struct debug *d, uint64_t *n);

#endif
