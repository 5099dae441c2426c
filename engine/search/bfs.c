/* Breadth-first search, exhaustive and stateful. An error that it finds has the fewest transitions
 * under the reduction, except with sleep sets. The open states are leaves of the delta tree, so
 * moving to the next one swaps only a few deltas. */
#include "engine/search/best_first.h"

static uint64_t bfs_rank(struct search *s, node_id n, uint32_t foreseen) {
  (void)foreseen;
  return xnode(s->x, n)->depth;
}

static const struct best_first_rules rules = {.rank = bfs_rank};

static int bfs_open(struct search *s, struct error *err) {
  (void)err;
  return best_first_open(s, &rules);
}

const struct search_ops search_bfs = {.name = "bfs",
                                      .summary = "breadth-first, exhaustive",
                                      .shortest = true,
                                      .sleeps = true,
                                      .evaluates_hangs = true,
                                      .numbers = true,
                                      .open = bfs_open,
                                      .step = best_first_step,
                                      .close = best_first_close,
                                      .release_rest = best_first_release_rest,
                                      .save = best_first_save,
                                      .load = best_first_load};
