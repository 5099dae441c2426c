/* Carries out a campaign. Trials are forked from the booted image of their cell, as many at a time
 * as there are jobs. Each outcome is written to the database when its process ends. */
#ifndef HEDDLE_CAMPAIGN_RUN_H
#define HEDDLE_CAMPAIGN_RUN_H

#include "trace/campaign/store.h"
#include "trace/campaign/trial.h"

struct run_ops {
  /* Boots the image of a cell in this process and replaces the previous one. Errors end the
   * campaign. */
  int (*boot)(void *self, const struct campaign_cell *cell, struct error *err);
  /* Runs one trial from the booted image in a forked process. Returns its outcome in the form of
   * trial_json. */
  json_t *(*trial)(void *self, const struct campaign_cell *cell, uint64_t seed);
  /* May be NULL: called after every trial and about twice a second. */
  void (*progress)(void *self, const struct trials *t, const struct campaign_cell *at,
                   uint32_t running);
  /* Stores an outcome. NULL: outcomes are written to the store. */
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
  int lock;           /* descriptor that trials must close; -1: none */
};

/* Carries out the trials that are not done. Returns 0, also when stopped. On a full disk it waits
 * for the running trials, writes their outcomes, and then returns the error. Any other error ends
 * it at once and kills the running trials. */
int run_campaign(struct run *r, struct error *err);

#endif
