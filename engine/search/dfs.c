/* Depth-first search, exhaustive, stateful. bmc.c and random_dfs.c are rows over the same
 * functions.
 *
 * With a depth bound a state is expanded again when it is reached with more depth left than before
 * (soundness rule 14, what is left is stored). Every enabled choice of every state is taken, so no
 * cycle proviso is needed.
 */
#include <stdio.h>
#include <stdlib.h>

#include "engine/search/checkpoint_sleepers.h"
#include "engine/search/components.h"
#include "engine/search/dfs.h"
#include "engine/search/estimate.h"
#include "engine/search/hang.h"

enum { FILTER = 1 << 16, WAKE_MAX = 4096 };

struct level { /* a state on the stack and what is left to try there */
  struct fingerprint fp;
  uint32_t first, count, next; /* its choices: count of them from first on in dfs.choices */
  /* --sleep-sets: choices of the state whose subtrees are explored elsewhere, and those taken. */
  struct sleep_set asleep;
  uint32_t number,
      low; /* hangs are evaluated: in dfs.open, and the least that is reached from here and below */
  /* From here and below an end is reached; the clock is read on a way that is no circle of others.
   */
  bool ends, asks;
};

struct dfs {
  struct components *open;   /* hangs are evaluated, else NULL */
  struct estimate *size;     /* NULL: it is not estimated */
  struct sleep_store *slept; /* --sleep-sets, else NULL */
  struct footprint print;    /* of the last transition */
  struct sleep_set next;     /* asleep in the state that it led to */
  VEC(struct level) stack;
  VEC(struct choice) choices; /* of all levels of the stack */
  uint16_t *filter;           /* by fingerprint: how many states of the stack may be meant */
};

static uint16_t *filter_of(struct dfs *d, struct fingerprint f) {
  return &d->filter[f.hi & (FILTER - 1)];
}

/* Does the path come back to one of its own states (soundness rule 16, deadlock)? */
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

/* The stack, beside the states on it. */
static void count_bytes(struct search *s, const struct dfs *d) {
  s->own_bytes = d->stack.cap * sizeof *d->stack.data + d->choices.cap * sizeof *d->choices.data +
                 (d->slept ? sleep_store_bytes(d->slept) : 0) +
                 (d->open ? components_bytes(d->open) : 0) +
                 (d->size ? estimate_bytes(d->size) : 0);
}

/* ---- hangs: Tarjan's components ---- */

static struct level *top_of(struct dfs *d) { return &d->stack.data[d->stack.len - 1]; }

/* State f was met before: is its component still open? */
static bool meet_again(struct dfs *d, struct fingerprint f) {
  struct level *l = top_of(d);
  uint32_t number;
  if (!components_find(d->open, f, &number)) {
    l->ends = true; /* or a hang was met there */
    return false;
  }
  if (number < l->low) l->low = number;
  return true;
}

/* The state here, the top of the stack, is explored whole. */
static int close_component(struct search *s, struct dfs *d, struct error *err) {
  struct level l = *top_of(d);
  struct level *below = d->stack.len > 1 ? &d->stack.data[d->stack.len - 2] : NULL;
  int r = SEARCH_RUNNING;
  if (l.low == l.number) {
    components_drop(d->open, l.number);
    if (!l.ends && l.asks) hang_not_evaluated(s);
    if (!l.ends && !l.asks) r = hang_met(s, err);
    l.ends = true; /* reported; not once more for those that lead here */
  }
  if (!below) return r;
  below->ends |= l.ends;
  below->asks |= l.asks && !l.ends;
  if (l.low < below->low) below->low = l.low;
  return r;
}

/* Takes over `asleep`. */
static int push(struct search *s, struct dfs *d, struct sleep_set asleep, const uint64_t *only,
                uint32_t only_count) {
  struct choice all[CHOICES_MAX];
  uint32_t n = search_choices(s, all), i;
  struct level *l = vec_push(&d->stack);
  if (d->slept) n = sleep_awake(s->x->vm, all, n, &asleep, only, only_count);
  if (s->ops->shuffles) shuffle(s, all, n);
  l->asleep = asleep;
  l->first = (uint32_t)d->choices.len;
  for (i = 0; i < n; i++) *vec_push(&d->choices) = all[i];
  l->count = n;
  l->next = 0;
  l->ends = l->asks = false;
  l->fp = xnode(s->x, s->x->here)->fp;
  ++*filter_of(d, l->fp);
  if (d->open) l->number = l->low = components_add(d->open, l->fp);
  if (d->size)
    estimate_enter(d->size, s->report.states, n, n ? all[0].thread : 0,
                   n && all[0].kind == CHOICE_VALUE);
  s->report.frontier += n;
  count_bytes(s, d);
  return SEARCH_RUNNING;
}

static void dfs_met_again(struct search *s, struct dfs *d, struct fingerprint f) {
  if (d->open && d->stack.len)
    s->report.cycle |= meet_again(d, f);
  else if (!s->report.cycle)
    s->report.cycle = on_stack(d, f);
}

static bool dfs_remember(struct search *s, uint32_t left) {
  bool is_new, go = search_remember(s, s->x->here, left, 0, &is_new);
  if (!is_new) dfs_met_again(s, s->self, xnode(s->x, s->x->here)->fp);
  return go;
}

/* What is left of the bound on depth in the state that the top of the stack leads to. */
static uint32_t left_below(const struct search *s, const struct dfs *d) {
  return s->opt.depth ? s->opt.depth - (uint32_t)d->stack.len : 0;
}

/* Most transitions lead to a state that is known: no node is made of it (explorer_try). */
static bool dfs_knows(void *self) {
  struct search *s = self;
  struct dfs *d = s->self;
  uint32_t depth = (uint32_t)d->stack.len;
  if (!search_meets_known(s, left_below(s, d))) return false;
  if (depth > s->report.max_depth) s->report.max_depth = depth;
  dfs_met_again(s, d, s->early);
  return true;
}

/* The other searches here take choices in another order, or states more than once. */
static bool is_estimated(const struct search *s) {
  return !s->ops->shuffles && !s->opt.sleep_sets && !s->opt.depth;
}

int dfs_open(struct search *s, struct error *err) {
  struct dfs *d = mem_alloc(sizeof *d);
  (void)err;
  s->self = d;
  d->filter = mem_alloc(FILTER * sizeof *d->filter);
  if (s->opt.sleep_sets) {
    d->slept = sleep_store_new();
    footprint_listen(s->x->vm, &d->print);
  }
  if (hang_is_evaluated(s)) {
    d->open = components_new();
    s->report.hang = HANG_EVALUATED;
  }
  if (is_estimated(s)) d->size = estimate_new();
  dfs_remember(s, s->opt.depth);
  return push(s, d, (struct sleep_set){0}, NULL, 0);
}

void dfs_close(struct search *s) {
  struct dfs *d = s->self;
  for (size_t i = 0; i < d->stack.len; i++) sleep_release(&d->stack.data[i].asleep);
  sleep_release(&d->next);
  if (d->slept) footprint_close(s->x->vm, &d->print);
  sleep_store_free(d->slept);
  components_free(d->open);
  estimate_free(d->size);
  vec_free(&d->stack);
  vec_free(&d->choices);
  free(d->filter);
  free(d);
}

/* A node above a kept error (--all-errors) stays. */
static void leave(struct search *s, uint16_t flag) {
  if (s->keep_tree || xnode(s->x, s->x->here)->first_child != NODE_NONE ||
      xnode(s->x, s->x->here)->pins) {
    xnode(s->x, s->x->here)->flags |= flag;
    explorer_go(s->x, xnode(s->x, s->x->here)->parent);
  } else {
    explorer_pop(s->x);
  }
}

static int backtrack(struct search *s, struct dfs *d, struct error *err) {
  int r = d->open ? close_component(s, d, err) : SEARCH_RUNNING;
  if (r != SEARCH_RUNNING) return r;
  --*filter_of(d, d->stack.data[d->stack.len - 1].fp);
  sleep_release(&d->stack.data[d->stack.len - 1].asleep);
  d->choices.len = d->stack.data[--d->stack.len].first;
  if (d->size) estimate_leave(d->size, s->report.states, d->stack.len && top_of(d)->next == 1);
  if (!d->stack.len) return search_finished(s);
  s->report.backtracks++;
  leave(s, NODE_EXPANDED | NODE_BACKTRACKED);
  return SEARCH_RUNNING;
}

static int descend_sleeping(struct search *s, struct dfs *d) {
  uint64_t wake[WAKE_MAX];
  uint32_t n;
  struct sleep_set asleep = d->next;
  d->next = (struct sleep_set){0};
  if (dfs_remember(s, 0)) {
    sleep_store_put(d->slept, xnode(s->x, s->x->here)->fp, &asleep, false);
    return push(s, d, asleep, NULL, 0);
  }
  n = sleep_store_meet(d->slept, xnode(s->x, s->x->here)->fp, &asleep, wake, WAKE_MAX);
  if (n) return push(s, d, asleep, wake, n);
  sleep_release(&asleep);
  leave(s, NODE_MATCHED);
  return SEARCH_RUNNING;
}

static int descend(struct search *s, struct dfs *d) {
  uint32_t depth = (uint32_t)d->stack.len; /* of the new state */
  if (d->slept) return descend_sleeping(s, d);
  if (!dfs_remember(s, left_below(s, d))) {
    leave(s, NODE_MATCHED);
    return SEARCH_RUNNING;
  }
  if (s->opt.depth && depth >= s->opt.depth) {
    search_cut_depth(s);
    leave(s, 0);
    return SEARCH_RUNNING;
  }
  return push(s, d, (struct sleep_set){0}, NULL, 0);
}

int dfs_step(struct search *s, struct error *err) {
  struct dfs *d = s->self;
  struct level *l;
  struct choice c;
  uint64_t name = 0;
  uint32_t asked = s->x->vm->run.asked_world;
  node_id n;
  bool dead;
  int r;
  if (!d->stack.len) return search_finished(s);
  l = &d->stack.data[d->stack.len - 1];
  if (l->next == l->count) return backtrack(s, d, err);
  s->report.frontier--;
  c = d->choices.data[l->first + l->next++];
  if (d->slept) {
    name = sleep_name(s->x->vm, c);
    footprint_begin(s->x->vm, &d->print, c.thread);
  }
  r = explorer_try(s->x, c, d->slept ? NULL : dfs_knows, s, &n, err);
  if (r) return r;
  if (n == NODE_NONE) {
    l->asks |= asked != s->x->vm->run.asked_world;
    return SEARCH_RUNNING;
  }
  if (d->slept) {
    sleep_release(&d->next);
    d->next = sleep_behind(s->x->vm, &l->asleep, name, &d->print, xnode(s->x, n)->parent);
  }
  r = search_met(s, n, &dead, err);
  if (r != SEARCH_RUNNING) return r;
  l->asks |= asked != s->x->vm->run.asked_world;
  if (!dead) return descend(s, d);
  l->ends = true;
  if (!(xnode(s->x, n)->flags & NODE_FAILED)) {
    uint64_t before = s->report.states;
    dfs_remember(s, 0);
    if (!(xnode(s->x, n)->flags & NODE_ERROR)) s->report.ends += s->report.states - before;
  }
  if (search_keeps(s, n)) {
    explorer_go(s->x, xnode(s->x, n)->parent);
    return SEARCH_RUNNING;
  }
  leave(s, 0);
  return SEARCH_RUNNING;
}

void dfs_estimate(struct search *s, struct search_estimate *out) {
  struct dfs *d = s->self;
  if (!d->size) return;
  for (size_t i = 0; i < d->stack.len; i++) estimate_taken(d->size, i, d->stack.data[i].next);
  estimate_states(d->size, s->report.states, out);
}

/* ---- checkpoints ---- */

void dfs_release_rest(struct search *s) {
  struct dfs *d = s->self;
  struct level *l = &d->stack.data[d->stack.len - 1];
  struct choice c = d->choices.data[l->first + --l->next];
  s->report.frontier++;
  if (d->slept) sleep_take_back(&l->asleep, sleep_name(s->x->vm, c));
}

/* The states of the stack are those of the path to here; of each, what is left to try. */
void dfs_save(struct search *s, struct ckpt_out *o, const struct ckpt_tree *t) {
  struct dfs *d = s->self;
  ckpt_put_node(o, t, s->x->here);
  ckpt_put_number(o, d->stack.len);
  for (size_t i = 0; i < d->stack.len; i++) {
    const struct level *l = &d->stack.data[i];
    ckpt_put_choices(o, &d->choices.data[l->first + l->next], l->count - l->next);
    if (d->slept) ckpt_put_sleepers(o, t, &l->asleep);
    if (!d->open) continue;
    ckpt_put_number(o, l->number);
    ckpt_put_number(o, l->low);
    ckpt_put_number(o, (uint64_t)l->ends | (uint64_t)l->asks << 1);
  }
  if (d->open) components_save(d->open, o);
  if (d->slept) sleep_store_save(d->slept, o);
}

static void load_component(struct ckpt_in *in, struct level *l) {
  uint64_t bits;
  l->number = (uint32_t)ckpt_number_below(in, UINT32_MAX);
  l->low = (uint32_t)ckpt_number_below(in, l->number + 1ull);
  bits = ckpt_number_below(in, 4);
  l->ends = bits & 1;
  l->asks = bits & 2;
}

static void load_level(struct search *s, struct dfs *d, struct ckpt_in *in,
                       const struct ckpt_tree *t, node_id state) {
  struct choice all[CHOICES_MAX];
  struct fingerprint f = xnode(s->x, state)->fp;
  uint32_t n = ckpt_choices(in, s, state, all), i;
  struct level *l = vec_push(&d->stack);
  *l = (struct level){.fp = f, .first = (uint32_t)d->choices.len, .count = n};
  for (i = 0; i < n; i++) *vec_push(&d->choices) = all[i];
  ++*filter_of(d, f);
  if (d->slept) ckpt_sleepers(in, s, t, &d->print, &l->asleep);
  if (d->open) load_component(in, l);
}

void dfs_load(struct search *s, struct ckpt_in *in, const struct ckpt_tree *t) {
  struct dfs *d = s->self;
  node_id here = ckpt_some_node(in, t), *path, n;
  uint64_t levels = ckpt_number(in), i;
  uint32_t depth = xnode(s->x, here)->depth - xnode(s->x, s->start)->depth;
  memset(d->filter, 0, FILTER * sizeof *d->filter);
  d->stack.len = d->choices.len = 0;
  estimate_free(d->size); /* what the levels found is not in a checkpoint */
  d->size = NULL;
  if (!ckpt_good(in)) return;
  if (levels && levels != depth + 1ull)
    ckpt_in_fail(in, ERR_INPUT, "the checkpoint makes no sense (its stack)");
  path = mem_alloc((depth + 1u) * sizeof *path);
  for (n = here, i = depth + 1u; i-- > 0; n = xnode(s->x, n)->parent) path[i] = n;
  for (i = 0; i < levels && ckpt_good(in); i++) load_level(s, d, in, t, path[i]);
  free(path);
  if (d->open) {
    components_drop(d->open, 0);
    components_load(d->open, in);
  }
  if (d->slept) sleep_store_load(d->slept, in);
  count_bytes(s, d);
  if (ckpt_good(in)) explorer_go(s->x, here);
}

const struct search_ops search_dfs = {.name = "dfs",
                                      .summary = "depth-first, exhaustive",
                                      .options = "--estimate",
                                      .values = true,
                                      .sleeps = true,
                                      .evaluates_hangs = true,
                                      .open = dfs_open,
                                      .step = dfs_step,
                                      .close = dfs_close,
                                      .estimate = dfs_estimate,
                                      .release_rest = dfs_release_rest,
                                      .save = dfs_save,
                                      .load = dfs_load};
