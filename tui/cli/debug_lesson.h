/* Runs the debugger on a lesson, with the command line from the lesson's file, and --lesson for its
 * commands. */
#ifndef HEDDLE_TUI_CLI_DEBUG_LESSON_H
#define HEDDLE_TUI_CLI_DEBUG_LESSON_H

#include <stdbool.h>

/* `argv` is as for heddle debug: "debug" first, then the options, including --lesson. `print`: runs
 * the whole lesson without a terminal, with the answers. Returns the exit status. */
int debug_lesson(int argc, char **argv, bool print);

#endif
