/* Functions of the view Lanes that commands and other views use. */
#ifndef HEDDLE_TUI_VIEWS_LANES_VIEW_LANES_H
#define HEDDLE_TUI_VIEWS_LANES_VIEW_LANES_H

#include "tui/terminal/debug.h"

struct lanes;
/* Gives the lanes the thread names that the rest of the debugger shows: "T1 lambda at @6". */
void view_lanes_short_names(struct debug *d, struct lanes *l);
void view_lanes_zoom(struct debug *d, int by); /* above 0: shows fewer events, with more of each */
/* Move the cursor to the next (or, with `back`, previous) thread switch, or change of h. They
 * return false if there is none. */
bool view_lanes_switch(struct debug *d, bool back);
bool view_lanes_change(struct debug *d, bool back);
/* Switches the folding of loops on or off. Returns the number of folded loops. */
size_t view_lanes_fold(struct debug *d);
bool view_lanes_folded(struct debug *d);
/* Sets *n to the index of the trace's event under the cursor. Returns false if the view shows the
 * path, or no events. */
bool view_lanes_cursor(struct debug *d, uint64_t *n);
/* Moves the cursor to the event with that index in the path or trace. If no lane shows that event,
 * moves it to the next event that a lane shows, or to the last. Unfolds a loop that hides the
 * event. */
void view_lanes_show(struct debug *d, uint64_t n);

#endif
