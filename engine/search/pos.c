/* Partial order sampling (Yuan, Yang and Gu, CAV 2018): a sequence of runs. In each run the next
 * operation of every thread has a random priority, and the enabled operation with the highest
 * priority runs. Afterwards the operations that race with it draw new priorities, and the others
 * keep theirs. So the order of independent operations has no weight, and the probability of a
 * partial order depends on its races alone. Never complete.
 *
 * Here an operation is a transition. What it does after its first operation is invisible to other
 * threads. Runs begin at the first state with a choice. A thread with several choices draws one. */
#include <stdio.h>
#include <stdlib.h>

#include "engine/base/check.h"
#include "engine/search/awaited.h"
#include "engine/search/checkpoint_tree.h"
#include "engine/search/walk.h"

struct pos {
  uint64_t priority[THREAD_MAX]; /* priority of the thread's next operation; 0: to be drawn */
  struct walk_start from;
  struct { /* the state of the run before the last choice */
    struct rng rng;
    uint64_t priority[THREAD_MAX];
    uint32_t threads;
  } before;
};

struct pos_op { /* the next operation of a thread */
  uint32_t op, off;
  ref obj;
};

static int pos_open(struct search *s, struct error *err) {
  struct pos *p = mem_alloc(sizeof *p);
  (void)err;
  walk_start_init(&p->from);
  s->self = p;
  return 0;
}

static void pos_close(struct search *s) { free(s->self); }

static uint64_t pos_priority(struct search *s, struct pos *p, uint32_t thread) {
  if (!p->priority[thread]) p->priority[thread] = rng_next(&s->rng) | 1;
  return p->priority[thread];
}

static void pos_note_before(struct search *s, struct pos *p) {
  p->before.rng = s->rng;
  p->before.threads = vm_machine(s->x->vm)->thread_count;
  memcpy(p->before.priority, p->priority, p->before.threads * sizeof *p->priority);
}

static struct choice pos_choose(struct search *s, struct pos *p, const struct choice *c,
                                uint32_t n) {
  uint32_t best = c[0].thread, of_best[CHOICES_MAX], kept = 0, i;
  INVARIANT(n && n <= CHOICES_MAX, "a choice is taken from those that exist: %u", n);
  for (i = 1; i < n; i++)
    if (pos_priority(s, p, c[i].thread) > pos_priority(s, p, best)) best = c[i].thread;
  for (i = 0; i < n; i++)
    if (c[i].thread == best) of_best[kept++] = i;
  return c[of_best[rng_below(&s->rng, kept)]];
}

static struct pos_op op_of(struct search *s, uint32_t thread) {
  const struct thread *t = vm_thread(s->x->vm, thread);
  return (struct pos_op){t->op, t->op_off, t->op_obj};
}

static bool is_access(uint32_t op) {
  return op == OPK_READ || op == OPK_WRITE || op == OPK_VOLATILE_READ || op == OPK_VOLATILE_WRITE;
}

static bool is_read(uint32_t op) { return op == OPK_READ || op == OPK_VOLATILE_READ; }

/* Does the order of a and b matter? An access to an object and an operation on its monitor do not
 * race. */
static bool pos_races(struct pos_op a, struct pos_op b) {
  if (!a.obj || a.obj != b.obj || is_access(a.op) != is_access(b.op)) return false;
  return !is_access(a.op) || (a.off == b.off && !(is_read(a.op) && is_read(b.op)));
}

static void pos_draw_anew(struct search *s, struct pos *p, uint32_t thread, struct pos_op done) {
  uint32_t n = vm_machine(s->x->vm)->thread_count;
  for (uint32_t i = 0; i < n; i++)
    if (i == thread || (p->priority[i] && pos_races(done, op_of(s, i)))) p->priority[i] = 0;
}

static int pos_again(struct search *s, struct pos *p) {
  walk_start_return(s, &p->from);
  memset(p->priority, 0, sizeof p->priority);
  return search_walked(s);
}

static int pos_step(struct search *s, struct error *err) {
  struct pos *p = s->self;
  struct choice all[CHOICES_MAX], c;
  bool left_out;
  uint32_t n = awaited_choices(s, all, &left_out);
  uint32_t depth = xnode(s->x, s->x->here)->depth - xnode(s->x, s->start)->depth;
  struct pos_op done;
  node_id k;
  bool dead;
  int r;
  if (!n)
    return depth ? pos_again(s, p)
                 : search_inconclusive(s, CAUSE_STRATEGY, "nothing is enabled at the start");
  if (s->opt.depth && depth >= s->opt.depth) return pos_again(s, p);
  walk_start_note(s, &p->from, n);
  pos_note_before(s, p);
  c = pos_choose(s, p, all, n);
  done = op_of(s, c.thread);
  r = walk_take(s, c, &k, err);
  if (r) return r;
  r = search_met(s, k, &dead, err);
  if (r != SEARCH_RUNNING) return r;
  if (dead) return pos_again(s, p);
  pos_draw_anew(s, p, c.thread, done);
  return SEARCH_RUNNING;
}

/* ---- checkpoints ---- */

static void pos_release_rest(struct search *s) {
  struct pos *p = s->self;
  s->rng = p->before.rng;
  memcpy(p->priority, p->before.priority, p->before.threads * sizeof *p->priority);
  s->report.states--;
}

static void pos_save(struct search *s, struct ckpt_out *o, const struct ckpt_tree *t) {
  const struct pos *p = s->self;
  ckpt_put_node(o, t, s->x->here);
  for (uint32_t i = 0; i < THREAD_MAX; i++) ckpt_put_number(o, p->priority[i]);
  walk_start_save(&p->from, o, t);
}

static void pos_load(struct search *s, struct ckpt_in *in, const struct ckpt_tree *t) {
  struct pos *p = s->self;
  explorer_go(s->x, ckpt_some_node(in, t));
  for (uint32_t i = 0; i < THREAD_MAX; i++) p->priority[i] = ckpt_number(in);
  walk_start_load(s, &p->from, in, t);
}

const struct search_ops search_pos = {
    .name = "pos",
    .options = "--walks",
    .walks = true,
    .summary = "runs in which racing operations draw their order (partial order sampling)",
    .open = pos_open,
    .step = pos_step,
    .close = pos_close,
    .release_rest = pos_release_rest,
    .save = pos_save,
    .load = pos_load};
