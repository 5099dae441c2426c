/* heddle env as the trial of a campaign: no output, processor time, one environment at a time. */
#ifndef HEDDLE_TUI_CLI_ENV_TRIAL_H
#define HEDDLE_TUI_CLI_ENV_TRIAL_H

#include "tui/cli/command_words.h"
#include "tui/cli/restarts.h"

/* Carries out the command ("env", its options, the class). out NULL: it is only looked at, with the
 * class and its methods. Errors: ERR_USAGE, ERR_INPUT, what the search fails by. */
int env_trial(const struct command_words *words, struct restarts_outcome *out, struct error *err);

#endif
