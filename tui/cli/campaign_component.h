/* Trials of components in a campaign. Each runs the search of heddle env (env_trial.h). */
#ifndef HEDDLE_TUI_CLI_CAMPAIGN_COMPONENT_H
#define HEDDLE_TUI_CLI_CAMPAIGN_COMPONENT_H

#include "trace/campaign/trial.h"
#include "tui/cli/cli.h"

/* Checks the cell's options and class. Errors: what is wrong with them. */
int campaign_component_try(const struct campaign_cell *cell, const struct cli *campaign,
                           struct error *err);
/* Runs one trial in its own process. `campaign`: the campaign's options. Returns the trial as
 * trial_json writes it; owned by the caller. */
json_t *campaign_component_trial(const struct campaign_cell *cell, const struct cli *campaign,
                                 uint64_t seed);
/* Returns the verdict for a trial that failed: inconclusive if a limit of heddle or of the host
 * caused it. */
enum trial_verdict campaign_failure(int error_code);

#endif
