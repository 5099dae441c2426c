/* Greedy best-first search (the baseline of paper 001, table 1). The next state is the open state
 * that has observed most of the sequence. Among equals, the smallest secondary value wins, and ties
 * are drawn at random. The ranking is that of the guided search, but the next state is chosen from
 * all open states, not only from the successors of the last one. No state is thrown away, so the
 * search is exhaustive when it ends.
 *
 * `states` counts generated successors, as the papers do. */
#include "engine/search/best_first.h"
#include "engine/search/ranking.h"

static uint64_t greedy_best_first_rank(struct search *s, node_id n, uint32_t foreseen) {
  const struct xnode *k;
  (void)foreseen;
  ranking_score(s, n);
  k = xnode(s->x, n);
  return (uint64_t)(UINT32_MAX - k->observed) << 32 | k->h_value;
}

static const struct best_first_rules rules = {
    .rank = greedy_best_first_rank, .ties = TIES_RANDOM, .generated = true};

static int greedy_open(struct search *s, struct error *err) {
  (void)err;
  return best_first_open(s, &rules);
}

const struct search_ops search_greedy_best_first = {
    .name = "greedy-best-first",
    .summary = "the best of all open states, ranked as in guided (paper 001)",
    .options = "--heuristic --prefer --position",
    .ranks = true,
    .values = true,
    .evaluates_hangs = true,
    .numbers = true,
    .open = greedy_open,
    .step = best_first_step,
    .close = best_first_close,
    .release_rest = best_first_release_rest,
    .save = best_first_save,
    .load = best_first_load};
