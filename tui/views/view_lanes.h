/* What the commands need to know of the Lanes view. */
#ifndef HEDDLE_TUI_VIEWS_VIEW_LANES_H
#define HEDDLE_TUI_VIEWS_VIEW_LANES_H

#include "tui/terminal/debug.h"

struct lanes;
/* Names of threads as everywhere else in the debugger ("T1 lambda at @6"). */
void view_lanes_short_names(struct debug *d, struct lanes *l);
void view_lanes_zoom(struct debug *d, int by); /* above 0: fewer events, with more of each */
/* To the next (or back) switch of threads, or change of h. False: there is none. */
bool view_lanes_switch(struct debug *d, bool back);
bool view_lanes_change(struct debug *d, bool back);
/* Folds loops, or shows them whole again. Returns how many are folded. */
size_t view_lanes_fold(struct debug *d);
bool view_lanes_folded(struct debug *d);
/* The number of the trace's event under the cursor; false when the view shows the path. */
bool view_lanes_cursor(struct debug *d, uint64_t *n);
/* The cursor to an event by its number in the path or the trace, or the next one that has a place
 * in a lane; to the last one beyond it. A loop that has it is opened there. */
void view_lanes_show(struct debug *d, uint64_t n);

#endif
