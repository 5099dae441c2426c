/* Workers: forked processes, each of which does one piece of work and returns one JSON value
 * through a pipe. They share the memory of this process copy-on-write, and die with it. */
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
  double deadline; /* on the monotonic clock */
  bool late;       /* was killed at its deadline */
  size_t cell, seed;
};

struct workers {
  struct worker *slots;
  uint32_t size, busy;
};

/* The work of the child, which must not print anything. The child sends the value and exits.
 * Returning NULL counts as a crash. */
typedef json_t *worker_work(void *self, size_t cell, size_t seed);
/* Called for each process that ended, with its answer (borrowed), or with NULL and how it died. A
 * nonzero return value stops the waiting. */
typedef int worker_ended(void *self, size_t cell, size_t seed, const json_t *answer,
                         const char *how, struct error *err);

void workers_init(struct workers *p, uint32_t size);
/* Kills all running processes and frees the slots. */
void workers_release(struct workers *p);
/* Starts work in a free slot. Kills it after `seconds`. The child closes `close_fd` (-1: none).
 * Only one thread may be alive. Errors: ERR_MEMORY (fork, pipe). */
int workers_start(struct workers *p, size_t cell, size_t seed, double seconds, int close_fd,
                  worker_work *work, void *self, struct error *err);
/* Waits at most `ms` for answers and reports processes that have ended. */
int workers_wait(struct workers *p, int ms, worker_ended *ended, void *self, struct error *err);

#endif
