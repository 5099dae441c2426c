/* Trials of recorded runs in a campaign: java, heddle record and heddle replay, each in its own
 * process (trace/campaign/traced.h). */
#ifndef HEDDLE_TUI_CLI_CAMPAIGN_TRACED_H
#define HEDDLE_TUI_CLI_CAMPAIGN_TRACED_H

#include "trace/campaign/trial.h"
#include "tui/cli/cli.h"

/* Makes the folder for traces in the results folder. ERR_USAGE: --on slurm was given, whose tasks
 * do not share the folder. */
int campaign_traced_try(const struct campaign_cell *cell, const struct cli *campaign,
                        const char *folder, struct error *err);
/* Runs one trial in its own process. Returns the trial as trial_json writes it; owned by the
 * caller. Replays the trace in FOLDER/traces if a trial with the same recording and seed left one,
 * else records a run first. For the trials run and record, the seconds are the JVM's wall-clock
 * time; for replay, the processor time of the replay alone. An error that a followed path shows,
 * but no check found, does not count: the trial is inconclusive, with that reason. */
json_t *campaign_traced_trial(const struct campaign_cell *cell, const struct cli *campaign,
                              const char *folder, uint64_t seed);

#endif
