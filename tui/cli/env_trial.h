/* heddle env as a campaign's trial: without output, in processor time, one environment at a
 * time. */
#ifndef HEDDLE_TUI_CLI_ENV_TRIAL_H
#define HEDDLE_TUI_CLI_ENV_TRIAL_H

#include "tui/cli/command_words.h"
#include "tui/cli/restarts.h"

/* Runs the command ("env", its options, the class). If `out` is NULL, only checks the options, the
 * class and its methods. Errors: ERR_USAGE, ERR_INPUT, or those of the search. */
int env_trial(const struct command_words *words, struct restarts_outcome *out, struct error *err);

#endif
