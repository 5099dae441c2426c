/* The priority queue of the Dijkstra searches over the flow graphs: places with their distances,
 * the nearest first. */
#ifndef HEDDLE_FLOW_REACH_QUEUE_H
#define HEDDLE_FLOW_REACH_QUEUE_H

#include <stdbool.h>
#include <stdint.h>

#include "engine/base/mem.h"

struct reach {
  uint32_t dist, at; /* at: an index whose meaning the search defines, such as a node or a method */
};
struct reach_queue { /* a zeroed queue is empty */
  VEC(struct reach) heap;
};

/* Lowers best[at] to dist and queues `at`. Does nothing if best[at] is already as low. */
void reach_lower(struct reach_queue *q, uint32_t *best, uint32_t at, uint32_t dist);
/* Takes the nearest entry; returns false if the queue is empty. The caller must skip entries that
 * were lowered since they were queued (best[at] < dist). */
bool reach_take(struct reach_queue *q, struct reach *out);
void reach_release(struct reach_queue *q);

#endif
