/* Shared by farmed.c, which gathers results, and farmed_task.c. See farmed.h. */
#ifndef HEDDLE_TRACE_CAMPAIGN_FARMED_INT_H
#define HEDDLE_TRACE_CAMPAIGN_FARMED_INT_H

#include "trace/campaign/farmed.h"

struct farmed_key {
  char text[17];
  uint32_t cell;
  uint32_t *seeds; /* indices of the cell's seeds, sorted by seed */
};

struct farmed_key *farmed_keys(const struct campaign *c);
void farmed_keys_free(struct farmed_key *keys, const struct campaign *c);
/* Calls `take` for each trial with that key and seed: more than one if two cells are equal. Returns
 * false if there is none. */
typedef void farmed_take(void *self, size_t cell, size_t seed);
bool farmed_find(const struct farmed_key *keys, const struct campaign *c, const char *cell,
                 uint64_t seed, farmed_take *take, void *self);
/* Does the same for each trial of a task, in its order. Returns false if any trial is missing. */
bool farmed_each(const struct farmed_key *keys, const struct campaign *c, const json_t *task,
                 farmed_take *take, void *self);

#endif
