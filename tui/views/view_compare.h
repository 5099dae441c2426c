/* Functions of the Compare view for the commands. */
#ifndef HEDDLE_TUI_VIEWS_VIEW_COMPARE_H
#define HEDDLE_TUI_VIEWS_VIEW_COMPARE_H

#include "tui/terminal/debug.h"

/* Returns the end of the path to compare: the explained error, else the current node. */
node_id view_compare_path(struct debug *d);
/* Compares two paths of the session, given by their ends and titles. */
void view_compare_nodes(struct debug *d, node_id left, const char *title, node_id right,
                        const char *right_title);
/* Compares the path to `bad`, on the right, with the nearest run that ends well. That run is shown
 * on the left as soon as it is found. */
void view_compare_nearest(struct debug *d, node_id bad);
/* Compares with a trace on the left. `own`: the view takes ownership of it. */
void view_compare_trace(struct debug *d, struct trace_reader *r, bool own, const char *title,
                        node_id right);
/* Returns true if two runs of this session were chosen before and can be shown again. */
bool view_compare_has_runs(struct debug *d);
/* Moves to the next (or previous) stretch that differs. Returns false if there is none. */
bool view_compare_next(struct debug *d, bool back);

#endif
