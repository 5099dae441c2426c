/* Runs the debugger on a lesson. The lesson's file contains the command line; --lesson names it, so
 * that the debugger also reads the lesson's commands from it. */
#ifndef HEDDLE_TUI_CLI_DEBUG_LESSON_H
#define HEDDLE_TUI_CLI_DEBUG_LESSON_H

#include <stdbool.h>

/* `argv` is as for heddle debug: "debug" first, then the options, including --lesson. `print`: runs
 * the whole lesson without a terminal, with the answers. Returns the exit status. */
int debug_lesson(int argc, char **argv, bool print);

#endif
