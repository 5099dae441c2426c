/* Functions of the view Compare that commands use. */
#ifndef HEDDLE_TUI_VIEWS_COMPARE_VIEW_COMPARE_H
#define HEDDLE_TUI_VIEWS_COMPARE_VIEW_COMPARE_H

#include "tui/terminal/debug.h"

/* Returns the end of the path to compare: the error that the view Explain shows, else the current
 * node. */
node_id view_compare_path(struct debug *d);
/* Compares two paths of the session, given by their ends and titles. right_title NULL: a title is
 * made up. */
void view_compare_nodes(struct debug *d, node_id left, const char *title, node_id right,
                        const char *right_title);
/* Compares the path to `bad`, on the right, with the nearest run that ends without an error. That
 * run appears on the left as soon as it is found. */
void view_compare_nearest(struct debug *d, node_id bad);
/* Compares a trace, on the left, with the path to `right`. With `own`, the view closes the trace
 * when it no longer needs it. */
void view_compare_trace(struct debug *d, struct trace_reader *r, bool own, const char *title,
                        node_id right);
/* Returns true if two runs of this session were chosen before and can be shown again. */
bool view_compare_has_runs(struct debug *d);
/* Moves the cursor to the next (or previous) stretch that differs. Returns false if there is
 * none. */
bool view_compare_next(struct debug *d, bool back);

#endif
