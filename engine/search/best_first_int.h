/* Shared by the files of best_first; nobody else includes it. */
#ifndef HEDDLE_SEARCH_BEST_FIRST_INT_H
#define HEDDLE_SEARCH_BEST_FIRST_INT_H

#include "engine/search/best_first.h"
#include "engine/search/checkpoint_sleepers.h"
#include "engine/search/hang.h"
#include "engine/search/ranking.h"
#include "engine/search/state_graph.h"

enum { WAKE_MAX = 4096 };

struct rest { /* --sleep-sets: of an open state */
  struct sleep_set asleep;
  uint64_t *only; /* it was met again: only these are to be taken; NULL: all that are awake */
  uint32_t only_count;
};

struct open_state {
  uint64_t rank, order;
  struct rest *rest; /* owned; NULL: everything is awake */
  node_id node;
  uint32_t number; /* hangs are evaluated: of the state */
};

struct best_first {
  struct state_graph *graph; /* hangs are evaluated, else NULL */
  const struct best_first_rules *rules;
  VEC(struct open_state) heap;
  uint64_t arrivals;
  struct choice choices[CHOICES_MAX]; /* of `state` */
  uint32_t count, next;
  node_id state;
  struct sleep_store *slept; /* --sleep-sets, else NULL */
  struct footprint print;    /* of the last transition */
  struct sleep_set
      asleep;            /* of `state`: its choices that are explored elsewhere, and those taken */
  struct sleep_set made; /* asleep in the successor that was made last */
  uint64_t rest_bytes;
};

uint64_t best_first_rest_bytes(const struct rest *r);
void best_first_count_bytes(struct search *s, const struct best_first *b);
/* Open states, and the present one while it is being expanded. */
uint64_t best_first_frontier(const struct best_first *b);

#endif
