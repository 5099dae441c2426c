/* Runs the debugger on a stand-in engine (tests/unit/tui/fake_program.h). */
#ifndef HEDDLE_TESTS_TUI_FIXTURE_H
#define HEDDLE_TESTS_TUI_FIXTURE_H

#include "tui/terminal/command.h"

char *tui_path(const char *path); /* below the tree's root; the caller frees */

void tui_start(struct debug *d);                 /* end the session with debug_release() */
void tui_run(struct debug *d, const char *line); /* fails the test if the command fails */
const char *last_log(struct debug *d);
bool tui_logged(struct debug *d, const char *what);

/* Returns the output of a script, and sets its exit status. The caller frees. */
char *tui_batch(const char *script, int *code);

#endif
