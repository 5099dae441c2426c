/* The process that runs one task of a job array: reads its work and appends its results
 * (spool.h). */
#ifndef HEDDLE_TRACE_SLURM_FARM_TASK_H
#define HEDDLE_TRACE_SLURM_FARM_TASK_H

#include <jansson.h>
#include <stdbool.h>
#include <sys/types.h>

#include "engine/base/error.h"

struct farm_task {
  json_t *what; /* the work of this task */
  /* path: of the results. reserve: of the file that reserves space on the disk */
  char *path, *reserve;
  int fd;
  off_t end;           /* offset of the end of the last complete line */
  bool dirty;          /* results were appended since the last sync */
  double synchronised; /* monotonic time, in seconds, of the last sync */
};

/* Reads the work of this task and opens its results. `tasks` is the path of NAME.tasks; the
 * environment variable SLURM_ARRAY_TASK_ID is the task's number. Returns ERR_INPUT or ERR_USAGE on
 * an error. Call farm_task_close in any case. */
int farm_task_open(struct farm_task *t, const char *tasks, struct error *err);
/* Appends a result and takes ownership of it. Returns ERR_INPUT if it cannot be written. On a full
 * disk the result is still written, into the reserved space, but the error is returned too, because
 * there is no room for more. */
int farm_task_put(struct farm_task *t, json_t *result, struct error *err);
/* Syncs the results to the disk, at most once a second unless `now` is set. To be called often. */
int farm_task_sync(struct farm_task *t, bool now, struct error *err);
/* Appends how the task ended, and frees it. The task ended with the error *failed or, if its code
 * is 0, normally. If it ended normally but `cut` is set, appends nothing, so the task counts as
 * lost. */
void farm_task_close(struct farm_task *t, const struct error *failed, bool cut);

#endif
