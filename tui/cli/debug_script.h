/* Debugger scripts that name their own program: a file written by :save begins with the command
 * line of its session. */
#ifndef HEDDLE_TUI_CLI_DEBUG_SCRIPT_H
#define HEDDLE_TUI_CLI_DEBUG_SCRIPT_H

#include "tui/cli/debug_session.h"

struct cli;

/* Returns true if c names a script and no program. */
bool debug_script_is_alone(const struct cli *c);
/* Reads c's script and goes to the folder where it was saved, if that exists. out->words is the
 * combined command line: the script's options, then c's, which take precedence. Relative paths of c
 * keep their meaning. No words: the script names no program. ERR_INPUT: a failure. Release with
 * debug_session_release. */
int debug_script_find(const struct cli *c, struct debug_session *out, struct error *err);

#endif
