/* Trials of components in a campaign: those of heddle env (env_trial.h). */
#ifndef HEDDLE_TUI_CLI_CAMPAIGN_COMPONENT_H
#define HEDDLE_TUI_CLI_CAMPAIGN_COMPONENT_H

#include "trace/campaign/trial.h"
#include "tui/cli/cli.h"

/* Looks at the cell's options and at its class. Errors: what is wrong with them. */
int campaign_component_try(const struct campaign_cell *cell, const struct cli *campaign,
                           struct error *err);
/* In a process of its own: one trial, as trial_json writes it. `campaign`: its options. */
json_t *campaign_component_trial(const struct campaign_cell *cell, const struct cli *campaign,
                                 uint64_t seed);
/* What could not be carried out is inconclusive when it is a limit of heddle or of the host. */
enum trial_verdict campaign_failure(int error_code);

#endif
