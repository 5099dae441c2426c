/* A campaign's trials as the tasks of job arrays (trace/slurm/farm.h). A task is a list of trials,
 * each named by a number for its cell, which changes with all that the trial's result depends on,
 * and its seed: {"trials": [["CELL", [SEED, ...]], ...]}. A result is {"cell": CELL, "seed": SEED,
 * "trial": {...}}. */
#ifndef HEDDLE_CAMPAIGN_FARMED_H
#define HEDDLE_CAMPAIGN_FARMED_H

#include "trace/campaign/run.h"
#include "trace/slurm/farm.h"
#include "trace/slurm/farm_task.h"

struct farmed {
  struct trials *trials;
  struct store *store;
  uint32_t most;     /* tasks of one array */
  uint32_t resubmit; /* how often a trial that was running when its task was lost; farm->resubmit */
  uint32_t cores;    /* trials at a time in a task: farm->cores */
  void (*say)(void *self, const char *line);
  void (*progress)(void *self, const struct farm_counts *c); /* may be NULL */
  void *self;
  struct farmed_key *keys; /* of the cells, in order */
  uint8_t **lost, **taken; /* of each trial: how often; is it in a task that lives */
};

/* most, say, progress and self are the caller's to set. */
void farmed_init(struct farmed *f, struct trials *t, struct store *store);
void farmed_release(struct farmed *f);
/* Gathers: farm->ops is set here. As farm_gather. */
int farmed_gather(struct farmed *f, struct farm *farm, struct error *err);
/* Takes what there is and ends all tasks. As farm_end. */
int farmed_end(struct farmed *f, struct farm *farm, struct error *err);

/* In a task: carries out the trials of `task` by run->ops. Errors: those of run_campaign;
 * ERR_INPUT: the campaign is not the one that the task was made of. */
int farmed_task(struct run *run, struct farm_task *task, struct error *err);

#endif
