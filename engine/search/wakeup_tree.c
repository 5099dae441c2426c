/* See wakeup_tree.h. */
#include "engine/search/wakeup_tree.h"

#include <stdlib.h>

#include "engine/base/check.h"

/* Finds the leftmost branch with which some path equivalent to w can begin. Removes its step from
 * w. */
static struct wakeup_branch *wakeup_follow(struct wakeup_tree *t, struct dpor_word *w) {
  for (size_t i = 0, at; i < t->branches.len; i++) {
    if (!dpor_word_may_begin(w, t->branches.data[i]->step, &at)) continue;
    if (at < w->steps.len) dpor_word_remove(w, at);
    return t->branches.data[i];
  }
  return NULL;
}

static void wakeup_append(struct wakeup_tree *t, struct dpor_word *w) {
  for (size_t i = 0; i < w->steps.len; i++) {
    struct wakeup_branch *b = mem_alloc(sizeof *b);
    b->step = w->steps.data[i];
    *vec_push(&t->branches) = b;
    t = &b->below;
  }
  w->steps.len = 0;
}

bool wakeup_insert(struct wakeup_tree *t, struct dpor_word *w) {
  while (w->steps.len) {
    struct wakeup_branch *b = wakeup_follow(t, w);
    if (!b) {
      wakeup_append(t, w);
      return true;
    }
    if (!b->below.branches.len) return false;
    t = &b->below;
  }
  return false;
}

void wakeup_take(struct wakeup_tree *t, struct dpor_step **step, struct wakeup_tree *below) {
  struct wakeup_branch *b;
  CHECK(t->branches.len, "a tree from which a branch is taken has one");
  b = t->branches.data[0];
  *step = b->step;
  *below = b->below;
  memmove(&t->branches.data[0], &t->branches.data[1],
          (t->branches.len - 1) * sizeof t->branches.data[0]);
  if (!--t->branches.len) vec_free(&t->branches);
  free(b);
}

void wakeup_release(struct wakeup_tree *t) {
  for (size_t i = 0; i < t->branches.len; i++) {
    wakeup_release(&t->branches.data[i]->below);
    dpor_step_drop(t->branches.data[i]->step);
    free(t->branches.data[i]);
  }
  vec_free(&t->branches);
}
