/* Random walk: from the start to the end of a path with every choice drawn uniformly, again and again. Keeps nothing but the path;
 * never complete. */
#include <stdlib.h>

#include "engine/search/search.h"

static int again(struct search *s) {
  xnode_id end = s->x->here;
  s->report.backtracks++; /* a walk has ended */
  explorer_go(s->x, s->start);
  if (!s->keep_tree) explorer_drop(s->x, end);
  if (s->opt.walks && s->report.backtracks >= s->opt.walks) return search_inconclusive(s, "%u random walks", s->opt.walks);
  return SEARCH_RUNNING;
}

static int random_step(struct search *s, struct error *err) {
  struct choice all[CHOICES_MAX];
  uint32_t n = vm_choices(s->x->vm, all, COUNT(all));
  uint32_t depth = xnode(s->x, s->x->here)->depth - xnode(s->x, s->start)->depth;
  struct choice c;
  xnode_id k;
  bool dead;
  int r;
  if (!n) return depth ? again(s) : search_inconclusive(s, "nothing is enabled at the start");
  if (s->opt.depth && depth >= s->opt.depth) return again(s);
  if (n > COUNT(all)) n = COUNT(all);
  c = all[rng_below(&s->rng, n)];
  k = s->keep_tree ? explorer_child(s->x, c) : XNODE_NONE;
  if (k != XNODE_NONE) {
    explorer_go(s->x, k);
  } else {
    r = explorer_apply(s->x, c, &k, err);
    if (r) return r;
    s->report.states++;
  }
  r = search_met(s, k, &dead, err);
  if (r != SEARCH_RUNNING) return r;
  return dead ? again(s) : SEARCH_RUNNING;
}

const struct search_ops search_random = {.name = "random", .summary = "random walks, one after the other", .step = random_step};
