/* The data of a depth-first search. Internal to dfs.c. */
#ifndef HEDDLE_SEARCH_DFS_INT_H
#define HEDDLE_SEARCH_DFS_INT_H

#include "engine/search/components.h"
#include "engine/search/dfs.h"
#include "engine/search/estimate.h"
#include "engine/search/guess.h"
#include "engine/search/sleep.h"

enum { FILTER = 1 << 16 };

struct level { /* a state on the stack and its choices that are left to try */
  struct fingerprint fp;
  uint32_t first, count, next; /* its choices in dfs.choices: `count` of them, from `first` on */
  /* --sleep-sets: the choices of the state that are explored elsewhere, and those already taken. */
  struct sleep_set asleep;
  /* When hangs are evaluated: the state's number in dfs.open, and the lowest number reached from
   * it or from states below it (Tarjan's lowlink). */
  uint32_t number, low;
  /* `ends`: an end can be reached from the state. `asks`: a path from the state reads the clock or
   * left out choices, so its cycles do not prove a hang. */
  bool ends, asks;
  /* The patient waits elapse in the state, because everything else only runs in cycles. */
  bool elapsed;
  struct guess_threads threads;
};

struct dfs {
  /* NULL: this search can evaluate neither hangs nor waits that elapse because all else runs in
   * cycles. */
  struct components *open;
  bool hangs;                /* hangs are evaluated */
  struct estimate *size;     /* NULL: the size is not estimated */
  struct sleep_store *slept; /* --sleep-sets, else NULL */
  struct footprint print;    /* footprint of the last transition */
  struct sleep_set next;     /* sleep set of the state it led to */
  VEC(struct level) stack;
  VEC(struct choice) choices; /* the choices of all levels */
  struct guess guess;
  /* The number of states on the stack, by part of their fingerprint. */
  uint16_t *filter;
};

static inline uint16_t *dfs_filter(struct dfs *d, struct fingerprint f) {
  return &d->filter[f.hi & (FILTER - 1)];
}

static inline struct level *dfs_top(struct dfs *d) { return &d->stack.data[d->stack.len - 1]; }

#endif
