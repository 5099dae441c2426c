/* What is said of a command that takes longer than a moment: that it works, for how long already,
 * and how it is ended. It is written by a signal handler, past ncurses, as the program is busy. */
#ifndef HEDDLE_TUI_TERMINAL_WORKING_H
#define HEDDLE_TUI_TERMINAL_WORKING_H

/* A command begins: after 0.2 s its status stands in that row of the screen. Does nothing on a
 * terminal that cannot keep its cursor's place. */
void working_begin(int row);
void working_end(void); /* the next paint draws that row anew */

#endif
