/* See best_first.h.
 *
 * Invariants
 *  1. Every node in the heap has one pin for it and the flag XN_FRONTIER.
 *  2. A node that is not in the heap, not `state` and has no child is forgotten, unless the tree is kept or it is the first error.
 *  3. Two entries compare by (rank, order); orders are distinct or drawn, so that the order of states is a function of the seed. */
#include "engine/search/best_first.h"

#include <stdlib.h>

#include "engine/search/ranking.h"

struct open_state {
  uint64_t rank, order;
  xnode_id node;
};

struct best_first {
  const struct best_first_rules *rules;
  VEC(struct open_state) heap;
  uint64_t arrivals;
  struct choice choices[CHOICES_MAX]; /* of `state` */
  uint32_t count, next;
  xnode_id state;
};

/* ---- the heap ---- */

static bool before(const struct open_state *a, const struct open_state *b) {
  return a->rank < b->rank || (a->rank == b->rank && a->order < b->order);
}

static void heap_push(struct best_first *b, struct open_state e) {
  size_t i = b->heap.len;
  (void)vec_push(&b->heap);
  for (; i > 0 && before(&e, &b->heap.data[(i - 1) / 2]); i = (i - 1) / 2) b->heap.data[i] = b->heap.data[(i - 1) / 2];
  b->heap.data[i] = e;
}

static struct open_state heap_pop(struct best_first *b) {
  struct open_state top = b->heap.data[0], e = b->heap.data[--b->heap.len];
  size_t i = 0, n = b->heap.len;
  for (;;) {
    size_t c = 2 * i + 1;
    if (c >= n) break;
    if (c + 1 < n && before(&b->heap.data[c + 1], &b->heap.data[c])) c++;
    if (!before(&b->heap.data[c], &e)) break;
    b->heap.data[i] = b->heap.data[c];
    i = c;
  }
  if (n) b->heap.data[i] = e;
  return top;
}

static uint64_t order_of(struct search *s, struct best_first *b) {
  uint64_t n = b->arrivals++;
  switch (b->rules->ties) {
    case TIES_NEWEST: return ~n;
    case TIES_RANDOM: return rng_next(&s->rng);
    default: return n;
  }
}

static void add(struct search *s, struct best_first *b, xnode_id n, uint64_t rank) {
  struct xnode *k = xnode(s->x, n);
  k->pins++;
  k->flags |= XN_FRONTIER;
  heap_push(b, (struct open_state){rank, order_of(s, b), n});
  s->report.frontier = b->heap.len;
  s->own_bytes = b->heap.cap * sizeof *b->heap.data;
}

/* ---- one state after the other ---- */

static uint32_t depth_of(struct search *s, xnode_id n) { return xnode(s->x, n)->depth - xnode(s->x, s->start)->depth; }

static void enter(struct search *s, struct best_first *b, xnode_id n) {
  b->state = n;
  b->next = 0;
  b->count = search_choices(s, b->choices);
}

/* The bound on depth is met by going on, not by an end that lies on it. */
static bool within_depth(struct search *s, xnode_id n, uint32_t *left) {
  uint32_t depth = depth_of(s, n);
  *left = s->opt.depth ? s->opt.depth - depth : 0;
  if (!s->opt.depth || depth < s->opt.depth) return true;
  search_cut_depth(s);
  return false;
}

static bool remember(struct search *s, struct best_first *b, xnode_id n, uint32_t left, uint32_t foreseen) {
  bool is_new, go = search_remember(s, n, left, b->rules->salt ? b->rules->salt(s, n, foreseen) : 0, &is_new);
  if (b->rules->generated && is_new) s->report.states--; /* counted when it was generated */
  if (is_new && xnode(s->x, n)->flags & (XN_ENDED | XN_BLOCKED)) s->report.ends++;
  if (!go) xnode(s->x, n)->flags |= XN_MATCHED;
  return go;
}

/* Decides what becomes of the new state here. */
static void judge(struct search *s, struct best_first *b, xnode_id n, bool dead, uint32_t foreseen) {
  uint32_t left = 0;
  bool within = true;
  if (xnode(s->x, n)->flags & XN_FAILED) return;
  if (xnode(s->x, n)->flags & XN_ERROR) return;
  if (dead) {
    (void)remember(s, b, n, UINT32_MAX, foreseen);
    return;
  }
  if (b->rules->left)
    (void)b->rules->left(s, foreseen, &left);
  else
    within = within_depth(s, n, &left);
  if (!remember(s, b, n, left, foreseen) || !within) return;
  add(s, b, n, b->rules->rank(s, n, foreseen));
}

static int make(struct search *s, struct choice c, xnode_id *n, struct error *err) {
  *n = s->keep_tree ? explorer_child(s->x, c) : XNODE_NONE;
  if (*n == XNODE_NONE) return explorer_apply(s->x, c, n, err);
  explorer_go(s->x, *n);
  return 0;
}

/* Back to the state that is being expanded; a child without use goes by the cheap way. */
static void back(struct search *s, struct best_first *b, xnode_id n) {
  const struct xnode *k = xnode(s->x, n);
  if (!s->keep_tree && !k->pins && k->first_child == XNODE_NONE)
    explorer_pop(s->x);
  else
    explorer_go(s->x, b->state);
}

static int generate(struct search *s, struct best_first *b, struct error *err) {
  struct choice c = b->choices[b->next++];
  uint32_t foreseen = b->rules->foresee ? b->rules->foresee(s, c) : 0, left;
  bool dead = true;
  xnode_id n;
  int r;
  if (b->rules->left && !b->rules->left(s, foreseen, &left)) return SEARCH_RUNNING;
  r = make(s, c, &n, err);
  if (r) return r;
  if (b->rules->generated) s->report.states++;
  if (b->rules->late && xnode(s->x, n)->flags & XN_ERROR) {
    add(s, b, n, b->rules->rank(s, n, foreseen));
  } else {
    r = search_met(s, n, &dead, err);
    if (xnode(s->x, n)->flags & XN_ERROR && s->ops->ranks) ranking_observe(s, n);
    if (r != SEARCH_RUNNING) return r;
    judge(s, b, n, dead, foreseen);
  }
  back(s, b, n);
  return SEARCH_RUNNING;
}

/* An error that waited among the open states is met. */
static int met_late(struct search *s, xnode_id n, struct error *err) {
  bool dead;
  return search_met(s, n, &dead, err);
}

static int take(struct search *s, struct best_first *b, struct error *err) {
  xnode_id old = b->state;
  struct open_state e;
  int r = SEARCH_RUNNING;
  xnode(s->x, old)->flags |= XN_EXPANDED;
  if (!b->heap.len) {
    if (b->rules->taken) b->rules->taken(s, NONE_LEFT);
    return search_finished(s);
  }
  e = heap_pop(b);
  s->report.frontier = b->heap.len;
  if (b->rules->taken) b->rules->taken(s, e.rank);
  if (xnode(s->x, e.node)->parent != old) s->report.backtracks++;
  xnode(s->x, e.node)->flags &= (uint16_t)~XN_FRONTIER;
  explorer_go(s->x, e.node);
  xnode(s->x, e.node)->pins--;
  if (xnode(s->x, e.node)->flags & XN_ERROR) r = met_late(s, e.node, err);
  search_forget(s, old);
  enter(s, b, e.node);
  if (xnode(s->x, e.node)->flags & XN_ERROR) b->count = 0;
  return r;
}

int best_first_step(struct search *s, struct error *err) {
  struct best_first *b = s->self;
  if (s->x->here != b->state) explorer_go(s->x, b->state);
  return b->next < b->count ? generate(s, b, err) : take(s, b, err);
}

int best_first_open(struct search *s, const struct best_first_rules *rules) {
  struct best_first *b = mem_alloc(sizeof *b);
  uint32_t left = s->opt.depth;
  s->self = b;
  b->rules = rules;
  if (rules->left) (void)rules->left(s, 0, &left);
  (void)remember(s, b, s->start, left, 0);
  enter(s, b, s->start);
  return 0;
}

void best_first_close(struct search *s) {
  struct best_first *b = s->self;
  for (size_t i = 0; i < b->heap.len; i++) {
    struct xnode *k = xnode(s->x, b->heap.data[i].node);
    k->pins--;
    k->flags &= (uint16_t)~XN_FRONTIER;
  }
  vec_free(&b->heap);
  free(b);
}
