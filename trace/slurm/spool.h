/* The folder shared by the gathering process and the tasks of its job arrays. Each array is a round
 * with a unique name:
 *
 *   NAME.tasks      a JSON value in each line: the work of the task with that number, from 0
 *   NAME.sh         the script of the array
 *   NAME-K.results  a JSON value in each line, appended by task K alone: {"begin": {...}} first,
 *                   then results, at last {"end": true} or {"failed": MESSAGE, "errno": CODE}
 *   NAME-K.log      the task's output as stored by Slurm
 *   NAME-K.reserve  space that the task frees when the disk is full
 *
 * A truncated line (its task was killed while writing) is not a JSON value and is ignored. */
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
  uint64_t offset; /* how much of its results was read */
  bool begun, ended;
  struct error failed; /* the failure that the task reported */
  /* used by farm.c: */
  bool seen, lost; /* Slurm has or had it; it is over without having reported that */
  double missed;   /* monotonic time since when Slurm no longer lists it; 0: listed */
  enum slurm_state state;
  char *said; /* Slurm's message about it */
};

struct spool_round {
  char *name, *job; /* job: Slurm's number; NULL: unknown */
  bool over;        /* farm.c has evaluated how it ended */
  bool own;         /* submitted by this process */
  struct spool_task *tasks;
  size_t count;
};

struct spool {
  char *folder;
  VEC(struct spool_round) rounds;
};

/* Creates the folder, or reads the rounds in it. ERR_INPUT. */
int spool_open(struct spool *s, const char *folder, struct error *err);
void spool_close(struct spool *s);

/* Adds a round of these tasks (a JSON array; borrowed), and writes NAME.tasks and the script. The
 * script executes `command`, a line for the shell in which $1 is the path of NAME.tasks. On
 * ERR_INPUT nothing of the round is left. */
int spool_add(struct spool *s, const json_t *tasks, const char *command, struct error *err);
/* Removes a round and its files. With `logs`, keeps logs that are not empty. */
void spool_remove(struct spool *s, size_t round, bool logs);
/* Removes the logs that were kept. */
void spool_remove_logs(struct spool *s);
/* Returns FOLDER/NAME followed by `ending`; malloc'd. */
char *spool_path(const struct spool *s, const struct spool_round *r, const char *ending);
/* Returns the end of a task's log on one line, malloc'd; NULL if there is none. */
char *spool_log_end(const struct spool *s, const struct spool_round *r, size_t task);

/* Calls `take` for each result appended since the last call. If it returns an error, reading stops
 * and the next call passes the same result again. ERR_INPUT: the file cannot be read. */
typedef int spool_take(void *self, const json_t *result, struct error *err);
int spool_read(struct spool *s, struct spool_round *r, size_t task, spool_take *take, void *self,
               struct error *err);

#endif
