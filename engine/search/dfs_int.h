/* What the files of the depth-first search share. */
#ifndef HEDDLE_SEARCH_DFS_INT_H
#define HEDDLE_SEARCH_DFS_INT_H

#include "engine/search/components.h"
#include "engine/search/dfs.h"
#include "engine/search/estimate.h"
#include "engine/search/guess.h"
#include "engine/search/sleep.h"

enum { FILTER = 1 << 16 };

struct level { /* a state on the stack and what is left to try there */
  struct fingerprint fp;
  uint32_t first, count, next; /* its choices: count of them from first on in dfs.choices */
  /* --sleep-sets: choices of the state whose subtrees are explored elsewhere, and those taken. */
  struct sleep_set asleep;
  uint32_t number,
      low; /* hangs are evaluated: in dfs.open, and the least that is reached from here and below */
  /* From here and below an end is reached; the clock is read on a way that is no circle of others.
   */
  bool ends, asks;
  bool elapsed; /* patient waits elapse here, as all else goes round */
  struct guess_threads threads;
};

struct dfs {
  /* NULL: for hangs, and for what elapses when all else goes round, another search is needed */
  struct components *open;
  bool hangs;                /* they are evaluated */
  struct estimate *size;     /* NULL: it is not estimated */
  struct sleep_store *slept; /* --sleep-sets, else NULL */
  struct footprint print;    /* of the last transition */
  struct sleep_set next;     /* asleep in the state that it led to */
  VEC(struct level) stack;
  VEC(struct choice) choices; /* of all levels of the stack */
  struct guess guess;
  uint16_t *filter; /* by fingerprint: how many states of the stack may be meant */
};

static inline uint16_t *dfs_filter(struct dfs *d, struct fingerprint f) {
  return &d->filter[f.hi & (FILTER - 1)];
}

static inline struct level *dfs_top(struct dfs *d) { return &d->stack.data[d->stack.len - 1]; }

/* search.own_bytes: the stack, beside the states on it. */
void dfs_count_bytes(struct search *s, const struct dfs *d);

#endif
