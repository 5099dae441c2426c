/* The debugger on a stand-in engine (tests/tui/fake_program.h). */
#ifndef HEDDLE_TESTS_TUI_FIXTURE_H
#define HEDDLE_TESTS_TUI_FIXTURE_H

#include "tui/terminal/command.h"

char *tui_path(const char *path); /* below the tree's root; the caller frees */

void tui_start(struct debug *d);                 /* the session is debug_release()d */
void tui_run(struct debug *d, const char *line); /* fails the test where the command does */
const char *last_log(struct debug *d);
bool tui_logged(struct debug *d, const char *what);

/* What a script prints, and its exit status. The caller frees. */
char *tui_batch(const char *script, int *code);

#endif
