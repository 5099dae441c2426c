/* Distributes a campaign's trials to the tasks of job arrays (trace/slurm/farm.h). A task is a list
 * of trials: {"trials": [["CELL", [SEED, ...]], ...]}. CELL is a key that changes with everything
 * that the cell's results depend on. A result is {"cell": CELL, "seed": SEED, "trial": {...}}. */
#ifndef HEDDLE_CAMPAIGN_FARMED_H
#define HEDDLE_CAMPAIGN_FARMED_H

#include "trace/campaign/run.h"
#include "trace/slurm/farm.h"
#include "trace/slurm/farm_task.h"

struct farmed_key { /* the key of a cell in tasks and results */
  char text[17];
  uint32_t cell;
  uint32_t *seeds; /* indices of the cell's seeds, sorted by seed */
};

struct farmed {
  struct trials *trials;
  struct store *store;
  uint32_t most; /* maximum number of tasks in one array */
  /* how many lost tasks may have been running a trial before it is given up: farm->resubmit */
  uint32_t resubmit;
  uint32_t cores; /* how many trials a task runs at a time: farm->cores */
  void (*say)(void *self, const char *line);
  void (*progress)(void *self, const struct farm_counts *c); /* may be NULL */
  void *self;
  struct farmed_key *keys; /* the cells' keys, sorted */
  /* by cell and seed: how many tasks were lost with the trial; whether a live task has it */
  uint8_t **lost, **taken;
};

/* Initialises *f for a campaign's trials and their database. The caller then sets most, say,
 * progress and self. */
void farmed_init(struct farmed *f, struct trials *t, struct store *store);
void farmed_release(struct farmed *f);
/* Submits tasks and takes their results until all trials are done, as farm_gather does. Sets
 * farm->ops. */
int farmed_gather(struct farmed *f, struct farm *farm, struct error *err);
/* Stores the results so far and ends all tasks, as farm_end does. Sets farm->ops. */
int farmed_end(struct farmed *f, struct farm *farm, struct error *err);

/* Runs the trials of `task`, in the task's process, through run->ops. Returns the errors of
 * run_campaign, and ERR_INPUT if the campaign differs from the one that the task was made from. */
int farmed_task(struct run *run, struct farm_task *task, struct error *err);

#endif
