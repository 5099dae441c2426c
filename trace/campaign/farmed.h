/* A campaign's trials as tasks of job arrays (trace/slurm/farm.h). A task is a list of trials. A
 * trial is named by its seed and by a key of its cell, which changes with everything that the
 * trial's result depends on: {"trials": [["CELL", [SEED, ...]], ...]}. A result is {"cell": CELL,
 * "seed": SEED, "trial": {...}}. */
#ifndef HEDDLE_CAMPAIGN_FARMED_H
#define HEDDLE_CAMPAIGN_FARMED_H

#include "trace/campaign/run.h"
#include "trace/slurm/farm.h"
#include "trace/slurm/farm_task.h"

struct farmed {
  struct trials *trials;
  struct store *store;
  uint32_t most;     /* maximum number of tasks in one array */
  uint32_t resubmit; /* how often a trial may be running in a lost task before it is given up:
                        farm->resubmit */
  uint32_t cores;    /* trials run at a time in a task: farm->cores */
  void (*say)(void *self, const char *line);
  void (*progress)(void *self, const struct farm_counts *c); /* may be NULL */
  void *self;
  struct farmed_key *keys; /* keys of the cells, sorted */
  uint8_t **lost, **taken; /* by cell and seed: how often it was lost; whether a live task has it */
};

/* The caller must set most, say, progress and self. */
void farmed_init(struct farmed *f, struct trials *t, struct store *store);
void farmed_release(struct farmed *f);
/* Gathers results as farm_gather does. Sets farm->ops. */
int farmed_gather(struct farmed *f, struct farm *farm, struct error *err);
/* Takes the available results and ends all tasks, as farm_end does. */
int farmed_end(struct farmed *f, struct farm *farm, struct error *err);

/* Runs inside a task: carries out the trials of `task` through run->ops. Errors: those of
 * run_campaign; ERR_INPUT if the campaign differs from the one that the task was made from. */
int farmed_task(struct run *run, struct farm_task *task, struct error *err);

#endif
