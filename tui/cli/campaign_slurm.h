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

/* Runs the open trials by Slurm, until all are done or cli_stop is set. Errors as for
 * farm_gather. */
int campaign_slurm(const struct campaign_slurm *s, struct error *err);
/* Ends running tasks and removes their results, before trials are forgotten. */
int campaign_slurm_end(const struct campaign_slurm *s, struct error *err);
/* --task: runs the trials of one task with `ops`. */
int campaign_slurm_task(const struct cli *c, struct trials *t, const struct run_ops *ops,
                        struct farm_task *task, struct error *err);

#endif
