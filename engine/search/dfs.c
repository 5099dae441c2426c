/* Depth-first search, exhaustive and stateful. bmc.c and random_dfs.c use the same functions.
 *
 * With a bound on depth, a state is expanded again when it is reached with more depth left than
 * before (soundness rule 14, what is left is stored). Every enabled choice of every state is taken,
 * so no cycle proviso is needed. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/base/check.h"
#include "engine/search/awaited.h"
#include "engine/search/checkpoint_sleepers.h"
#include "engine/search/components.h"
#include "engine/search/dfs.h"
#include "engine/search/estimate.h"
#include "engine/search/guess.h"
#include "engine/search/hang.h"
#include "engine/search/sleep.h"
#include "engine/vm/machine.h"
#include "engine/vm/sched/time.h"

enum { WAKE_MAX = 4096 };
enum { FILTER = 1 << 16 };

struct level { /* a state on the stack and its choices that are left to try */
  struct fingerprint fp;
  uint32_t first, count, next; /* its choices in dfs.choices: `count` of them, from `first` on */
  /* --sleep-sets: the choices of the state that are explored elsewhere, and those already taken. */
  struct sleep_set asleep;
  /* When hangs are evaluated: the state's number in dfs.open, and the lowest number reached from
   * it or from states below it (Tarjan's lowlink). */
  uint32_t number, low;
  /* `ends`: an end can be reached from here. `asks`: a path from here reads the clock or left out
   * choices, so its cycles do not prove a hang. */
  bool ends, asks;
  /* The patient waits elapse here, because everything else only runs in cycles. */
  bool elapsed;
  struct guess_threads threads;
};

struct dfs {
  /* NULL: this search can evaluate neither hangs nor waits that elapse because all else runs in
   * cycles. */
  struct components *open;
  bool hangs;                /* hangs are evaluated */
  struct estimate *size;     /* NULL: the size is not estimated */
  struct sleep_store *slept; /* --sleep-sets, else NULL */
  struct footprint print;    /* footprint of the last transition */
  struct sleep_set next;     /* sleep set of the state it led to */
  VEC(struct level) stack;
  VEC(struct choice) choices; /* the choices of all levels */
  struct guess guess;
  /* The number of states on the stack, by part of their fingerprint. NULL if `open` finds them. */
  uint16_t *filter;
};

static uint16_t *dfs_filter(struct dfs *d, struct fingerprint f) {
  return &d->filter[f.hi & (FILTER - 1)];
}

static struct level *dfs_top(struct dfs *d) { return &d->stack.data[d->stack.len - 1]; }

/* Does the path return to one of its own states (soundness rule 16, deadlock)? */
static bool on_stack(struct dfs *d, struct fingerprint f) {
  size_t i;
  if (!d->filter || !*dfs_filter(d, f)) return false;
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

/* ---- hangs: Tarjan's components ---- */

/* Called when state f, which was met before, is met again. Returns whether the component of f is
 * still open, and updates the lowlink if so. */
static bool meet_again(struct dfs *d, struct fingerprint f) {
  struct level *l = dfs_top(d);
  uint32_t number;
  if (!components_find(d->open, f, &number)) {
    l->ends = true; /* the closed component leads to an end, or its hang was reported */
    return false;
  }
  if (number < l->low) l->low = number;
  return true;
}

/* Called before a component is closed. If it leads to no other component and to no end, its threads
 * would run for ever; so if patient waits are pending, the earliest of them elapse. They elapse in
 * the first state of the component, from which all its other states can be reached. */
static bool dfs_lets_elapse(struct search *s, struct dfs *d) {
  struct level *l = dfs_top(d);
  struct vm *vm = s->x->vm;
  struct time_view time = time_look(vm);
  uint32_t before = l->count;
  if (l->low != l->number || l->ends || l->elapsed || time.earliest == ~0ull) return false;
  l->elapsed = l->asks = true;
  time.quiet = true;
  for (uint32_t i = 0; i < vm_machine(vm)->thread_count; i++) {
    const struct thread *t = vm_thread(vm, i);
    if (time_is_due(vm, t) || !time_may_elapse(vm, t, &time)) continue;
    *vec_push(&d->choices) = choice_make(i, CHOICE_TIMEOUT, 0);
    l->count++;
  }
  s->report.frontier += l->count - before;
  return l->count > before;
}

/* Called when the current state, the top of the stack, has been explored completely. */
static int close_component(struct search *s, struct dfs *d, struct error *err) {
  struct level l = *dfs_top(d);
  struct level *below = d->stack.len > 1 ? &d->stack.data[d->stack.len - 2] : NULL;
  int r = SEARCH_RUNNING;
  CHECK(l.low <= l.number && l.number < components_count(d->open),
        "a state on the stack belongs to an open component: %u, %u", l.low, l.number);
  if (l.low == l.number) {
    components_drop(d->open, l.number);
    if (d->hangs && !l.ends && l.asks) hang_not_evaluated(s);
    if (d->hangs && !l.ends && !l.asks) r = hang_met(s, err);
    l.ends = true; /* reported; predecessors do not report it again */
  }
  if (!below) return r;
  below->ends |= l.ends;
  below->asks |= l.asks && !l.ends;
  if (l.low < below->low) below->low = l.low;
  return r;
}

/* ---- the stack ---- */

static void dfs_count_bytes(struct search *s, const struct dfs *d);

/* Pushes the current state with its choices. Takes ownership of `asleep`. */
static int push(struct search *s, struct dfs *d, struct sleep_set asleep, const uint64_t *only,
                uint32_t only_count) {
  struct choice all[CHOICES_MAX];
  bool left_out;
  uint32_t n = awaited_choices(s, all, &left_out), i;
  struct level *l = vec_push(&d->stack);
  if (d->slept) n = sleep_awake(s->x->vm, all, n, &asleep, only, only_count);
  if (s->ops->shuffles) shuffle(s, all, n);
  l->asleep = asleep;
  l->first = (uint32_t)d->choices.len;
  for (i = 0; i < n; i++) *vec_push(&d->choices) = all[i];
  l->count = n;
  l->next = 0;
  l->ends = l->elapsed = false;
  l->asks = left_out;
  l->threads =
      guess_below(d->stack.len > 1 ? &l[-1].threads : NULL, xnode(s->x, s->x->here)->choice.thread);
  l->fp = xnode(s->x, s->x->here)->fp;
  if (d->filter) ++*dfs_filter(d, l->fp);
  CHECK(d->stack.len == xnode(s->x, s->x->here)->depth - xnode(s->x, s->start)->depth + 1u,
        "each state of the path is a level of the stack: %zu", d->stack.len);
  if (d->open) l->number = l->low = components_add(d->open, l->fp);
  if (d->size)
    estimate_enter(d->size, s->report.states, n, n ? all[0].thread : 0,
                   n && all[0].kind == CHOICE_VALUE);
  s->report.frontier += n;
  dfs_count_bytes(s, d);
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

/* Returns what is left of the bound on depth in a successor of the top of the stack. */
static uint32_t left_below(const struct search *s, const struct dfs *d) {
  INVARIANT(!s->opt.depth || d->stack.len <= s->opt.depth,
            "no state beyond the bound on depth is on the stack: %zu", d->stack.len);
  return s->opt.depth ? s->opt.depth - (uint32_t)d->stack.len : 0;
}

/* Looks up the fingerprint of the current state, or of a state that was guessed to be known. */
static bool dfs_knows(struct search *s, struct dfs *d, struct fingerprint f) {
  uint32_t depth = (uint32_t)d->stack.len;
  if (!search_knows(s, f, left_below(s, d))) return false;
  if (depth > s->report.max_depth) s->report.max_depth = depth;
  dfs_met_again(s, d, f);
  return true;
}

static void look_up_guess(struct search *s, struct dfs *d) {
  guess_known(&d->guess, dfs_knows(s, d, d->guess.open.fp));
}

/* The callback of explorer_try. Most transitions lead to a known state, for which no node is
 * made. */
static bool dfs_leaves(void *self, bool plain) {
  struct search *s = self;
  struct dfs *d = s->self;
  if (d->guess.is_open) look_up_guess(s, d);
  if (d->guess.failed) return true;
  if (!plain || !search_may_be_known(s)) return false;
  if (!guess_pays(&d->guess)) {
    bool known = dfs_knows(s, d, s->early);
    guess_learn(&d->guess, known);
    return known;
  }
  return guess_open(&d->guess, s->early);
}

/* The estimate is only for searches that take the choices in their usual order and enter each state
 * once. */
static bool is_estimated(const struct search *s) {
  return !s->ops->shuffles && !s->opt.sleep_sets && !s->opt.depth;
}

int dfs_open(struct search *s, struct error *err) {
  struct dfs *d = mem_alloc(sizeof *d);
  (void)err;
  s->self = d;
  if (s->opt.sleep_sets) {
    d->slept = sleep_store_new();
    footprint_listen(s->x->vm, &d->print);
  }
  d->hangs = hang_is_evaluated(s);
  if (hang_may_be_evaluated(s))
    d->open = components_new();
  else
    d->filter = mem_alloc(FILTER * sizeof *d->filter);
  if (d->hangs) s->report.hang = HANG_EVALUATED;
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

/* Goes back to the parent of the current node. A node above a kept error (--all-errors) stays in
 * the tree. */
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
  const struct level *l = dfs_top(d);
  int r = d->open ? close_component(s, d, err) : SEARCH_RUNNING;
  CHECK(l->first + l->count == d->choices.len, "the choices of the top level are the last ones: %u",
        l->first);
  if (r != SEARCH_RUNNING) return r;
  CHECK(!d->filter || *dfs_filter(d, l->fp),
        "a state on the stack is counted in the filter: level %zu", d->stack.len);
  if (d->filter) --*dfs_filter(d, l->fp);
  sleep_release(&d->stack.data[d->stack.len - 1].asleep);
  d->choices.len = d->stack.data[--d->stack.len].first;
  if (d->size) estimate_leave(d->size, s->report.states, d->stack.len && dfs_top(d)->next == 1);
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
  uint32_t depth = (uint32_t)d->stack.len; /* depth of the new state */
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

/* Executes the next choice of the current state. *name is its name for --sleep-sets. */
static int take(struct search *s, struct dfs *d, uint64_t *name, node_id *n, struct error *err) {
  struct level *l = dfs_top(d);
  uint32_t asked = s->x->vm->run.asked_world;
  struct choice c = d->choices.data[l->first + l->next];
  int r;
  INVARIANT(l->next < l->count, "a choice that is taken was left: %u of %u", l->next, l->count);
  guess_begin(&d->guess, s, &l->threads, c.thread, l->next++);
  s->guessed_known = d->guess.is_known && guess_pays(&d->guess);
  s->report.frontier--;
  if (d->slept) {
    *name = sleep_name(s->x->vm, c);
    footprint_begin(s->x->vm, &d->print, c.thread);
  }
  r = explorer_try(s->x, c, d->slept ? NULL : dfs_leaves, s, n, err);
  l->asks |= asked != s->x->vm->run.asked_world;
  return r;
}

/* Goes back to the choice that was wrongly guessed to lead to a known state, so that it and the
 * choices after it are taken again. */
static void take_again(struct search *s, struct dfs *d) {
  struct level *l = dfs_top(d);
  CHECK(d->guess.open.at < l->next, "a choice that is taken again was taken: %u of %u",
        d->guess.open.at, l->next);
  s->report.frontier += l->next - d->guess.open.at;
  l->next = d->guess.open.at;
  guess_undo(&d->guess, s);
}

/* Called when the last transition made no node. Returns whether another transition is executed as
 * part of this step. No guess outlives the step. */
static bool guess_goes_on(struct search *s, struct dfs *d) {
  const struct level *l = dfs_top(d);
  if (d->guess.is_open && l->next < l->count && !s->opt.max_steps) return true;
  if (d->guess.is_open) look_up_guess(s, d);
  if (!d->guess.failed) return false;
  take_again(s, d);
  return true;
}

/* Processes the new node n, which is the current one. */
static int arrive(struct search *s, struct dfs *d, uint64_t name, node_id n, struct error *err) {
  struct level *l = dfs_top(d);
  bool dead;
  int r;
  if (d->slept) {
    sleep_release(&d->next);
    d->next = sleep_behind(s->x->vm, &l->asleep, name, &d->print, xnode(s->x, n)->parent);
  }
  r = search_met(s, n, &dead, err);
  if (r != SEARCH_RUNNING) return r;
  if (!dead) return descend(s, d);
  l->ends = true;
  if (!(xnode(s->x, n)->flags & NODE_FAILED)) {
    uint64_t before = s->report.states;
    dfs_remember(s, 0);
    if (!(xnode(s->x, n)->flags & NODE_ERROR)) s->report.ends += s->report.states - before;
  }
  if (search_keeps(s, n))
    explorer_go(s->x, xnode(s->x, n)->parent);
  else
    leave(s, 0);
  return SEARCH_RUNNING;
}

int dfs_step(struct search *s, struct error *err) {
  struct dfs *d = s->self;
  uint64_t name = 0;
  node_id n;
  int r;
  if (!d->stack.len) return search_finished(s);
  INVARIANT(xnode(s->x, s->x->here)->fp.lo == dfs_top(d)->fp.lo &&
                xnode(s->x, s->x->here)->fp.hi == dfs_top(d)->fp.hi,
            "the top of the stack is the state here: node %u", s->x->here);
  if (dfs_top(d)->next == dfs_top(d)->count && !(d->open && dfs_lets_elapse(s, d)))
    return backtrack(s, d, err);
  do {
    r = take(s, d, &name, &n, err);
    if (r && d->guess.is_open) take_again(s, d);
    if (r) return r;
  } while (n == NODE_NONE && guess_goes_on(s, d));
  return n == NODE_NONE ? SEARCH_RUNNING : arrive(s, d, name, n, err);
}

void dfs_estimate(struct search *s, struct search_estimate *out) {
  struct dfs *d = s->self;
  if (!d->size) return;
  for (size_t i = 0; i < d->stack.len; i++) estimate_taken(d->size, i, d->stack.data[i].next);
  estimate_states(d->size, s->report.states, out);
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

/* ---- saving and loading ---- */

/* Updates search.own_bytes: the stack and what belongs to it, without the states. */
static void dfs_count_bytes(struct search *s, const struct dfs *d) {
  s->own_bytes = d->stack.cap * sizeof *d->stack.data + d->choices.cap * sizeof *d->choices.data +
                 (d->slept ? sleep_store_bytes(d->slept) : 0) +
                 (d->open ? components_bytes(d->open) : 0) +
                 (d->size ? estimate_bytes(d->size) : 0);
}

void dfs_release_rest(struct search *s) {
  struct dfs *d = s->self;
  struct level *l = &d->stack.data[d->stack.len - 1];
  struct choice c;
  CHECK(l->next, "a choice that is given back was taken");
  c = d->choices.data[l->first + --l->next];
  s->report.frontier++;
  if (d->slept) sleep_take_back(&l->asleep, sleep_name(s->x->vm, c));
}

/* Saves the current node and the choices that are left in each state on the stack. The states
 * themselves need not be saved, because they are the nodes of the path to the current one. */
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
    ckpt_put_number(o, (uint64_t)l->ends | (uint64_t)l->asks << 1 | (uint64_t)l->elapsed << 2);
  }
  if (d->open) components_save(d->open, o);
  if (d->slept) sleep_store_save(d->slept, o);
}

static void load_component(struct ckpt_in *in, struct level *l) {
  uint64_t bits;
  l->number = (uint32_t)ckpt_number_below(in, UINT32_MAX);
  l->low = (uint32_t)ckpt_number_below(in, l->number + 1ull);
  bits = ckpt_number_below(in, 8);
  l->ends = bits & 1;
  l->asks = bits & 2;
  l->elapsed = bits & 4;
}

static void load_level(struct search *s, struct dfs *d, struct ckpt_in *in,
                       const struct ckpt_tree *t, node_id state) {
  struct choice all[CHOICES_MAX];
  struct fingerprint f = xnode(s->x, state)->fp;
  uint32_t n = ckpt_choices(in, s, state, all), i;
  struct level *l = vec_push(&d->stack);
  *l = (struct level){.fp = f, .first = (uint32_t)d->choices.len, .count = n};
  for (i = 0; i < n; i++) *vec_push(&d->choices) = all[i];
  if (d->filter) ++*dfs_filter(d, f);
  if (d->slept) ckpt_sleepers(in, s, t, &d->print, &l->asleep);
  if (d->open) load_component(in, l);
}

void dfs_load(struct search *s, struct ckpt_in *in, const struct ckpt_tree *t) {
  struct dfs *d = s->self;
  node_id here = ckpt_some_node(in, t), *path, n;
  uint64_t levels = ckpt_number(in), i;
  uint32_t depth = xnode(s->x, here)->depth - xnode(s->x, s->start)->depth;
  if (d->filter) memset(d->filter, 0, FILTER * sizeof *d->filter);
  d->stack.len = d->choices.len = 0;
  /* A checkpoint does not hold the data of the estimate. */
  estimate_free(d->size);
  d->size = NULL;
  if (!ckpt_good(in)) return;
  if (levels && (levels != depth + 1ull || (s->opt.depth && levels > s->opt.depth)))
    ckpt_in_fail(in, ERR_INPUT, "the checkpoint is inconsistent (its stack)");
  path = mem_alloc((depth + 1u) * sizeof *path);
  for (n = here, i = depth + 1u; i-- > 0; n = xnode(s->x, n)->parent) path[i] = n;
  for (i = 0; i < levels && ckpt_good(in); i++) load_level(s, d, in, t, path[i]);
  free(path);
  if (d->open) {
    components_drop(d->open, 0);
    components_load(d->open, in);
    for (i = 0; i < d->stack.len && ckpt_good(in); i++)
      if (d->stack.data[i].number >= components_count(d->open))
        ckpt_in_fail(in, ERR_INPUT, "the checkpoint is inconsistent (its components)");
  }
  if (d->slept) sleep_store_load(d->slept, in);
  dfs_count_bytes(s, d);
  if (ckpt_good(in)) explorer_go(s->x, here);
}

int dfs_guess_score(const struct search *s) { return ((const struct dfs *)s->self)->guess.score; }
