/* The debugger on a lesson: the command line of its file, then its commands. */
#ifndef HEDDLE_TUI_CLI_DEBUG_LESSON_H
#define HEDDLE_TUI_CLI_DEBUG_LESSON_H

#include <stdbool.h>

#include "tui/terminal/journal.h"

/* `argv` as for heddle debug, "debug" first; the lesson's lines are taken. `print`: without a
 * terminal, to its end, with the answers. Returns the exit status. */
int debug_lesson(int argc, char **argv, struct journal_text *lesson, bool print);

#endif
