/* Depth-first search, exhaustive, stateful. bmc.c and random_dfs.c are rows over the same functions.
 *
 * With a depth bound a state is expanded again when it is reached with more depth left than before (soundness rule 14). Every enabled
 * choice of every state is taken, so no cycle proviso is needed. */
#include <stdio.h>
#include <stdlib.h>

#include "engine/search/dfs.h"

enum { FILTER = 1 << 16 };

struct level { /* a state on the stack and what is left to try there */
  struct fingerprint fp;
  uint32_t first, count, next; /* its choices: count of them from first on in dfs.choices */
};

struct dfs {
  VEC(struct level) stack;
  VEC(struct choice) choices; /* of all levels of the stack */
  uint16_t *filter; /* by fingerprint: how many states of the stack may be meant */
};

static uint16_t *filter_of(struct dfs *d, struct fingerprint f) { return &d->filter[f.hi & (FILTER - 1)]; }

/* Does the path come back to one of its own states (soundness rule 16)? */
static bool on_stack(struct dfs *d, struct fingerprint f) {
  size_t i;
  if (!*filter_of(d, f)) return false;
  for (i = d->stack.len; i-- > 0;)
    if (d->stack.data[i].fp.lo == f.lo && d->stack.data[i].fp.hi == f.hi) return true;
  return false;
}

static void shuffle(struct search *s, struct choice *c, uint32_t n) {
  for (; n > 1; n--) {
    uint32_t k = rng_below(&s->rng, n);
    struct choice x = c[k];
    c[k] = c[n - 1];
    c[n - 1] = x;
  }
}

static int push(struct search *s, struct dfs *d) {
  struct choice all[CHOICES_MAX];
  uint32_t n = search_choices(s, all), i;
  struct level *l = vec_push(&d->stack);
  if (s->ops->shuffles) shuffle(s, all, n);
  l->first = (uint32_t)d->choices.len;
  for (i = 0; i < n; i++) *vec_push(&d->choices) = all[i];
  l->count = n;
  l->next = 0;
  l->fp = xnode(s->x, s->x->here)->fp;
  ++*filter_of(d, l->fp);
  s->report.frontier = d->stack.len;
  return SEARCH_RUNNING;
}

static bool remember(struct search *s, uint32_t left) {
  bool is_new, go = search_remember(s, s->x->here, left, 0, &is_new);
  if (!is_new && !s->report.cycle) s->report.cycle = on_stack(s->self, xnode(s->x, s->x->here)->fp);
  return go;
}

int dfs_open(struct search *s, struct error *err) {
  struct dfs *d = mem_alloc(sizeof *d);
  (void)err;
  s->self = d;
  d->filter = mem_alloc(FILTER * sizeof *d->filter);
  remember(s, s->opt.depth);
  return push(s, d);
}

void dfs_close(struct search *s) {
  struct dfs *d = s->self;
  vec_free(&d->stack);
  vec_free(&d->choices);
  free(d->filter);
  free(d);
}

/* A node above a kept error (--all-errors) stays. */
static void leave(struct search *s, uint16_t flag) {
  if (s->keep_tree || xnode(s->x, s->x->here)->first_child != XNODE_NONE) {
    xnode(s->x, s->x->here)->flags |= flag;
    explorer_go(s->x, xnode(s->x, s->x->here)->parent);
  } else {
    explorer_pop(s->x);
  }
}

static int backtrack(struct search *s, struct dfs *d) {
  --*filter_of(d, d->stack.data[d->stack.len - 1].fp);
  d->choices.len = d->stack.data[--d->stack.len].first;
  if (!d->stack.len) return search_finished(s);
  s->report.backtracks++;
  leave(s, XN_EXPANDED | XN_BACKTRACKED);
  return SEARCH_RUNNING;
}

static int descend(struct search *s, struct dfs *d) {
  uint32_t depth = (uint32_t)d->stack.len; /* of the new state */
  uint32_t left = s->opt.depth ? s->opt.depth - depth : 0;
  if (!remember(s, left)) {
    leave(s, XN_MATCHED);
    return SEARCH_RUNNING;
  }
  if (s->opt.depth && depth >= s->opt.depth) {
    search_cut_depth(s);
    leave(s, 0);
    return SEARCH_RUNNING;
  }
  return push(s, d);
}

int dfs_step(struct search *s, struct error *err) {
  struct dfs *d = s->self;
  struct level *l;
  xnode_id n;
  bool dead;
  int r;
  if (!d->stack.len) return search_finished(s);
  l = &d->stack.data[d->stack.len - 1];
  if (l->next == l->count) return backtrack(s, d);
  r = explorer_apply(s->x, d->choices.data[l->first + l->next++], &n, err);
  if (r) return r;
  r = search_met(s, n, &dead, err);
  if (r != SEARCH_RUNNING) return r;
  if (!dead) return descend(s, d);
  if (!(xnode(s->x, n)->flags & XN_FAILED)) remember(s, 0);
  if (n == s->error_node) { /* --all-errors: the first one is kept for its schedule */
    xnode(s->x, n)->pins++;
    explorer_go(s->x, xnode(s->x, n)->parent);
    return SEARCH_RUNNING;
  }
  leave(s, 0);
  return SEARCH_RUNNING;
}

const struct search_ops search_dfs = {.name = "dfs", .summary = "depth-first, exhaustive", .values = true,
                                      .open = dfs_open, .step = dfs_step, .close = dfs_close};
