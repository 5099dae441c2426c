/* The debugger on a lesson: the command line of its file, with --lesson for its commands. */
#ifndef HEDDLE_TUI_CLI_DEBUG_LESSON_H
#define HEDDLE_TUI_CLI_DEBUG_LESSON_H

#include <stdbool.h>

/* `argv` as for heddle debug, "debug" first, --lesson among it. `print`: without a terminal, to its
 * end, with the answers. Returns the exit status. */
int debug_lesson(int argc, char **argv, bool print);

#endif
