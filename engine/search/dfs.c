/* Depth-first search, exhaustive and stateful. bmc.c and random_dfs.c use the same functions.
 *
 * With a bound on depth, a state is expanded again when it is reached with more depth left than
 * before (soundness rule 14, what is left is stored). Every enabled choice of every state is taken,
 * so no cycle proviso is needed. */
#include <stdio.h>
#include <stdlib.h>

#include "engine/search/awaited.h"
#include "engine/search/dfs_int.h"
#include "engine/search/hang.h"
#include "engine/vm/machine.h"
#include "engine/vm/sched/time.h"

enum { WAKE_MAX = 4096 };

/* Does the path return to one of its own states (soundness rule 16, deadlock)? */
static bool on_stack(struct dfs *d, struct fingerprint f) {
  size_t i;
  if (!*dfs_filter(d, f)) return false;
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

/* State f was met before. Is its component still open? Updates the lowlink if so. */
static bool meet_again(struct dfs *d, struct fingerprint f) {
  struct level *l = dfs_top(d);
  uint32_t number;
  if (!components_find(d->open, f, &number)) {
    l->ends = true; /* or a hang was reported there */
    return false;
  }
  if (number < l->low) l->low = number;
  return true;
}

/* From the component that is about to be closed, neither another component nor an end can be
 * reached, but patient waits are pending. Its threads would run for ever, so the earliest waits
 * elapse. They elapse in the first state of the component, from which its other states can still be
 * reached. */
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

/* The state here, the top of the stack, is explored completely. */
static int close_component(struct search *s, struct dfs *d, struct error *err) {
  struct level l = *dfs_top(d);
  struct level *below = d->stack.len > 1 ? &d->stack.data[d->stack.len - 2] : NULL;
  int r = SEARCH_RUNNING;
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

/* Takes ownership of `asleep`. */
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
  ++*dfs_filter(d, l->fp);
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
  return s->opt.depth ? s->opt.depth - (uint32_t)d->stack.len : 0;
}

/* Looks up the fingerprint of the state here, or of a state that was guessed to be known. */
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

/* Other searches take choices in another order, or enter states more than once. */
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
  d->hangs = hang_is_evaluated(s);
  if (hang_may_be_evaluated(s)) d->open = components_new();
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

/* Leaves the state here. A node above a kept error (--all-errors) stays. */
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
  --*dfs_filter(d, d->stack.data[d->stack.len - 1].fp);
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

/* Executes the next choice of the state here. *name is its name for --sleep-sets. */
static int take(struct search *s, struct dfs *d, uint64_t *name, node_id *n, struct error *err) {
  struct level *l = dfs_top(d);
  uint32_t asked = s->x->vm->run.asked_world;
  struct choice c = d->choices.data[l->first + l->next];
  int r;
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

/* Takes again the choice that was wrongly guessed to lead to a known state, and those after it. */
static void take_again(struct search *s, struct dfs *d) {
  struct level *l = dfs_top(d);
  s->report.frontier += l->next - d->guess.open.at;
  l->next = d->guess.open.at;
  guess_undo(&d->guess, s);
}

/* The last transition made no node. Is another one executed as part of this step? No guess outlives
 * the step. */
static bool guess_goes_on(struct search *s, struct dfs *d) {
  const struct level *l = dfs_top(d);
  if (d->guess.is_open && l->next < l->count && !s->opt.max_steps) return true;
  if (d->guess.is_open) look_up_guess(s, d);
  if (!d->guess.failed) return false;
  take_again(s, d);
  return true;
}

/* Processes the new node n, which is here. */
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
