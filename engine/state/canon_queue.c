/* The queue of entries that may need another depth or name: a binary heap by depth
 * (canon_names.c). */
#include "engine/state/canon_int.h"
#include "engine/base/check.h"

void canon_queue_push(struct canon *c, uint32_t depth, uint32_t e) {
  struct canon_due x = {.depth = depth, .entry = e}, *q;
  size_t i;
  if (c->entries.data[e].queued <= depth) return;
  c->entries.data[e].queued = depth;
  vec_push(&c->queue);
  q = c->queue.data;
  for (i = c->queue.len - 1; i && q[(i - 1) / 2].depth > depth; i = (i - 1) / 2)
    q[i] = q[(i - 1) / 2];
  q[i] = x;
}

struct canon_due canon_queue_pop(struct canon *c) {
  struct canon_due *q = c->queue.data, top = q[0], last = q[--c->queue.len];
  size_t i = 0, k, n = c->queue.len;
  INVARIANT(top.depth <= last.depth, "the least depth is first: %u, %u", top.depth, last.depth);
  while ((k = 2 * i + 1) < n) {
    if (k + 1 < n && q[k + 1].depth < q[k].depth) k++;
    if (q[k].depth >= last.depth) break;
    q[i] = q[k];
    i = k;
  }
  if (n) q[i] = last;
  return top;
}
