/* The Slurm commands sbatch(1), squeue(1) and scancel(1). Accounting (sacct) is not used because
 * many clusters lack it.
 *
 * A job array is identified by its name, which the caller must make unique. A new process therefore
 * finds an array even if the previous one was killed before it could store the job's number. */
#ifndef HEDDLE_TRACE_SLURM_SLURM_H
#define HEDDLE_TRACE_SLURM_SLURM_H

#include "engine/base/error.h"
#include "engine/base/mem.h"

#include <stdbool.h>
#include <stdint.h>

struct slurm_array {
  const char *name, *script, *log; /* log: the log's path without the task's number and ".log" */
  const char *partition;           /* NULL: Slurm's default */
  /* at_once: tasks that may run at a time, 0: no bound. cores: per task */
  uint32_t tasks, at_once, cores;
};

enum slurm_state { SLURM_WAITS, SLURM_RUNS, SLURM_OVER };

struct slurm_task {
  /* said: why it waits, or how it ended, such as "Resources" or "NODE_FAIL" */
  char *name, *job, *said;
  uint32_t number;
  enum slurm_state state;
};
struct slurm_tasks {
  VEC(struct slurm_task) all;
};

/* Submits the array. *job gets Slurm's job number, which the caller frees. Returns ERR_INPUT, with
 * sbatch's message, if Slurm is missing or refuses. */
int slurm_submit(const struct slurm_array *a, char **job, struct error *err);
/* Lists the tasks that Slurm knows of the arrays with these names (comma-separated). Slurm forgets
 * ended tasks within minutes. Returns ERR_INPUT if Slurm does not answer. */
int slurm_queue(const char *names, struct slurm_tasks *out, struct error *err);
void slurm_tasks_release(struct slurm_tasks *t);
/* Ends the array's waiting and running tasks. */
int slurm_cancel(const char *name, struct error *err);

#endif
