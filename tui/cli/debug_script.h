/* A script that runs alone: it begins with the command line of the session that saved it (:save).
 */
#ifndef HEDDLE_TUI_CLI_DEBUG_SCRIPT_H
#define HEDDLE_TUI_CLI_DEBUG_SCRIPT_H

#include "tui/cli/debug_session.h"

struct cli;

/* Does c name a script and no program? */
bool debug_script_is_alone(const struct cli *c);
/* Reads c's script and goes to the folder where it was saved, if that is there. out->words is the
 * command line of both, c's options behind the script's, so that they win; paths among them mean
 * what they meant where c was given. Without words: the script names no program. ERR_INPUT.
 * debug_session_release. */
int debug_script_find(const struct cli *c, struct debug_session *out, struct error *err);

#endif
