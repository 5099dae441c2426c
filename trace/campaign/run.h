/* Runs the trials of a campaign. Each trial is a process forked from the booted image of its cell,
 * and as many run at a time as there are jobs. A trial's outcome is written to the database when
 * its process ends. */
#ifndef HEDDLE_CAMPAIGN_RUN_H
#define HEDDLE_CAMPAIGN_RUN_H

#include "trace/campaign/store.h"
#include "trace/campaign/trial.h"

struct run_ops {
  /* Boots the image of a cell in this process, replacing the previous image. An error ends the
   * campaign. */
  int (*boot)(void *self, const struct campaign_cell *cell, struct error *err);
  /* Runs one trial from the booted image, in a forked process. Returns its outcome as an object
   * like that of trial_json. */
  json_t *(*trial)(void *self, const struct campaign_cell *cell, uint64_t seed);
  /* called after every trial and about twice a second; may be NULL */
  void (*progress)(void *self, const struct trials *t, const struct campaign_cell *at,
                   uint32_t running);
  /* stores an outcome; NULL: run_campaign writes outcomes to the store */
  int (*keep)(void *self, const struct trials *t, size_t cell, size_t seed,
              const struct trial *outcome, struct error *err);
  void *self;
};

struct run {
  struct trials *trials;
  struct store *store; /* NULL if ops->keep is set */
  const struct run_ops *ops;
  uint32_t jobs;
  volatile int *stop; /* set by a signal handler; running trials are abandoned */
  int lock;           /* descriptor that trial processes must close; -1: none */
};

/* Runs the trials that are not done. Returns 0 when all are done or *stop is set. On a full disk it
 * waits for the running trials, writes their outcomes, and then returns the error. Any other error
 * kills the running trials and is returned at once. */
int run_campaign(struct run *r, struct error *err);

#endif
