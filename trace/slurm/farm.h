/* Distributes work to the tasks of Slurm job arrays and gathers their results in one process. The
 * owner defines the work (struct farm_ops). The farm submits tasks, watches them, and resubmits
 * lost ones.
 *
 * Everything that must outlive this process is in files (spool.h). A new process reads the results
 * that are still missing, asks Slurm which tasks it still has, and submits the rest. */
#ifndef HEDDLE_TRACE_SLURM_FARM_H
#define HEDDLE_TRACE_SLURM_FARM_H

#include "trace/slurm/spool.h"

struct farm_counts {
  uint32_t running, waiting;
  const char *why; /* Slurm's reason why one of the tasks waits; NULL: none; borrowed */
};

struct farm_ops {
  /* Takes a result, possibly twice. An error ends the gathering. */
  spool_take *result;
  /* Is there nothing left to wait for? */
  bool (*over)(void *self);
  /* Returns new tasks as an array, for all work that has no result and is not in a live task; NULL:
   * nothing to do. The caller owns it. */
  json_t *(*plan)(void *self, const json_t *const *live, size_t count);
  /* The task ended by itself, after the owner got its results. */
  void (*ended)(void *self, const json_t *task, struct error *err);
  /* The task began and was lost while this process watched. `how` is Slurm's explanation. The owner
   * may give up parts of it. */
  void (*lost)(void *self, const json_t *task, const char *how, struct error *err);
  /* Makes all results that the owner got durable. NULL: they are durable already. */
  int (*keep)(void *self, struct error *err);
  /* Prints a line for the user. */
  void (*say)(void *self, const char *line);
  /* May be NULL: called about twice a second. */
  void (*progress)(void *self, const struct farm_counts *c);
  void *self;
};

struct farm {
  const struct farm_ops *ops;
  const char *folder;       /* the spool's folder */
  const char *command;      /* what a task executes; it calls farm_task.h; see spool_add */
  const char *partition;    /* NULL: Slurm's default */
  uint32_t at_once, cores;  /* number of tasks at a time; cores of each */
  uint32_t resubmit;        /* how many arrays in a row may be lost without any task beginning */
  volatile const int *stop; /* set by a signal handler */
  bool holds; /* the owner holds results only in memory, so their files stay until the end */
  bool leave; /* leave the job running when stopped or on an error */
};

/* Gathers until everything is over or it is stopped. Returns 0 in both cases; open work stays in
 * the folder. ERR_INPUT: Slurm is missing, refuses or no longer answers; a task reports that it
 * cannot work; or an error of the owner. Results of ended tasks are not lost even then. */
int farm_gather(struct farm *f, struct error *err);
/* Reads the available results, cancels running tasks and removes all files. */
int farm_end(struct farm *f, struct error *err);

#endif
