/* The folder that one who gathers and the tasks of its job arrays share. Each array is a round with
 * a name of its own:
 *
 *   NAME.tasks      a JSON value in each line: what the task of that number, from 0, has to do
 *   NAME.sh         the script of the array
 *   NAME-K.results  a JSON value in each line, appended by task K alone: {"begin": {...}} first,
 *                   results, and {"end": true} or {"failed": MESSAGE, "errno": CODE} at last
 *   NAME-K.log      what Slurm keeps of the task's output
 *   NAME-K.reserve  space that the task gives up when the disk is full
 *
 * A line that was cut (its task was killed meanwhile) is no JSON value and is left out. */
#ifndef HEDDLE_TRACE_SLURM_SPOOL_H
#define HEDDLE_TRACE_SLURM_SPOOL_H

#include <jansson.h>
#include <stdbool.h>
#include <stdint.h>

#include "engine/base/error.h"
#include "engine/base/mem.h"
#include "trace/slurm/slurm.h"

struct spool_task {
  json_t *what;
  uint64_t offset; /* of its results, how much was read */
  bool begun, ended;
  struct error failed; /* what it says of itself */
  /* farm.c: */
  bool seen, lost; /* Slurm has it or had it; it is over, and did not say so itself */
  double missed;   /* on the monotonic clock: since when Slurm has it no more; 0: it has */
  enum slurm_state state;
  char *said; /* by Slurm, of it */
};

struct spool_round {
  char *name, *job; /* job: Slurm's number; NULL: not known */
  bool over;        /* farm.c has looked at how it ended */
  bool own;         /* this process has submitted it */
  struct spool_task *tasks;
  size_t count;
};

struct spool {
  char *folder;
  VEC(struct spool_round) rounds;
};

/* Makes the folder, or reads the rounds that are in it. ERR_INPUT. */
int spool_open(struct spool *s, const char *folder, struct error *err);
void spool_close(struct spool *s);

/* Adds a round of these tasks (an array; borrowed) and writes its first file and the script, which
 * executes `command`, a line for the shell in which $1 is the path of NAME.tasks. ERR_INPUT:
 * nothing is left of it. */
int spool_add(struct spool *s, const json_t *tasks, const char *command, struct error *err);
/* Removes the files of a round and forgets it; logs that are not empty stay if `logs` says so. */
void spool_remove(struct spool *s, size_t round, bool logs);
/* Removes the logs that stayed. */
void spool_remove_logs(struct spool *s);
/* malloc'd: FOLDER/NAME, and what is put behind it. */
char *spool_path(const struct spool *s, const struct spool_round *r, const char *ending);
/* The end of a task's log, on one line; malloc'd, NULL: there is none. */
char *spool_log_end(const struct spool *s, const struct spool_round *r, size_t task);

/* Calls `take` for each result that was appended since the last time. Its error ends that, and it
 * is called with the same result again the next time. ERR_INPUT: the file cannot be read. */
typedef int spool_take(void *self, const json_t *result, struct error *err);
int spool_read(struct spool *s, struct spool_round *r, size_t task, spool_take *take, void *self,
               struct error *err);

#endif
