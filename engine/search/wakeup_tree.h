/* Wakeup trees (Abdulla, Aronis, Jonsson, Sagonas, J. ACM 2017): what is still to be explored from
 * a state, as words of steps that share prefixes. If the leftmost branch is always taken first, no
 * word leads into a sleeping step. */
#ifndef HEDDLE_SEARCH_WAKEUP_TREE_H
#define HEDDLE_SEARCH_WAKEUP_TREE_H

#include "engine/search/dpor_step.h"

struct wakeup_branch;
struct wakeup_tree {
  VEC(struct wakeup_branch *) branches; /* in the order of exploration */
};
struct wakeup_branch {
  struct dpor_step *step; /* a reference that the branch holds */
  struct wakeup_tree below;
};

/* Adds a branch for the word, unless a path equivalent to the word can follow an existing branch to
 * its end. Consumes the steps of the word. Returns true if the branch was added. */
bool wakeup_insert(struct wakeup_tree *t, struct dpor_word *w);
/* Removes the leftmost branch. Stores its step in *step, with a reference for the caller, and the
 * tree below it in *below. */
void wakeup_take(struct wakeup_tree *t, struct dpor_step **step, struct wakeup_tree *below);
void wakeup_release(struct wakeup_tree *t);

#endif
