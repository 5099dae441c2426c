/* Searches that keep their open states: the shared part of bfs, greedy-best-first, jrf and
 * context-bounded.
 *
 * An open state is a leaf of the delta tree, pinned there; going to it swaps deltas, nothing is
 * executed again. All successors of a state are generated before the next state is taken. A
 * strategy is a rank, smaller ones first, and what it does with ties. */
#ifndef HEDDLE_SEARCH_BEST_FIRST_H
#define HEDDLE_SEARCH_BEST_FIRST_H

#include "engine/search/search.h"

#define NONE_LEFT UINT64_MAX

enum best_first_ties { TIES_OLDEST, TIES_NEWEST, TIES_RANDOM };

struct best_first_rules {
  /* The rank of n, which is here and not an end. `foreseen`: what foresee said. */
  uint64_t (*rank)(struct search *s, node_id n, uint32_t foreseen);
  /* Looks at a choice of the state here before it is taken; NULL nothing. */
  uint32_t (*foresee)(struct search *s, struct choice c);
  /* What states are distinguished by besides their contents (search_remember), for the state here;
   * NULL nothing. */
  uint64_t (*salt)(struct search *s, node_id n, uint32_t foreseen);
  /* What is left of the strategy's bound behind a choice; false: the choice lies beyond it and is
   * not taken. NULL: the bound on depth. */
  bool (*left)(struct search *s, uint32_t foreseen, uint32_t *left);
  /* The state with this rank is being taken from the open ones, NONE_LEFT: there is none; NULL
   * nothing. */
  void (*taken)(struct search *s, uint64_t rank);
  enum best_first_ties ties;
  bool late;      /* an error counts when its state is taken, not when it is generated */
  bool generated; /* `states` counts generated successors, as in the papers, not distinct states */
};

int best_first_open(struct search *s, const struct best_first_rules *rules);
int best_first_step(struct search *s, struct error *err);
void best_first_close(struct search *s);
void best_first_release_rest(struct search *s);
void best_first_save(struct search *s, struct ckpt_out *o, const struct ckpt_tree *t);
void best_first_load(struct search *s, struct ckpt_in *in, const struct ckpt_tree *t);

#endif
