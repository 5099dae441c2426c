/* Why a search that keeps its tree went on from a state: the debugger's view Tree says it. */
#ifndef HEDDLE_SEARCH_CHOSEN_H
#define HEDDLE_SEARCH_CHOSEN_H

#include "engine/base/mem.h"
#include "engine/base/words.h"

struct explorer;

struct chosen {
  uint64_t state; /* the first half of its fingerprint: a node's number is used again */
  struct chosen_info info;
  node_id node;
};

/* {0} is empty. One entry for each time that a search went on from a state, the oldest first. */
struct chosen_log {
  VEC(struct chosen) all;
};

void chosen_log_release(struct chosen_log *log);
/* The search goes on from n. log NULL: nobody is going to ask. */
void chosen_note(struct chosen_log *log, struct explorer *x, node_id n, struct chosen_info why);
/* Of the last time. False: no search went on from it. */
bool chosen_find(const struct chosen_log *log, struct explorer *x, node_id n,
                 struct chosen_info *out);
uint64_t chosen_bytes(const struct chosen_log *log); /* 0 without a log */

#endif
