/* What the commands need to know of the Debug view. */
#ifndef HEDDLE_TUI_VIEWS_VIEW_DEBUG_H
#define HEDDLE_TUI_VIEWS_VIEW_DEBUG_H

#include "tui/terminal/debug.h"

/* "TwoStage.java:17", the line under the source pane's cursor, "java.util.Vector.add:795", one of
 * the library, or "TwoStage.produce()V@3", the instruction; NULL when there is neither. Caller
 * frees. */
char *view_debug_cursor_location(struct debug *d);
/* The id of the mark on that line, 0 when there is none. */
uint32_t view_debug_cursor_mark(struct debug *d);

bool view_debug_in_library(struct debug *d); /* the source is of a frame of the JDK */

#endif
