/* Shared by the files of heddle env --restart: restarts.c starts, executes and ends runs,
 * restarts_report.c makes the report, and restarts_slurm.c distributes the runs to job arrays. See
 * restarts.h. */
#ifndef HEDDLE_TUI_CLI_RESTARTS_INT_H
#define HEDDLE_TUI_CLI_RESTARTS_INT_H

#include "trace/campaign/workers.h"
#include "trace/slurm/farm_task.h"
#include "tui/cli/check.h"
#include "tui/cli/restarts.h"
#include "tui/text/explored.h"

/* RUN_LEFT: the run was killed because its result is not needed. */
enum restart_state { RUN_WAITS, RUN_RUNS, RUN_ENDED, RUN_LEFT };
/* How a run ended. */
enum restart_said {
  SAID_NOTHING,
  SAID_WHOLE,  /* searched completely, no error */
  SAID_LIMIT,  /* stopped at its limit */
  SAID_MEMORY, /* stopped by lack of memory */
  SAID_OTHER,  /* stopped for another reason: restarts.why */
  SAID_ERROR,
  SAID_KINDS
};

struct restart_run {
  uint64_t seed;
  const struct component_pair *pair; /* of methods that share fields; NULL: drawn by the seed */
  double limit;                      /* in units; 0: none */
  uint32_t slot;                     /* index in restarts.counts */
  enum restart_state state;
  enum restart_said said;
  double start, seconds;
  uint64_t states, transitions, instructions, peak_kb;
};

/* The progress of a run, in shared memory. */
struct restart_count {
  uint64_t states, transitions;
  char explored[EXPLORED_TEXT];
};

struct restart_sums {
  uint64_t runs, said[SAID_KINDS], states, transitions, instructions, peak_kb;
  double seconds;
};

struct restarts {
  const struct restarts_of *of;
  const struct cli *cli;
  struct workers workers;
  struct restart_count *counts; /* one per worker, shared with them */
  size_t *taken;                /* per worker: 1 + the run; 0: free */
  VEC(struct restart_run) runs; /* in the order of their start */
  struct component_pair *pairs;
  size_t pair_count;
  double start, seconds;  /* of all runs together; 0: no bound */
  double spent;           /* processor seconds of the runs that ended */
  uint64_t most;          /* maximum number of runs; 0: no bound */
  size_t error;           /* 1 + the run with the reported error; 0: none yet */
  json_t *first, *answer; /* of the first run that ended, and of the reported run */
  struct error failed;    /* a failure inside heddle, or of the input */
  char *why;              /* the first reason of SAID_OTHER */
  bool stopped, show;
  /* A task of a job array does the runs from, from + step, from + 2 step and so on; without a task
   * these are 0 and 1. Runs from `bound` on are not needed (0: no bound). task: receives the
   * answers; NULL: no task. */
  size_t from, step, bound;
  struct farm_task *task;
  size_t shown; /* number of progress lines on the terminal */
};

/* Returns the sums over the runs that ended and count. With limits in transitions, only the runs up
 * to the reported one count. */
struct restart_sums restarts_sums(const struct restarts *p);

/* Makes the words of heddle env that repeat this run alone. */
void restarts_again(const struct restarts *p, const struct restart_run *r,
                    struct command_words *out);
/* Returns the file for the run's counterexample; NULL: none is wanted. Caller frees. */
char *restarts_file(const struct restarts *p, const struct restart_run *r);
/* Runs one search in its own process (a worker_work on a struct restarts; `slot`: index in counts).
 * Its answer contains the exit "code", "check" from check_json, the "text" that heddle check
 * prints, and "trace" or null. */
json_t *restarts_work(void *self, size_t run, size_t slot);

/* Starts runs and waits for them, until all are over. */
int restarts_run(struct restarts *p, struct error *err);
/* Adds entries to p->runs until there are `count`, for runs that other processes start. */
void restarts_reach(struct restarts *p, size_t count);
/* Takes the answer of a run; NULL: its process died, and `how` says how. */
void restarts_take(struct restarts *p, size_t run, const json_t *answer, const char *how);
/* Sends `sig` to the running runs from number `from` on. */
void restarts_stop(struct restarts *p, size_t from, int sig);
/* --on slurm: lets tasks of job arrays do the runs, and takes their answers. */
int restarts_gather(struct restarts *p, struct error *err);
/* Called from time to time in a task: writes answers to disk, and reads from a file whether later
 * runs are still needed (restarts_slurm.c). */
void restarts_look(struct restarts *p, struct error *err);
/* --task: does the runs of one task. */
int restarts_task(struct restarts *p, struct error *err);

/* Prints one line for each active run, to stderr. */
void restarts_progress(struct restarts *p);
void restarts_progress_clear(struct restarts *p);
/* Prints text or JSON. Returns the exit code of heddle check. */
int restarts_report(struct restarts *p);

#endif
