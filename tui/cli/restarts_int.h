/* Shared by the files of heddle env --restart: restarts.c lets runs begin and end, restarts_run.c
 * is one in its process, restarts_report.c what is said. See restarts.h. */
#ifndef HEDDLE_TUI_CLI_RESTARTS_INT_H
#define HEDDLE_TUI_CLI_RESTARTS_INT_H

#include "trace/campaign/workers.h"
#include "trace/slurm/farm_task.h"
#include "tui/cli/check.h"
#include "tui/cli/restarts.h"
#include "tui/text/explored.h"

enum restart_state { RUN_WAITS, RUN_RUNS, RUN_ENDED, RUN_LEFT };
enum restart_said {
  SAID_NOTHING,
  SAID_WHOLE,  /* searched whole, no error */
  SAID_LIMIT,  /* cut at its limit */
  SAID_MEMORY, /* ... for want of memory */
  SAID_OTHER,  /* ... because of something else: restarts.why */
  SAID_ERROR,
  SAID_KINDS
};

struct restart_run {
  uint64_t seed;
  const struct component_pair *pair; /* of methods that share fields; NULL: drawn by the seed */
  double limit;                      /* in units; 0 none */
  uint32_t slot;                     /* of restarts.counts */
  enum restart_state state;
  enum restart_said said;
  double start, seconds;
  uint64_t states, transitions, instructions, peak_kb;
};

/* What a run says of itself, in memory that it shares. */
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
  struct restart_count *counts; /* one for each worker, shared with them */
  size_t *taken;                /* of each of them: 1 + the run, 0 free */
  VEC(struct restart_run) runs; /* in the order of beginning */
  struct component_pair *pairs;
  size_t pair_count;
  double start, seconds;  /* of all together; 0: no bound */
  double spent;           /* seconds of processor time of the runs that ended */
  uint64_t most;          /* runs; 0: no bound */
  size_t error;           /* 1 + the run that is reported, 0 none yet */
  json_t *first, *answer; /* of the first run that has ended, and of the one that is reported */
  struct error failed;    /* what failed inside of heddle, or for want of input */
  char *why;              /* the first reason of SAID_OTHER */
  bool stopped, show;
  /* as a task of a job array: of all runs those of number from, from + step, ... from 0; else 0
   * and 1. Runs from `bound` on are not wanted (0: no bound). task: takes the answers; NULL. */
  size_t from, step, bound;
  struct farm_task *task;
  size_t shown; /* lines of progress on the terminal */
};

/* Of the runs that count: where the order is kept, those in front of the one that is reported. */
struct restart_sums restarts_sums(const struct restarts *p);

/* The words of heddle env for that run alone. */
void restarts_again(const struct restarts *p, const struct restart_run *r,
                    struct command_words *out);
/* Where it leaves its counterexample; NULL: none is asked for. Caller frees. */
char *restarts_file(const struct restarts *p, const struct restart_run *r);
/* Searches, in a process of its own (a worker_work on a struct restarts; `slot` of the counts). Its
 * answer: exit "code", "check" of check_json, the "text" that heddle check prints, "trace" or null.
 */
json_t *restarts_work(void *self, size_t run, size_t slot);

/* Lets runs begin and waits for them, until all are over. */
int restarts_run(struct restarts *p, struct error *err);
/* Notes so many runs that begin elsewhere. */
void restarts_reach(struct restarts *p, size_t count);
/* Takes the answer of a run, or NULL and how it died. */
void restarts_take(struct restarts *p, size_t run, const json_t *answer, const char *how);
/* Ends the runs with that number and those behind it. */
void restarts_stop(struct restarts *p, size_t from, int sig);
/* --on slurm: lets tasks of job arrays carry out the runs, and takes their answers. */
int restarts_gather(struct restarts *p, struct error *err);
/* In a task, now and then: brings answers to the disk, sees whether there is a bound now. */
void restarts_look(struct restarts *p, struct error *err);
/* --task: is one of them. */
int restarts_task(struct restarts *p, struct error *err);

/* One line for each run in flight, on stderr. */
void restarts_progress(struct restarts *p);
void restarts_progress_clear(struct restarts *p);
/* Prints text or JSON; returns the exit code of heddle check. */
int restarts_report(struct restarts *p);

#endif
