/* Trials of recorded runs in a campaign: java, heddle record and heddle replay, each in a process
 * of its own (trace/campaign/traced.h). */
#ifndef HEDDLE_TUI_CLI_CAMPAIGN_TRACED_H
#define HEDDLE_TUI_CLI_CAMPAIGN_TRACED_H

#include "trace/campaign/trial.h"
#include "tui/cli/cli.h"

/* Makes the folder for traces in that of the results. ERR_USAGE: not with --on slurm, whose tasks
 * do not share it. */
int campaign_traced_try(const struct campaign_cell *cell, const struct cli *campaign,
                        const char *folder, struct error *err);
/* In a process of its own: one trial, as trial_json writes it. A trace that another trial with the
 * same recording and seed has left in FOLDER/traces is replayed, else the run is recorded first. Of
 * run and record the seconds are those of the JVM by the clock, of replay those of the processor
 * for the replay alone. An error that no check found, but a followed path shows, does not count:
 * such a trial is inconclusive, and says so. */
json_t *campaign_traced_trial(const struct campaign_cell *cell, const struct cli *campaign,
                              const char *folder, uint64_t seed);

#endif
