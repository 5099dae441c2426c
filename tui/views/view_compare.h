/* What the commands need to know of the Compare view. */
#ifndef HEDDLE_TUI_VIEWS_VIEW_COMPARE_H
#define HEDDLE_TUI_VIEWS_VIEW_COMPARE_H

#include "tui/terminal/debug.h"

/* The path that is compared with another run: to the error that is explained, else to here. */
node_id view_compare_path(struct debug *d);
/* Two runs of the session: the left one, with what it is, and the right one. */
void view_compare_nodes(struct debug *d, node_id left, const char *title, node_id right,
                        const char *right_title);
/* The path to `bad` on the right, on the left the nearest run that ends well, which is shown as
 * soon as it is found. */
void view_compare_nearest(struct debug *d, node_id bad);
/* A trace on the left; `own`: it becomes the view's. */
void view_compare_trace(struct debug *d, struct trace_reader *r, bool own, const char *title,
                        node_id right);
/* Two runs of this session were asked for, and can be looked at again. */
bool view_compare_has_runs(struct debug *d);
/* To the next (or back) stretch that differs. False: there is none. */
bool view_compare_next(struct debug *d, bool back);

#endif
