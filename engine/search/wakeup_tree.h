/* Wakeup trees (Abdulla, Aronis, Jonsson, Sagonas, J. ACM 2017): what is still to be explored from
 * a state, as words of steps with common beginnings. Taken along its leftmost branch, no word leads
 * into what sleeps. */
#ifndef HEDDLE_SEARCH_WAKEUP_TREE_H
#define HEDDLE_SEARCH_WAKEUP_TREE_H

#include "engine/search/dpor_step.h"

struct wakeup_branch;
struct wakeup_tree {
  VEC(struct wakeup_branch *) branches; /* in the order in which they are explored */
};
struct wakeup_branch {
  struct dpor_step *step; /* kept */
  struct wakeup_tree below;
};

/* Adds a branch for the word, unless one is there that a path with the word's order can follow to
 * its end. Consumes the steps of the word. True: it was added. */
bool wakeup_insert(struct wakeup_tree *t, struct dpor_word *w);
/* Takes the leftmost branch off the tree: its step in *step (kept for the caller), what is below it
 * in *below. */
void wakeup_take(struct wakeup_tree *t, struct dpor_step **step, struct wakeup_tree *below);
void wakeup_release(struct wakeup_tree *t);

#endif
