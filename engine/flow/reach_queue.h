/* The queue of Dijkstra's searches over the flow graphs: places with their distances, the nearest
 * first. */
#ifndef HEDDLE_FLOW_REACH_QUEUE_H
#define HEDDLE_FLOW_REACH_QUEUE_H

#include <stdbool.h>
#include <stdint.h>

#include "engine/base/mem.h"

struct reach {
  uint32_t dist, at; /* at: a node, a method: what the search counts */
};
struct reach_queue { /* zeroed is empty */
  VEC(struct reach) heap;
};

/* Lowers best[at] to dist and queues it; nothing when best[at] is as low already. */
void reach_lower(struct reach_queue *q, uint32_t *best, uint32_t at, uint32_t dist);
/* Takes the nearest; false when there is none. Entries that were lowered since (best[at] < dist)
 * are the caller's to pass over. */
bool reach_take(struct reach_queue *q, struct reach *out);
void reach_release(struct reach_queue *q);

#endif
