/* Work that is shared out to the tasks of Slurm job arrays, and the results of which one process
 * gathers. What the work is, the owner says (struct farm_ops); here is how tasks are submitted,
 * watched, and, when they were lost, submitted again.
 *
 * All that must outlive this process is in files (spool.h): one that begins anew reads the results
 * that it has not got, sees which tasks Slurm still has, and submits what neither covers. */
#ifndef HEDDLE_TRACE_SLURM_FARM_H
#define HEDDLE_TRACE_SLURM_FARM_H

#include "trace/slurm/spool.h"

struct farm_counts {
  uint32_t running, waiting;
  const char *why; /* that one of those that wait gives; NULL none, borrowed */
};

struct farm_ops {
  /* A result; it may come twice. An error ends the gathering. */
  spool_take *result;
  /* Is there nothing left to wait for? */
  bool (*over)(void *self);
  /* What neither has a result nor is covered by one of these tasks, as an array of new tasks; NULL:
   * nothing. The caller's. */
  json_t *(*plan)(void *self, const json_t *const *live, size_t count);
  /* The task ended by itself, and its results were given to the owner. */
  void (*ended)(void *self, const json_t *task, struct error *err);
  /* The task began and was lost, while this process watched. `how`: what Slurm says of it. The
   * owner may give up what it can. */
  void (*lost)(void *self, const json_t *task, const char *how, struct error *err);
  /* Are all results that were given to the owner where nothing can lose them? NULL: they are. */
  int (*keep)(void *self, struct error *err);
  /* A line for the user. */
  void (*say)(void *self, const char *line);
  /* May be NULL: called about twice a second. */
  void (*progress)(void *self, const struct farm_counts *c);
  void *self;
};

struct farm {
  const struct farm_ops *ops;
  const char *folder;       /* of the spool */
  const char *command;      /* what a task executes, which calls farm_task.h; see spool_add */
  const char *partition;    /* NULL: Slurm's default */
  uint32_t at_once, cores;  /* tasks at a time; cores of each */
  uint32_t resubmit;        /* how often in a row an array may be lost before a task begins */
  volatile const int *stop; /* set by a signal handler */
  bool holds; /* the owner has results in memory alone: their files stay until all is over */
  bool leave; /* when stopped or in error, the job stays */
};

/* Gathers until all is over or it is stopped. In both cases 0, what was left behind is in the
 * folder. ERR_INPUT: Slurm is not there, refuses or does not answer any more; a task says that it
 * cannot work; the owner's errors. Nothing of what ended is lost, then. */
int farm_gather(struct farm *f, struct error *err);
/* Reads what there is, cancels what runs and removes all files. */
int farm_end(struct farm *f, struct error *err);

#endif
