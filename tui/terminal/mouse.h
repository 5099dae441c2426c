/* The mouse: what a click, a wheel or a drag on the screen stands for. Clicks and wheels become
 * commands, so that a session's script has them like keys; a drag moves a rule between panes, which
 * is nobody's business but the screen's. */
#ifndef HEDDLE_TUI_TERMINAL_MOUSE_H
#define HEDDLE_TUI_TERMINAL_MOUSE_H

#include "tui/terminal/debug.h"
#include "tui/terminal/screen.h"

struct mouse { /* {0}: no button is down */
  bool held;   /* it was pressed on a rule, there */
  int row, col;
};

/* The commands that an event stands for, each on its line; caller frees. NULL: none. `m` is kept
 * from event to event. */
char *mouse_commands(struct debug *d, struct mouse *m, const struct mouse_event *e, int cols);

#endif
