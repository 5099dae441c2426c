/* Probabilistic concurrency testing (Burckhardt, Kothari, Musuvathi and Nagarakatte 2010): a
 * sequence of runs. In each run the threads have random priorities, and the enabled thread with the
 * highest priority runs. At d - 1 random steps the priority of the running thread drops below all
 * others. A run finds an error that needs d ordering constraints with a probability of at least 1 /
 * (n k^(d-1)) for n threads and k steps; d is --pct-depth. The search is never complete.
 *
 * The paper leaves these points open: Runs begin at the first state with a choice. k is the length
 * of the longest run from there so far, so the first run has no change points. A thread with
 * several choices (which waiter a notify wakes, whether a wait elapses) draws one. A run that
 * returns to one of its own states would not end, so the thread that closed the cycle drops below
 * all others. The same happens to a thread that has run alone for far more steps than the longest
 * run had, because it may wait in a loop whose states differ (by a counter or a pseudo-random
 * local). */
#include <stdio.h>
#include <stdlib.h>

#include "engine/base/check.h"
#include "engine/search/awaited.h"
#include "engine/search/checkpoint_tree.h"
#include "engine/search/pct.h"
#include "engine/search/walk.h"

enum { CHANGES_MAX = 32, ALONE = 4096, EVEN_EVERY = 16 };

struct pct {
  uint64_t priority[THREAD_MAX]; /* 0: not drawn yet in this run; drawn ones lie above `low` */
  uint64_t low;                  /* lowest priority assigned; drops count down from FLOOR */
  uint32_t change[CHANGES_MAX];  /* steps of the change points, from 1 */
  uint32_t changes, threads, longest;
  uint32_t last, in_a_row; /* thread of the last step, and its steps in a row */
  uint64_t runs;
  bool fair, even; /* `fair`: search_fair_pct. `even`: this run draws uniformly throughout. */
  struct walk_start from;
  struct visited *seen; /* states of this run; NULL if fair */
  struct {              /* the state of the run before the last choice */
    struct rng rng;
    uint64_t priority[THREAD_MAX], low;
    uint32_t threads;
  } before;
};

static const uint64_t FLOOR = 1ull << 32;

static void pct_begin(struct search *s, struct pct *p) {
  uint32_t i;
  memset(p->priority, 0, sizeof p->priority);
  p->low = FLOOR;
  p->in_a_row = 0;
  p->even = p->fair && p->runs % EVEN_EVERY == 0;
  p->changes = p->longest && s->opt.pct_depth > 1 ? s->opt.pct_depth - 1 : 0;
  if (p->changes > CHANGES_MAX) p->changes = CHANGES_MAX;
  for (i = 0; i < p->changes; i++) p->change[i] = 1 + rng_below(&s->rng, p->longest);
  visited_free(p->seen);
  p->seen = p->fair ? NULL : visited_new(false);
}

int pct_open(struct search *s, struct error *err) {
  struct pct *p;
  if (!s->opt.pct_depth || s->opt.pct_depth > CHANGES_MAX)
    return error_set(err, ERR_USAGE, "--pct-depth: from 1 to %d", CHANGES_MAX);
  s->self = p = mem_alloc(sizeof *p);
  walk_start_init(&p->from);
  pct_begin(s, p);
  return 0;
}

void pct_be_fair(struct search *s) {
  struct pct *p = s->self;
  p->fair = p->even = true;
  visited_free(p->seen);
  p->seen = NULL;
}

void pct_close(struct search *s) {
  struct pct *p = s->self;
  visited_free(p->seen);
  free(p);
}

static uint64_t priority(struct search *s, struct pct *p, uint32_t thread) {
  if (!p->priority[thread]) p->priority[thread] = (rng_next(&s->rng) | 1ull << 63) - thread;
  return p->priority[thread];
}

static void pct_drop(struct pct *p, uint32_t thread) {
  CHECK(p->low > 1, "a priority that drops stays above 0: T%u", thread);
  p->priority[thread] = --p->low;
}

static void note_step(struct pct *p, uint32_t thread) {
  uint32_t patience = p->longest > ALONE / 4 ? 4 * p->longest : ALONE;
  p->in_a_row = thread == p->last ? p->in_a_row + 1 : 1;
  p->last = thread;
  if (p->in_a_row < patience) return;
  pct_drop(p, thread);
  p->in_a_row = 0;
}

/* Lowers the thread's priority if its step closed a cycle or it has run alone for too long. */
static void note_circle(struct search *s, struct pct *p, uint32_t thread) {
  if (!visited_add(p->seen, search_fingerprint(s))) pct_drop(p, thread);
  note_step(p, thread);
}

/* Moves the choices of the thread with the highest priority to the front. Returns their number. */
static uint32_t first(struct search *s, struct pct *p, struct choice *c, uint32_t n) {
  uint32_t best = c[0].thread, i, kept = 0;
  for (i = 1; i < n; i++)
    if (priority(s, p, c[i].thread) > priority(s, p, best)) best = c[i].thread;
  for (i = 0; i < n; i++)
    if (c[i].thread == best) c[kept++] = c[i];
  return kept;
}

static bool change_at(const struct pct *p, uint32_t step) {
  for (uint32_t i = 0; i < p->changes; i++)
    if (p->change[i] == step) return true;
  return false;
}

static uint32_t depth_here(struct search *s) {
  return xnode(s->x, s->x->here)->depth - xnode(s->x, s->start)->depth;
}

static void note_before(struct search *s, struct pct *p) {
  p->before.rng = s->rng;
  p->before.low = p->low;
  p->before.threads = vm_machine(s->x->vm)->thread_count;
  memcpy(p->before.priority, p->priority, p->before.threads * sizeof *p->priority);
}

static struct choice choose(struct search *s, struct pct *p, struct choice *c, uint32_t n) {
  struct choice all[CHOICES_MAX];
  uint32_t step = depth_here(s) - p->from.depth + 1, kept;
  CHECK(step && step <= depth_here(s) + 1, "a run is below the start of the runs: step %u", step);
  if (p->fair && (p->even || step > p->longest)) return c[rng_below(&s->rng, n)];
  memcpy(all, c, n * sizeof *c);
  kept = first(s, p, all, n);
  if (change_at(p, step)) {
    pct_drop(p, all[0].thread);
    memcpy(all, c, n * sizeof *c);
    kept = first(s, p, all, n);
  }
  return all[rng_below(&s->rng, kept)];
}

static void pct_report(struct search *s, const struct pct *p) {
  snprintf(s->explored, sizeof s->explored, "%llu runs of at most %u steps and %u threads",
           (unsigned long long)p->runs, p->longest, p->threads);
}

static int again(struct search *s, struct pct *p) {
  uint32_t depth = depth_here(s) - p->from.depth, threads = vm_machine(s->x->vm)->thread_count;
  if (depth > p->longest && (p->even || !p->fair)) p->longest = depth;
  if (threads > p->threads) p->threads = threads;
  p->runs++;
  pct_report(s, p);
  walk_start_return(s, &p->from);
  pct_begin(s, p);
  return search_walked(s);
}

int pct_step(struct search *s, struct error *err) {
  struct pct *p = s->self;
  struct choice all[CHOICES_MAX], c;
  bool left_out;
  uint32_t n = awaited_choices(s, all, &left_out);
  node_id k;
  bool dead;
  int r;
  if (!n)
    return depth_here(s)
               ? again(s, p)
               : search_inconclusive(s, CAUSE_STRATEGY, "nothing is enabled at the start");
  if (s->opt.depth && depth_here(s) >= s->opt.depth) return again(s, p);
  walk_start_note(s, &p->from, n);
  note_before(s, p);
  c = choose(s, p, all, n);
  r = walk_take(s, c, &k, err);
  if (r) return r;
  r = search_met(s, k, &dead, err);
  if (r != SEARCH_RUNNING) return r;
  if (dead) return again(s, p);
  if (!p->fair) note_circle(s, p, c.thread);
  return SEARCH_RUNNING;
}

/* ---- checkpoints ---- */

void pct_release_rest(struct search *s) {
  struct pct *p = s->self;
  s->rng = p->before.rng;
  p->low = p->before.low;
  memcpy(p->priority, p->before.priority, p->before.threads * sizeof *p->priority);
  s->report.states--;
}

void pct_save(struct search *s, struct ckpt_out *o, const struct ckpt_tree *t) {
  const struct pct *p = s->self;
  uint32_t i;
  ckpt_put_node(o, t, s->x->here);
  for (i = 0; i < THREAD_MAX; i++) ckpt_put_number(o, p->priority[i]);
  ckpt_put_number(o, p->low);
  ckpt_put_number(o, p->changes);
  for (i = 0; i < p->changes; i++) ckpt_put_number(o, p->change[i]);
  ckpt_put_number(o, p->threads);
  ckpt_put_number(o, p->longest);
  ckpt_put_number(o, p->last);
  ckpt_put_number(o, p->in_a_row);
  ckpt_put_number(o, p->runs);
  walk_start_save(&p->from, o, t);
}

/* Adds the states of this run to p->seen again: those on the path to `here`, except the first
 * one. */
static void see_again(struct search *s, struct pct *p, node_id here) {
  uint32_t n = xnode(s->x, here)->depth - xnode(s->x, s->start)->depth, i;
  node_id *path;
  if (p->runs) n -= p->from.depth; /* later runs begin at p->from */
  path = mem_alloc((n + 1u) * sizeof *path);
  for (i = n; i-- > 0; here = xnode(s->x, here)->parent) path[i] = here;
  for (i = 0; i < n; i++) {
    explorer_go(s->x, path[i]);
    (void)visited_add(p->seen, search_fingerprint_only(s));
  }
  if (!n) explorer_go(s->x, here);
  free(path);
}

void pct_load(struct search *s, struct ckpt_in *in, const struct ckpt_tree *t) {
  struct pct *p = s->self;
  node_id here = ckpt_some_node(in, t);
  uint32_t i;
  for (i = 0; i < THREAD_MAX; i++) p->priority[i] = ckpt_number(in);
  p->low = ckpt_number_below(in, FLOOR + 1);
  if (p->low <= FLOOR / 2)
    ckpt_in_fail(in, ERR_INPUT, "the checkpoint is inconsistent (its priorities)");
  p->changes = (uint32_t)ckpt_number_below(in, CHANGES_MAX + 1);
  for (i = 0; i < p->changes; i++) p->change[i] = (uint32_t)ckpt_number(in);
  p->threads = (uint32_t)ckpt_number(in);
  p->longest = (uint32_t)ckpt_number_below(in, UINT32_MAX);
  p->last = (uint32_t)ckpt_number_below(in, THREAD_MAX);
  p->in_a_row = (uint32_t)ckpt_number(in);
  p->runs = ckpt_number(in);
  p->even = p->fair && p->runs % EVEN_EVERY == 0;
  walk_start_load(s, &p->from, in, t);
  if (!ckpt_good(in)) return;
  if (p->fair)
    explorer_go(s->x, here);
  else
    see_again(s, p, here);
}

const struct search_ops search_pct = {
    .name = "pct",
    .options = "--walks --pct-depth",
    .walks = true,
    .summary = "runs with random priorities (probabilistic concurrency testing)",
    .open = pct_open,
    .step = pct_step,
    .close = pct_close,
    .release_rest = pct_release_rest,
    .save = pct_save,
    .load = pct_load};
