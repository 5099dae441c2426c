/* Carrying out a campaign: trials are forked from the booted image of their cell, as many at a time
 * as there are jobs, and each outcome is written to the database as its process ends. */
#ifndef HEDDLE_CAMPAIGN_RUN_H
#define HEDDLE_CAMPAIGN_RUN_H

#include "trace/campaign/store.h"
#include "trace/campaign/trial.h"

struct run_ops {
  /* Boots the image of a cell in this process, instead of the one before. Errors end the campaign.
   */
  int (*boot)(void *self, const struct campaign_cell *cell, struct error *err);
  /* In a forked process: one trial from the booted image. Its outcome as trial_json writes it. */
  json_t *(*trial)(void *self, const struct campaign_cell *cell, uint64_t seed);
  /* May be NULL: called after every trial and about twice a second. */
  void (*progress)(void *self, const struct trials *t, const struct campaign_cell *at,
                   uint32_t running);
  /* NULL: outcomes are written to the store. */
  int (*keep)(void *self, const struct trials *t, size_t cell, size_t seed,
              const struct trial *outcome, struct error *err);
  void *self;
};

struct run {
  struct trials *trials;
  struct store *store; /* NULL with ops->keep */
  const struct run_ops *ops;
  uint32_t jobs;
  volatile int *stop; /* set by a signal handler: the running trials are given up */
  int lock;           /* descriptor that trials must not keep; -1 none */
};

/* Carries out the trials that are not done. 0 also when stopped. On a full disk the
 * running trials are waited for and written, then it ends with the error. Any other error ends it
 * at once: what runs is killed. */
int run_campaign(struct run *r, struct error *err);

#endif
