/* Functions of the Lanes view for the commands. */
#ifndef HEDDLE_TUI_VIEWS_VIEW_LANES_H
#define HEDDLE_TUI_VIEWS_VIEW_LANES_H

#include "tui/terminal/debug.h"

struct lanes;
/* Shortens the lanes' thread names as everywhere in the debugger ("T1 lambda at @6"). */
void view_lanes_short_names(struct debug *d, struct lanes *l);
void view_lanes_zoom(struct debug *d, int by); /* above 0: shows fewer events, with more of each */
/* Move to the next (or, with `back`, previous) thread switch, or change of h. Return false if there
 * is none. */
bool view_lanes_switch(struct debug *d, bool back);
bool view_lanes_change(struct debug *d, bool back);
/* Switches the folding of loops on or off. Returns the number of folded loops. */
size_t view_lanes_fold(struct debug *d);
bool view_lanes_folded(struct debug *d);
/* Returns the index of the trace's event under the cursor. False: the view shows the path. */
bool view_lanes_cursor(struct debug *d, uint64_t *n);
/* Moves the cursor to the event with that index in the path or trace, or to the next event in a
 * lane, at most to the last. Unfolds a loop that hides the event. */
void view_lanes_show(struct debug *d, uint64_t n);

#endif
