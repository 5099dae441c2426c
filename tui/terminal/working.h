/* The message shown while a command takes longer than a moment: that it works, for how long
 * already, and how to end it. A signal handler writes it without ncurses, because the program is
 * busy. */
#ifndef HEDDLE_TUI_TERMINAL_WORKING_H
#define HEDDLE_TUI_TERMINAL_WORKING_H

/* Called when a command begins. After 0.2 s its status appears in that row of the screen. Does
 * nothing on a terminal that cannot save and restore its cursor. */
void working_begin(int row);
void working_end(void); /* the next paint redraws that row */

#endif
