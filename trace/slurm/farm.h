/* Distributes work to the tasks of Slurm job arrays and gathers their results in one process. The
 * owner defines the work (struct farm_ops). The farm submits tasks, watches them, and resubmits
 * lost ones.
 *
 * Everything that must outlive this process is in files (spool.h). A new process reads the results
 * that were not read yet, asks Slurm which tasks it still has, and submits the rest. */
#ifndef HEDDLE_TRACE_SLURM_FARM_H
#define HEDDLE_TRACE_SLURM_FARM_H

#include "trace/slurm/spool.h"

struct farm_counts {
  uint32_t running, waiting;
  const char *why; /* Slurm's reason why some task waits; NULL: none is known. Borrowed */
};

struct farm_ops {
  /* takes a result, which may be passed twice; an error ends the gathering */
  spool_take *result;
  /* is all work done? */
  bool (*over)(void *self);
  /* Returns an array of new tasks, for all work that has no result and is in none of the `live`
   * tasks. Returns NULL if there is no such work. The farm frees it. */
  json_t *(*plan)(void *self, const json_t *const *live, size_t count);
  /* called when a task has ended by itself and all its results were taken */
  void (*ended)(void *self, const json_t *task, struct error *err);
  /* Called when a task was lost that had begun, if this process submitted it. `how` is Slurm's
   * explanation. The owner may give up parts of its work. */
  void (*lost)(void *self, const json_t *task, const char *how, struct error *err);
  /* makes all results taken so far durable; NULL: they already are */
  int (*keep)(void *self, struct error *err);
  /* prints a line for the user */
  void (*say)(void *self, const char *line);
  /* called about twice a second; may be NULL */
  void (*progress)(void *self, const struct farm_counts *c);
  void *self;
};

struct farm {
  const struct farm_ops *ops;
  const char *folder;       /* the spool's folder */
  const char *command;      /* what a task executes, for spool_add; it uses farm_task.h */
  const char *partition;    /* NULL: Slurm's default */
  uint32_t at_once, cores;  /* number of tasks at a time; cores of each */
  uint32_t resubmit;        /* how many arrays in a row may be lost without any task having begun */
  volatile const int *stop; /* set by a signal handler */
  /* the owner keeps results only in memory, so the files that hold them stay until the end */
  bool holds;
  bool leave; /* when stopped, or on an error, do not cancel the running tasks */
};

/* Gathers results until all work is done or *stop is set, and returns 0 in both cases; open work
 * stays in the folder. Returns ERR_INPUT if Slurm is missing, refuses or no longer answers, if a
 * task reports that it cannot work, or the owner's error. Results of ended tasks are not lost even
 * then. */
int farm_gather(struct farm *f, struct error *err);
/* Takes the results so far, cancels running tasks and removes all files. */
int farm_end(struct farm *f, struct error *err);

#endif
