/* The guided search: greedy depth-first with a two-tier ranking and stochastic backtracking (paper
 * 000, figures 2, 4 and 5; see also heddle-design(7)).
 *
 * In each state, all successors are generated. Those not visited before are scored, first by
 * whether the transition observed the next location of the sequence, then by the secondary
 * heuristic's distance to the location after that. The search goes to one of the best successors,
 * drawn at random among ties, and puts the others into the bounded backtrack set. At the end of a
 * path, it draws a state from a random meta level of that set. As in the paper, states are matched
 * without the rest of the sequence. That prunes paths, so the search is never complete. `states`
 * counts generated successors, as the paper does. */
#include <stdlib.h>

#include "engine/base/check.h"
#include "engine/search/checkpoint_tree.h"
#include "engine/search/backtrack_set.h"
#include "engine/search/chosen.h"
#include "engine/search/ranking.h"

struct guided {
  struct best_set marked, others; /* the paper's mStates and hStates */
  struct backtrack_set *backtrack;
  struct choice choices[CHOICES_MAX]; /* the choices of the current state */
  uint32_t count, next;
  node_id state;
  VEC(node_id) children; /* successors generated and not visited before */
};

static void guided_enter(struct search *s, struct guided *g, node_id n) {
  CHECK(s->x->here == n, "a state is expanded where it is: node %u", n);
  g->state = n;
  g->next = 0;
  g->children.len = 0;
  /* The end of a path is scored and chosen like other states, but has no choices. */
  g->count = search_ends_here(s) ? 0 : search_choices(s, g->choices);
  best_set_clear(&g->marked);
  best_set_clear(&g->others);
}

static int guided_open(struct search *s, struct error *err) {
  struct guided *g = mem_alloc(sizeof *g);
  (void)err;
  s->self = g;
  g->backtrack = backtrack_set_new(s->opt.backtrack_max);
  visited_add(s->visited, search_fingerprint(s));
  guided_enter(s, g, s->x->here);
  return 0;
}

static void guided_close(struct search *s) {
  struct guided *g = s->self;
  best_set_release(&g->marked);
  best_set_release(&g->others);
  backtrack_set_free(g->backtrack);
  vec_free(&g->children);
  free(g);
}

static void score(struct search *s, struct guided *g, node_id n) {
  bool seen = ranking_score(s, n);
  struct xnode *k = xnode(s->x, n);
  k->pins++;
  *vec_push(&g->children) = n;
  best_set_add(seen ? &g->marked : &g->others, n, k->h_value);
}

/* Generates one successor. */
static int generate(struct search *s, struct guided *g, struct error *err) {
  struct choice c = g->choices[g->next++];
  node_id n = s->keep_tree ? explorer_child(s->x, c) : NODE_NONE;
  bool dead, again = n != NODE_NONE;
  int r;
  if (again) {
    explorer_go(s->x, n);
  } else {
    r = explorer_apply(s->x, c, &n, err);
    if (r) return r;
  }
  s->report.states++;
  r = search_met(s, n, &dead, err);
  if (r != SEARCH_RUNNING) {
    if (xnode(s->x, n)->flags & NODE_ERROR) ranking_observe(s, n);
    return r;
  }
  if (xnode(s->x, n)->flags & NODE_FAILED) {
    explorer_go(s->x, g->state);
    search_forget(s, n);
    return SEARCH_RUNNING;
  }
  xnode(s->x, n)->fp = search_fingerprint(s);
  if (!visited_add(s->visited, xnode(s->x, n)->fp)) {
    s->report.revisits++;
    xnode(s->x, n)->flags |= NODE_MATCHED;
    dead = true;
  } else {
    score(s, g, n);
    /* The end of a path: scored like the others, but never expanded. */
    if (dead) {
      xnode(s->x, n)->flags |= NODE_EXPANDED;
      dead = false;
    }
  }
  explorer_go(s->x, g->state);
  if (dead) search_forget(s, n);
  return SEARCH_RUNNING;
}

static void guided_remember(struct search *s, struct guided *g, node_id n) {
  struct backtrack_entry gone;
  struct xnode *k = xnode(s->x, n);
  k->flags |= NODE_FRONTIER;
  if (!backtrack_set_add(
          g->backtrack,
          (struct backtrack_entry){.entry = n, .level = k->observed, .value = k->h_value}, &gone))
    return;
  k = xnode(s->x, (node_id)gone.entry);
  CHECK(k->pins && k->flags & NODE_FRONTIER, "a state that is evicted waited: node %u",
        (node_id)gone.entry);
  k->flags &= (uint16_t)~NODE_FRONTIER;
  k->pins--;
  search_forget(s, (node_id)gone.entry);
}

static void go_to(struct search *s, struct guided *g, node_id n, struct chosen_info why) {
  node_id old = g->state;
  CHECK(xnode(s->x, n)->pins, "a state that is chosen was kept: node %u", n);
  chosen_note(s->chosen, s->x, n, why);
  xnode(s->x, n)->flags &= (uint16_t)~NODE_FRONTIER;
  explorer_go(s->x, n);
  xnode(s->x, n)->pins--;
  if (old != n) search_forget(s, old);
  guided_enter(s, g, n);
}

/* get_backtrack_state, figure 5. */
static int backtrack(struct search *s, struct guided *g) {
  struct backtrack_entry e;
  uint32_t among = backtrack_set_size(g->backtrack);
  s->report.backtracks++;
  xnode(s->x, g->state)->flags |= NODE_BACKTRACKED;
  if (!backtrack_set_take(g->backtrack, &s->rng, &e))
    return search_inconclusive(s, CAUSE_STRATEGY,
                               "the guided search has no state left to which it could backtrack");
  go_to(s, g, (node_id)e.entry,
        (struct chosen_info){.by = CHOSEN_BACKTRACK, .among = among, .over = NODE_NONE});
  return SEARCH_RUNNING;
}

static bool scores_better(struct search *s, node_id a, node_id b) {
  const struct xnode *p = xnode(s->x, a), *q = xnode(s->x, b);
  return p->observed != q->observed ? p->observed > q->observed : p->h_value < q->h_value;
}

static struct chosen_info chosen_successor(struct search *s, const struct guided *g, node_id best,
                                           bool marked) {
  const struct best_set *of = marked ? &g->marked : &g->others;
  struct chosen_info why = {.by = marked ? CHOSEN_LOCATION : CHOSEN_SUCCESSOR,
                            .among = (uint32_t)g->children.len,
                            .ties = (uint32_t)of->entries.len,
                            .over = NODE_NONE};
  size_t i;
  for (i = 0; i < g->children.len; i++) {
    node_id n = g->children.data[i];
    if (n != best && (why.over == NODE_NONE || scores_better(s, n, why.over))) why.over = n;
  }
  return why;
}

/* choose_best_successor, figure 4. Called when all successors are generated. */
static int choose(struct search *s, struct guided *g) {
  uint64_t best;
  size_t i;
  bool marked;
  struct chosen_info why;
  xnode(s->x, g->state)->flags |= NODE_EXPANDED;
  marked = best_set_pick(&g->marked, &s->rng, &best);
  if (!marked && !best_set_pick(&g->others, &s->rng, &best)) return backtrack(s, g);
  why = chosen_successor(s, g, (node_id)best, marked);
  for (i = 0; i < g->children.len; i++)
    if (g->children.data[i] != (node_id)best) guided_remember(s, g, g->children.data[i]);
  go_to(s, g, (node_id)best, why);
  return SEARCH_RUNNING;
}

static bool has_more(struct search *s, const struct guided *g) {
  return g->next < g->count &&
         !(s->opt.depth &&
           xnode(s->x, g->state)->depth - xnode(s->x, s->start)->depth >= s->opt.depth);
}

/* Counts the states that wait, and the current one if it is not done. */
static uint64_t frontier(struct search *s, const struct guided *g) {
  return backtrack_set_size(g->backtrack) + g->children.len + has_more(s, g);
}

static int guided_step(struct search *s, struct error *err) {
  struct guided *g = s->self;
  int r;
  if (s->x->here != g->state) explorer_go(s->x, g->state);
  r = has_more(s, g) ? generate(s, g, err) : choose(s, g);
  s->report.frontier = frontier(s, g);
  return r;
}

/* ---- checkpoints ---- */

static void guided_release_rest(struct search *s) {
  struct guided *g = s->self;
  g->next--;
  s->report.states--;
  s->report.frontier = frontier(s, g);
}

static void put_entry(struct ckpt_out *o, const void *tree, uint64_t entry) {
  ckpt_put_node(o, tree, (node_id)entry);
}

static void save_nodes(struct ckpt_out *o, const struct ckpt_tree *t, const uint64_t *entries,
                       size_t n) {
  ckpt_put_number(o, n);
  for (size_t i = 0; i < n; i++) ckpt_put_node(o, t, (node_id)entries[i]);
}

static void guided_save(struct search *s, struct ckpt_out *o, const struct ckpt_tree *t) {
  struct guided *g = s->self;
  ckpt_put_node(o, t, g->state);
  ckpt_put_choices(o, g->choices + g->next, g->count - g->next);
  ckpt_put_number(o, g->children.len);
  for (size_t i = 0; i < g->children.len; i++) ckpt_put_node(o, t, g->children.data[i]);
  save_nodes(o, t, g->marked.entries.data, g->marked.entries.len);
  save_nodes(o, t, g->others.entries.data, g->others.entries.len);
  backtrack_set_save(g->backtrack, o, put_entry, t);
}

static void load_best(struct search *s, struct ckpt_in *in, const struct ckpt_tree *t,
                      struct best_set *b) {
  uint64_t n;
  best_set_clear(b);
  for (n = ckpt_number(in); n && ckpt_good(in); n--) {
    node_id k = ckpt_some_node(in, t);
    if (!xnode(s->x, k)->pins)
      ckpt_in_fail(in, ERR_INPUT, "the checkpoint is inconsistent (its successors)");
    best_set_add(b, k, xnode(s->x, k)->h_value);
  }
}

struct waiting {
  struct search *s;
  const struct ckpt_tree *t;
};

static uint64_t load_entry(struct ckpt_in *in, const void *arg) {
  const struct waiting *w = arg;
  struct xnode *k;
  node_id n = ckpt_some_node(in, w->t);
  k = xnode(w->s->x, n);
  if (k->flags & NODE_FRONTIER)
    ckpt_in_fail(in, ERR_INPUT, "the checkpoint is inconsistent (its backtrack set)");
  k->pins++;
  k->flags |= NODE_FRONTIER;
  return n;
}

static void guided_load(struct search *s, struct ckpt_in *in, const struct ckpt_tree *t) {
  struct guided *g = s->self;
  struct waiting w = {s, t};
  uint64_t n;
  g->state = ckpt_some_node(in, t);
  g->count = ckpt_choices(in, s, g->state, g->choices);
  g->next = 0;
  g->children.len = 0;
  for (n = ckpt_number(in); n && ckpt_good(in); n--) {
    node_id k = ckpt_some_node(in, t);
    xnode(s->x, k)->pins++;
    *vec_push(&g->children) = k;
  }
  load_best(s, in, t, &g->marked);
  load_best(s, in, t, &g->others);
  backtrack_set_load(g->backtrack, in, load_entry, &w);
}

const struct search_ops search_guided = {
    .name = "guided",
    .summary = "greedy depth-first along a sequence of locations (paper 000)",
    .options = "--heuristic --prefer --position --backtrack",
    .ranks = true,
    .open = guided_open,
    .step = guided_step,
    .close = guided_close,
    .release_rest = guided_release_rest,
    .save = guided_save,
    .load = guided_load};
