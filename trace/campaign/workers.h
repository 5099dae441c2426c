/* Workers: forked processes, each of which does one piece of work and answers with one JSON value
 * through a pipe. They share the memory of this process copy-on-write, and die with it. */
#ifndef HEDDLE_CAMPAIGN_WORKERS_H
#define HEDDLE_CAMPAIGN_WORKERS_H

#include <jansson.h>

#include "engine/base/error.h"
#include "engine/base/mem.h"

#include <stdbool.h>
#include <sys/types.h>

struct worker {
  pid_t pid; /* 0: free */
  int fd;
  struct text in;
  double deadline; /* on the monotonic clock */
  bool late;       /* was ended at its deadline */
  size_t cell, seed;
};

struct workers {
  struct worker *slots;
  uint32_t size, busy;
};

/* What the child does; it may print nothing. The value is sent and the child ends; NULL: as if it
 * had died. */
typedef json_t *worker_work(void *self, size_t cell, size_t seed);
/* Called for each process that ended: with its answer (borrowed), or with NULL and how it died. Not
 * 0: stop. */
typedef int worker_ended(void *self, size_t cell, size_t seed, const json_t *answer,
                         const char *how, struct error *err);

void workers_init(struct workers *p, uint32_t size);
/* Kills what runs and frees. */
void workers_release(struct workers *p);
/* Starts work in a free slot. `seconds`: it is killed when it lasts longer. `close_fd`: a
 * descriptor that the child must not keep (-1 none). Call with no other thread alive. Errors:
 * ERR_MEMORY (fork, pipe). */
int workers_start(struct workers *p, size_t cell, size_t seed, double seconds, int close_fd,
                  worker_work *work, void *self, struct error *err);
/* Waits at most `ms` for answers and reports processes that ended. */
int workers_wait(struct workers *p, int ms, worker_ended *ended, void *self, struct error *err);

#endif
