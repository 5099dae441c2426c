/* One task of a job array: where it finds what it has to do, and puts its results (spool.h). */
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
  off_t end; /* of the last whole line */
  bool dirty;
  double synchronised;
};

/* `tasks`: the path of NAME.tasks; which task this is says SLURM_ARRAY_TASK_ID. ERR_INPUT;
 * farm_task_close is due in any case. */
int farm_task_open(struct farm_task *t, const char *tasks, struct error *err);
/* Appends a result (the caller's no more). ERR_INPUT: it cannot be written; on a full disk it is
 * written all the same, into what was kept for that, and the error says that no more can be. */
int farm_task_put(struct farm_task *t, json_t *result, struct error *err);
/* Results are on the disk a second after they were put if this is called often. */
int farm_task_sync(struct farm_task *t, bool now, struct error *err);
/* Writes how the task ended: by `failed`, or well, or, `cut`, neither. */
void farm_task_close(struct farm_task *t, const struct error *failed, bool cut);

#endif
