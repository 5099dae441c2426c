/* The breadth-first search for matching paths of paper 003: takes a state from a queue, makes all
 * its children, and queues those that match. (The depth-first search in replay_search.c needs no
 * queue.)
 *
 * A queued state is a pinned node. To restore its progress, search_go matches its path again, from
 * where that path leaves the present one. The present path ends at the state being expanded, or at
 * the last state of a complete path. States met before go to a second queue. When the first queue
 * is empty, the search takes from the second those states from which some path has reached the last
 * event: reaching such a state another way gives another matching path. */
#include <stdlib.h>

#include "trace/replay_int.h"

static void take(struct replay *r, struct replay_queue *q, node_id node) {
  *vec_push(&q->nodes) = node;
  xnode(r->x, node)->pins++;
}

static void release_taken(struct replay *r, node_id node) {
  xnode(r->x, node)->pins--;
  explorer_drop(r->x, node);
}

void queue_release(struct replay *r) {
  struct replay_queue *all[] = {&r->queue, &r->again};
  for (size_t i = 0; i < COUNT(all); i++) {
    for (size_t k = all[i]->head; k < all[i]->nodes.len; k++)
      xnode(r->x, all[i]->nodes.data[k])->pins--;
    vec_free(&all[i]->nodes);
    all[i]->head = 0;
  }
}

void queue_put(struct replay *r, node_id node) { take(r, &r->queue, node); }

void queue_put_again(struct replay *r, node_id node) {
  enum { MOST = 20000 };
  if (r->again.nodes.len - r->again.head < MOST) take(r, &r->again, node);
}

static node_id next_of(struct replay_queue *q) {
  return q->head < q->nodes.len ? q->nodes.data[q->head++] : NODE_NONE;
}

/* Returns a state of the second queue from which some path has reached the last event, or
 * NODE_NONE. */
static node_id next_again(struct replay *r) {
  struct replay_queue left = {0};
  node_id found = NODE_NONE, n;
  while (found == NODE_NONE && (n = next_of(&r->again)) != NODE_NONE) {
    search_go(r, n);
    if (search_has_led(r))
      found = n;
    else
      *vec_push(&left.nodes) = n;
  }
  for (; (n = next_of(&r->again)) != NODE_NONE;) *vec_push(&left.nodes) = n;
  vec_free(&r->again.nodes);
  r->again = left;
  return found;
}

int queue_extend(struct replay *r) {
  node_id n = next_of(&r->queue), done = r->path.data[r->path.len - 1].node;
  if (n == NODE_NONE) n = next_again(r);
  if (n == NODE_NONE) return ERR_NOTFOUND;
  search_go(r, n);
  release_taken(r, n);
  explorer_drop(r->x, done);
  return 0;
}
