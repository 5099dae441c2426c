/* Workers: forked processes, each of which does one piece of work and returns one JSON value
 * through a pipe. They share the memory of the process that forked them (copy-on-write), and end
 * when that process ends. */
#ifndef HEDDLE_CAMPAIGN_WORKERS_H
#define HEDDLE_CAMPAIGN_WORKERS_H

#include <jansson.h>

#include "engine/base/error.h"
#include "engine/base/mem.h"

#include <stdbool.h>
#include <sys/types.h>

struct worker {
  pid_t pid; /* 0: free slot */
  int fd;
  struct text in;
  double deadline; /* on the monotonic clock, in seconds */
  bool late;       /* killed at its deadline */
  size_t cell, seed;
};

struct workers {
  struct worker *slots;
  uint32_t size, busy;
};

/* The work of a worker, called in the forked process; it must not print anything. The worker sends
 * the value that it returns and exits. NULL counts as a crash. */
typedef json_t *worker_work(void *self, size_t cell, size_t seed);
/* Called for each worker that ended, with its answer (borrowed), or with NULL and a text that says
 * how the worker died. A nonzero return value is an error, and workers_wait returns it at once. */
typedef int worker_ended(void *self, size_t cell, size_t seed, const json_t *answer,
                         const char *how, struct error *err);

void workers_init(struct workers *p, uint32_t size);
/* Kills all workers and frees the slots. */
void workers_release(struct workers *p);
/* Starts work in a free slot and kills the worker after `seconds`. The worker closes `close_fd`
 * (-1: none). No other thread may run in this process. Returns ERR_MEMORY if the process or its
 * pipe cannot be created. */
int workers_start(struct workers *p, size_t cell, size_t seed, double seconds, int close_fd,
                  worker_work *work, void *self, struct error *err);
/* Waits at most `ms` milliseconds and calls `ended` for each worker that has ended. Returns the
 * first error of `ended`, or 0. */
int workers_wait(struct workers *p, int ms, worker_ended *ended, void *self, struct error *err);

#endif
