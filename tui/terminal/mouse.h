/* Translates mouse events. Clicks and the wheel become commands, so that a session's script records
 * them like keys. A drag moves a rule between panes and affects only the screen. */
#ifndef HEDDLE_TUI_TERMINAL_MOUSE_H
#define HEDDLE_TUI_TERMINAL_MOUSE_H

#include "tui/terminal/debug.h"
#include "tui/terminal/screen.h"

struct mouse { /* initialise with {0} */
  bool held;   /* the button was pressed on a rule, at `row` and `col` */
  int row, col;
};

/* Returns the commands for an event, one per line (caller frees); NULL: none. `m` keeps the state
 * between events. `cols` is the width of the screen. */
char *mouse_commands(struct debug *d, struct mouse *m, const struct mouse_event *e, int cols);

#endif
