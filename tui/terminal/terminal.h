/* Runs a session on a terminal, or without one from a script or standard input. */
#ifndef HEDDLE_TUI_TERMINAL_TERMINAL_H
#define HEDDLE_TUI_TERMINAL_TERMINAL_H

#include "tui/terminal/debug.h"

/* The event loop, run between screen_open and screen_close. Returns 0, or the signal that ended
 * it. */
int terminal_run(struct debug *d);
/* Runs commands from `in` and prints their output to `out`. `prompt`: a person types them. A script
 * ends at its first failing command, whose code is returned. */
int batch_run(struct debug *d, FILE *in, FILE *out, bool prompt);
/* Runs the session's whole lesson without waiting for a reader. Each question is followed by its
 * answer. Returns the code of the first command that fails. */
int batch_lesson(struct debug *d, FILE *out);

#endif
