/* The commands of Slurm: sbatch(1), squeue(1), scancel(1). Accounting (sacct) is not asked: many
 * clusters have none.
 *
 * A job array is known by its name, which is the caller's to make unlike any other. So it is found
 * again by a process that was killed before it could note the job's number. */
#ifndef HEDDLE_TRACE_SLURM_SLURM_H
#define HEDDLE_TRACE_SLURM_SLURM_H

#include "engine/base/error.h"
#include "engine/base/mem.h"

#include <stdbool.h>
#include <stdint.h>

struct slurm_array {
  const char *name, *script, *log; /* log: a file's name, up to the task's number and ".log" */
  const char *partition;           /* NULL: Slurm's default */
  uint32_t tasks, at_once, cores;  /* at_once: 0 no bound; cores: of each task */
};

enum slurm_state { SLURM_WAITS, SLURM_RUNS, SLURM_OVER };

struct slurm_task {
  char *name, *job, *said; /* said: why it waits, or how it ended: "Resources", "NODE_FAIL" */
  uint32_t number;
  enum slurm_state state;
};
struct slurm_tasks {
  VEC(struct slurm_task) all;
};

/* ERR_INPUT: Slurm is not there, or refuses; the message has what sbatch said. *job is malloc'd. */
int slurm_submit(const struct slurm_array *a, char **job, struct error *err);
/* The tasks of the arrays with these names (separated by commas) that Slurm knows of. One that has
 * ended stays there for some minutes at most. ERR_INPUT: Slurm does not answer. */
int slurm_queue(const char *names, struct slurm_tasks *out, struct error *err);
void slurm_tasks_release(struct slurm_tasks *t);
/* Ends the array's tasks, those that wait and those that run. */
int slurm_cancel(const char *name, struct error *err);

#endif
