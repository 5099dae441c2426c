/* Internal to the files best_first*.c. */
#ifndef HEDDLE_SEARCH_BEST_FIRST_INT_H
#define HEDDLE_SEARCH_BEST_FIRST_INT_H

#include "engine/search/best_first.h"
#include "engine/search/checkpoint_sleepers.h"
#include "engine/search/hang.h"
#include "engine/search/ranking.h"
#include "engine/search/state_graph.h"

enum { WAKE_MAX = 4096 };

struct rest { /* --sleep-sets: what is left to explore from an open state */
  struct sleep_set asleep;
  /* For a state that was met again: the names of the only choices to take. NULL: all that are
   * awake. */
  uint64_t *only;
  uint32_t only_count;
};

struct open_state {
  uint64_t rank, order;
  struct rest *rest; /* owned; NULL: nothing sleeps */
  node_id node;
  uint32_t number; /* number of the state, if hangs are evaluated */
};

struct best_first {
  struct state_graph *graph; /* NULL unless hangs are evaluated */
  const struct best_first_rules *rules;
  VEC(struct open_state) heap;
  uint64_t arrivals;
  struct choice choices[CHOICES_MAX]; /* the choices of `state` */
  uint32_t count, next;
  node_id state;
  struct sleep_store *slept; /* --sleep-sets, else NULL */
  struct footprint print;    /* footprint of the last transition */
  /* The choices of `state` that are explored elsewhere, and those already taken. */
  struct sleep_set asleep;
  struct sleep_set made; /* sleep set of the last successor made */
  uint64_t rest_bytes;
};

uint64_t best_first_rest_bytes(const struct rest *r);
void best_first_count_bytes(struct search *s, const struct best_first *b);
/* Returns the number of open states, plus 1 while a state is being expanded. */
uint64_t best_first_frontier(const struct best_first *b);

#endif
