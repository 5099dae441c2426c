/* The keys of cells in tasks and results, shared by farmed.c, which gathers results, and
 * farmed_task.c. See farmed.h. */
#ifndef HEDDLE_TRACE_CAMPAIGN_FARMED_INT_H
#define HEDDLE_TRACE_CAMPAIGN_FARMED_INT_H

#include "trace/campaign/farmed.h"

struct farmed_key {
  char text[17];
  uint32_t cell;
  uint32_t *seeds; /* indices of the cell's seeds, sorted by seed */
};

/* Returns the keys of all cells, sorted by text. Free them with farmed_keys_free. */
struct farmed_key *farmed_keys(const struct campaign *c);
void farmed_keys_free(struct farmed_key *keys, const struct campaign *c);
/* Calls `take` for each trial whose cell has that key and that seed. There are several if two cells
 * have the same spec. Returns false if there is none. */
typedef void farmed_take(void *self, size_t cell, size_t seed);
bool farmed_find(const struct farmed_key *keys, const struct campaign *c, const char *cell,
                 uint64_t seed, farmed_take *take, void *self);
/* Calls `take` for each trial of a task, in the task's order. Returns false if the campaign lacks
 * any of them. */
bool farmed_each(const struct farmed_key *keys, const struct campaign *c, const json_t *task,
                 farmed_take *take, void *self);

#endif
