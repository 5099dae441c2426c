/* The files through which the gathering process and the tasks of its job arrays communicate, in one
 * folder. Each array is a round with a unique name:
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
  uint64_t offset; /* how many bytes of its results were read */
  bool begun, ended;
  struct error failed; /* the failure that the task reported */
  /* used by farm.c: */
  bool seen, lost; /* seen: Slurm has listed it. lost: it is over but has not reported its end */
  double missed;   /* monotonic time at which Slurm first no longer listed it; 0: it lists it */
  enum slurm_state state;
  char *said; /* Slurm's message about it: why it waits, or how it ended */
};

struct spool_round {
  char *name, *job; /* job: Slurm's job number; NULL: unknown */
  bool over;        /* all its tasks are over, and farm.c has examined how they ended */
  bool own;         /* submitted by this process */
  struct spool_task *tasks;
  size_t count;
};

struct spool {
  char *folder;
  VEC(struct spool_round) rounds;
};

/* Creates the folder, or reads the rounds in it. Returns ERR_INPUT if either fails. Call
 * spool_close in any case. */
int spool_open(struct spool *s, const char *folder, struct error *err);
void spool_close(struct spool *s);

/* Adds a round of these tasks (a JSON array; borrowed), and writes NAME.tasks and the script. The
 * script executes `command`, a line for the shell in which $1 is the path of NAME.tasks. Returns
 * ERR_INPUT if a file cannot be written; then nothing of the round is left. */
int spool_add(struct spool *s, const json_t *tasks, const char *command, struct error *err);
/* Removes a round and its files. If `logs` is set, keeps logs that are not empty. */
void spool_remove(struct spool *s, size_t round, bool logs);
/* Removes the logs that spool_remove kept. */
void spool_remove_logs(struct spool *s);
/* Returns the path FOLDER/NAME followed by `ending`; the caller frees it. */
char *spool_path(const struct spool *s, const struct spool_round *r, const char *ending);
/* Returns the last lines of a task's log as one line, which the caller frees, or NULL if there is
 * no log. */
char *spool_log_end(const struct spool *s, const struct spool_round *r, size_t task);

/* Calls `take` for each result appended since the last call. If `take` returns an error, returns
 * it; the next call starts with the same result again. Returns ERR_INPUT if the file cannot be
 * read. */
typedef int spool_take(void *self, const json_t *result, struct error *err);
int spool_read(struct spool *s, struct spool_round *r, size_t task, spool_take *take, void *self,
               struct error *err);

#endif
