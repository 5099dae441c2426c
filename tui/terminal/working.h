/* Shows a message while a command takes long: that heddle is working, for how many seconds already,
 * and how to stop it. A signal handler writes the message without ncurses, because the program is
 * busy. */
#ifndef HEDDLE_TUI_TERMINAL_WORKING_H
#define HEDDLE_TUI_TERMINAL_WORKING_H

/* Called when a command begins. After 0.2 s, the message appears in row `row` of the screen. Does
 * nothing on a terminal that cannot save and restore its cursor. */
void working_begin(int row);
void working_end(void); /* the next paint redraws that row */

#endif
