/* heddle campaign --on slurm. */
#ifndef HEDDLE_TUI_CLI_CAMPAIGN_SLURM_H
#define HEDDLE_TUI_CLI_CAMPAIGN_SLURM_H

#include "trace/campaign/farmed.h"
#include "tui/cli/cli.h"

struct campaign_slurm {
  const struct cli *cli;
  struct trials *trials;
  struct store *store;
  const char *folder; /* of the results */
  bool show;          /* progress, on standard error */
};

/* Has the trials that are open carried out by Slurm, until all are done or cli_stop. As
 * farm_gather. */
int campaign_slurm(const struct campaign_slurm *s, struct error *err);
/* For trials that are to be forgotten: ends what runs, and removes what tasks have left. */
int campaign_slurm_end(const struct campaign_slurm *s, struct error *err);
/* --task: carries out the trials of one task by `ops`. */
int campaign_slurm_task(const struct cli *c, struct trials *t, const struct run_ops *ops,
                        struct farm_task *task, struct error *err);

#endif
