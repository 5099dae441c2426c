/* The start of walks. From the start to the first state with more than one choice, every walk is
 * the same. That part is executed once, and the state at its end is kept. */
#ifndef HEDDLE_SEARCH_WALK_H
#define HEDDLE_SEARCH_WALK_H

#include "engine/search/search.h"

struct walk_start {
  node_id node;   /* pinned; NODE_NONE: not reached yet */
  uint32_t depth; /* transitions from the start of the search to the node */
};

void walk_start_init(struct walk_start *w);
/* Call when a walk is in the current state, which has `choices` choices. Keeps the first state with
 * more than one choice. */
void walk_start_note(struct search *s, struct walk_start *w, uint32_t choices);
/* Drops the end of a walk, and returns to where the next one begins. */
void walk_start_return(struct search *s, const struct walk_start *w);
/* Takes one step by the choice c to *n: an existing node (in the debugger's tree) or a new one. */
int walk_take(struct search *s, struct choice c, node_id *n, struct error *err);
void walk_start_save(const struct walk_start *w, struct ckpt_out *o, const struct ckpt_tree *t);
void walk_start_load(struct search *s, struct walk_start *w, struct ckpt_in *in,
                     const struct ckpt_tree *t);

#endif
