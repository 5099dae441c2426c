/* Random walk: repeatedly walks from the first state with a choice to the end of a path, and draws
 * every choice uniformly. Stores only the path. Never complete. A checkpoint holds the path, the
 * random generator and the counters. */
#include <stdlib.h>

#include "engine/search/awaited.h"
#include "engine/search/checkpoint_tree.h"
#include "engine/search/walk.h"

struct walk {
  struct walk_start from;
  struct rng before; /* the generator before the last draw */
};

static int random_open(struct search *s, struct error *err) {
  struct walk *w = mem_alloc(sizeof *w);
  (void)err;
  walk_start_init(&w->from);
  s->self = w;
  return 0;
}

static void random_close(struct search *s) { free(s->self); }

static int again(struct search *s) {
  const struct walk *w = s->self;
  walk_start_return(s, &w->from);
  return search_walked(s);
}

static struct choice random_walk_draw(struct search *s, const struct choice *c, uint32_t n) {
  struct walk *w = s->self;
  w->before = s->rng;
  return c[rng_below(&s->rng, n)];
}

static int random_step(struct search *s, struct error *err) {
  struct walk *w = s->self;
  struct choice all[CHOICES_MAX];
  bool left_out;
  uint32_t n = awaited_choices(s, all, &left_out);
  uint32_t depth = xnode(s->x, s->x->here)->depth - xnode(s->x, s->start)->depth;
  struct choice c;
  node_id k;
  bool dead;
  int r;
  if (!n)
    return depth ? again(s)
                 : search_inconclusive(s, CAUSE_STRATEGY, "nothing is enabled at the start");
  if (s->opt.depth && depth >= s->opt.depth) return again(s);
  walk_start_note(s, &w->from, n);
  c = random_walk_draw(s, all, n);
  r = walk_take(s, c, &k, err);
  if (r) return r;
  r = search_met(s, k, &dead, err);
  if (r != SEARCH_RUNNING) return r;
  return dead ? again(s) : SEARCH_RUNNING;
}

static void random_release_rest(struct search *s) {
  const struct walk *w = s->self;
  s->rng = w->before;
  s->report.states--;
}

static void random_save(struct search *s, struct ckpt_out *o, const struct ckpt_tree *t) {
  const struct walk *w = s->self;
  ckpt_put_node(o, t, s->x->here);
  walk_start_save(&w->from, o, t);
}

static void random_load(struct search *s, struct ckpt_in *in, const struct ckpt_tree *t) {
  struct walk *w = s->self;
  explorer_go(s->x, ckpt_some_node(in, t));
  walk_start_load(s, &w->from, in, t);
}

const struct search_ops search_random = {.name = "random",
                                         .options = "--walks",
                                         .walks = true,
                                         .blind = true,
                                         .summary = "repeated random walks",
                                         .open = random_open,
                                         .step = random_step,
                                         .close = random_close,
                                         .release_rest = random_release_rest,
                                         .save = random_save,
                                         .load = random_load};
