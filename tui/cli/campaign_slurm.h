/* heddle campaign --on slurm: runs the trials as tasks of Slurm job arrays. */
#ifndef HEDDLE_TUI_CLI_CAMPAIGN_SLURM_H
#define HEDDLE_TUI_CLI_CAMPAIGN_SLURM_H

#include "trace/campaign/farmed.h"
#include "tui/cli/cli.h"

struct campaign_slurm {
  const struct cli *cli;
  struct trials *trials;
  struct store *store;
  const char *folder; /* folder of the results */
  bool show;          /* show progress on standard error */
};

/* Runs the trials that are not done on Slurm, until all are done or cli_stop is set. Returns the
 * errors of farm_gather. */
int campaign_slurm(const struct campaign_slurm *s, struct error *err);
/* Ends the running tasks, stores the results that they have left and removes their files. To be
 * called before trials are deleted from the store, so that tasks do not bring them back. */
int campaign_slurm_end(const struct campaign_slurm *s, struct error *err);
/* --task: runs the trials of one task with `ops`. */
int campaign_slurm_task(const struct cli *c, struct trials *t, const struct run_ops *ops,
                        struct farm_task *task, struct error *err);

#endif
