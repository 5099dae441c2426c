/* See reach_queue.h: a binary heap without decrease-key. */
#include "engine/flow/reach_queue.h"

#include <stdlib.h>

#include "engine/base/check.h"

void reach_lower(struct reach_queue *q, uint32_t *best, uint32_t at, uint32_t dist) {
  size_t i = q->heap.len;
  if (dist >= best[at]) return;
  best[at] = dist;
  (void)vec_push(&q->heap);
  for (; i > 0 && q->heap.data[(i - 1) / 2].dist > dist; i = (i - 1) / 2)
    q->heap.data[i] = q->heap.data[(i - 1) / 2];
  q->heap.data[i] = (struct reach){dist, at};
}

bool reach_take(struct reach_queue *q, struct reach *out) {
  struct reach x;
  size_t i = 0, n;
  if (!q->heap.len) return false;
  *out = q->heap.data[0];
  x = q->heap.data[n = --q->heap.len];
  for (;;) {
    size_t c = 2 * i + 1;
    if (c >= n) break;
    if (c + 1 < n && q->heap.data[c + 1].dist < q->heap.data[c].dist) c++;
    if (q->heap.data[c].dist >= x.dist) break;
    q->heap.data[i] = q->heap.data[c];
    i = c;
  }
  if (n) q->heap.data[i] = x;
  INVARIANT(!n || q->heap.data[0].dist >= out->dist, "the nearest place is taken first: %u",
            out->dist);
  return true;
}

void reach_release(struct reach_queue *q) { vec_free(&q->heap); }
