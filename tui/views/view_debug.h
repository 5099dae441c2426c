/* Functions of the view Debug that commands use. */
#ifndef HEDDLE_TUI_VIEWS_VIEW_DEBUG_H
#define HEDDLE_TUI_VIEWS_VIEW_DEBUG_H

#include "tui/terminal/debug.h"

/* Returns the location under the source pane's cursor: "TwoStage.java:17" for a line,
 * "java.util.Vector.add:795" for a line of the library, "TwoStage.produce()V@3" for an instruction.
 * NULL: none. Caller frees. */
char *view_debug_cursor_location(struct debug *d);
/* Returns the id of the mark on that line; 0: none. */
uint32_t view_debug_cursor_mark(struct debug *d);

bool view_debug_in_library(struct debug *d); /* the shown source is of a JDK frame */

#endif
