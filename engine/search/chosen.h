/* Records why a search that keeps its tree went on from a state. The debugger's view Tree shows
 * it. */
#ifndef HEDDLE_SEARCH_CHOSEN_H
#define HEDDLE_SEARCH_CHOSEN_H

#include "engine/base/mem.h"
#include "engine/base/words.h"

struct explorer;

struct chosen {
  uint64_t state; /* first half of its fingerprint; node numbers are reused */
  struct chosen_info info;
  node_id node;
};

/* One entry for each time that the search went on from a state, oldest first. {0} is empty. */
struct chosen_log {
  VEC(struct chosen) all;
};

void chosen_log_release(struct chosen_log *log);
/* Records that the search goes on from n. Does nothing if log is NULL. */
void chosen_note(struct chosen_log *log, struct explorer *x, node_id n, struct chosen_info why);
/* Finds the latest entry for n. Returns false if no search went on from it. */
bool chosen_find(const struct chosen_log *log, struct explorer *x, node_id n,
                 struct chosen_info *out);
/* Returns 0 if log is NULL. */
uint64_t chosen_bytes(const struct chosen_log *log);

#endif
