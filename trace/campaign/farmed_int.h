/* The keys of cells in tasks and results: internals of farmed.c, which a test uses too. See
 * farmed.h. */
#ifndef HEDDLE_TRACE_CAMPAIGN_FARMED_INT_H
#define HEDDLE_TRACE_CAMPAIGN_FARMED_INT_H

#include "trace/campaign/farmed.h"

struct farmed_key {
  char text[17];
  uint32_t cell;
  uint32_t *seeds; /* indices of the cell's seeds, sorted by seed */
};

/* Calls `take` for each trial whose cell has that key and that seed. There are several if two cells
 * have the same spec. Returns false if there is none. */
typedef void farmed_take(void *self, size_t cell, size_t seed);
#endif
