/* Shared by farmed.c, which gathers, and farmed_task.c. See farmed.h. */
#ifndef HEDDLE_TRACE_CAMPAIGN_FARMED_INT_H
#define HEDDLE_TRACE_CAMPAIGN_FARMED_INT_H

#include "trace/campaign/farmed.h"

struct farmed_key {
  char text[17];
  uint32_t cell;
  uint32_t *seeds; /* the numbers of its seeds, in the order of the seeds */
};

struct farmed_key *farmed_keys(const struct campaign *c);
void farmed_keys_free(struct farmed_key *keys, const struct campaign *c);
/* Calls `take` for each trial of that name: more than one where two cells are the same. False:
 * there is none. */
typedef void farmed_take(void *self, size_t cell, size_t seed);
bool farmed_find(const struct farmed_key *keys, const struct campaign *c, const char *cell,
                 uint64_t seed, farmed_take *take, void *self);
/* Likewise for each trial of a task, in its order. */
bool farmed_each(const struct farmed_key *keys, const struct campaign *c, const json_t *task,
                 farmed_take *take, void *self);

#endif
