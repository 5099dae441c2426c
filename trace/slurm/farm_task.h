/* One task of a job array: reads what it has to do, and writes its results (spool.h). */
#ifndef HEDDLE_TRACE_SLURM_FARM_TASK_H
#define HEDDLE_TRACE_SLURM_FARM_TASK_H

#include <jansson.h>
#include <stdbool.h>
#include <sys/types.h>

#include "engine/base/error.h"

struct farm_task {
  json_t *what;
  char *path, *reserve;
  int fd;
  off_t end; /* end of the last complete line */
  bool dirty;
  double synchronised;
};

/* `tasks` is the path of NAME.tasks; SLURM_ARRAY_TASK_ID gives the task's number. Errors:
 * ERR_INPUT, ERR_USAGE. Call farm_task_close in any case. */
int farm_task_open(struct farm_task *t, const char *tasks, struct error *err);
/* Appends a result and takes ownership of it. Returns ERR_INPUT if it cannot be written. On a full
 * disk the result is still written, into reserved space, and the error says that no more can be
 * written. */
int farm_task_put(struct farm_task *t, json_t *result, struct error *err);
/* Writes results to the disk, at most once a second unless `now`. To be called often. */
int farm_task_sync(struct farm_task *t, bool now, struct error *err);
/* Writes how the task ended: with the error `failed`, or normally, or, with `cut`, not at all. */
void farm_task_close(struct farm_task *t, const struct error *failed, bool cut);

#endif
