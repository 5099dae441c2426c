/* Searches that keep their open states in a queue: the shared part of bfs, greedy-best-first, jrf
 * and context-bounded.
 *
 * An open state is a pinned leaf of the delta tree. Moving to it swaps deltas and executes nothing
 * again. All successors of a state are generated before the next state is taken. A strategy defines
 * the rank (smaller ranks first) and the order of states with equal rank. */
#ifndef HEDDLE_SEARCH_BEST_FIRST_H
#define HEDDLE_SEARCH_BEST_FIRST_H

#include "engine/search/search.h"

#define NONE_LEFT UINT64_MAX

enum best_first_ties { TIES_OLDEST, TIES_NEWEST, TIES_RANDOM };

struct best_first_rules {
  /* Returns the rank of n, the current node, which is not the end of a path. `foreseen` is what
   * foresee returned. */
  uint64_t (*rank)(struct search *s, node_id n, uint32_t foreseen);
  /* Called with a choice of the current state before it is executed; may be NULL. */
  uint32_t (*foresee)(struct search *s, struct choice c);
  /* Returns what distinguishes the current state from states with the same contents
   * (search_remember); may be NULL. */
  uint64_t (*salt)(struct search *s, node_id n, uint32_t foreseen);
  /* Computes what is left of the strategy's bound after a choice. Returns false if the choice
   * exceeds the bound and is not taken. NULL: the bound on depth applies. */
  bool (*left)(struct search *s, uint32_t foreseen, uint32_t *left);
  /* Called when an open state with this rank is taken, or with NONE_LEFT when no state is open; may
   * be NULL. */
  void (*taken)(struct search *s, uint64_t rank);
  enum best_first_ties ties;
  bool late;      /* an error is reported when its state is taken, not when it is generated */
  bool generated; /* `states` counts generated successors, as in the papers, not distinct ones */
};

int best_first_open(struct search *s, const struct best_first_rules *rules);
int best_first_step(struct search *s, struct error *err);
void best_first_close(struct search *s);
void best_first_release_rest(struct search *s);
void best_first_save(struct search *s, struct ckpt_out *o, const struct ckpt_tree *t);
void best_first_load(struct search *s, struct ckpt_in *in, const struct ckpt_tree *t);

#endif
