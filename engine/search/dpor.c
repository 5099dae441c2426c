/* Optimal dynamic partial-order reduction (Abdulla, Aronis, Jonsson, Sagonas: Source Sets, J. ACM
 * 2017): one execution of each class of executions that differ only in the order of independent
 * steps.
 *
 * The search goes down a path to its end and up again by undoing steps, so no execution starts
 * again from the beginning. At the end of a path, each pair of steps that could be reversed
 * (dpor_path.h) yields a word. The word is inserted into the wakeup tree of the state before the
 * first step of the pair, unless a sleeping step of that state (one already explored) can begin it.
 * A pair is examined once, when its second step is new on the path. Later paths with the same
 * prefix would yield longer words that start with the same word, and a sleeping step that can begin
 * the longer word can begin the shorter one.
 *
 * Deviations. Every visible operation is a transition (vm->sched.one_each), because steps must not
 * depend on which other threads can run. A step that has not been executed yet is dependent on
 * every other step. A join that only waits is taken when nothing else is left, because the joined
 * thread ends in the same way whether or not the joiner is in the wait set yet. Operations that
 * cannot be described by thread, object and part are dependent on every other step. An execution
 * may therefore turn out to be one that was explored before; it is counted as redundant. States are
 * not matched. A thread that spins waits for a write to what it reads. If only such threads are
 * left, the search is not complete. */
#include <stdlib.h>

#include "engine/base/check.h"
#include "engine/search/awaited.h"
#include "engine/search/dpor_path.h"
#include "engine/search/dpor_step.h"
#include "engine/search/estimate.h"
#include "engine/search/search.h"
#include "engine/search/wakeup_tree.h"
#include "engine/state/explorer.h"
#include "engine/state/looks.h"
#include "engine/vm/interp/interp.h"
#include "engine/vm/sched/time.h"

/* ---- threads that spin ---- */

/* Because states are not matched, a thread that waits in a loop must be recognised by what it does.
 * If a thread has only read since it was last in its current state, another round would see the
 * same values. It can continue when another thread has written what it read in that round.
 *
 * The state of a thread is its record and the live part of its stack. A transition is read-only if
 * state/looks.h says so and its footprint has no writes. */

/* Is the thread before an operation of a kind that only observes? A thread can spin only in a loop
 * that returns to such an operation. */
static bool stands_before_look(const struct thread *t) {
  if (t->state != THREAD_RUNNABLE || !t->frame) return false;
  return t->op == OPK_READ || t->op == OPK_VOLATILE_READ || t->op == OPK_ATOMIC ||
         t->op == OPK_YIELD || t->op == OPK_SPIN;
}

/* Returns a hash of the thread's state without counters, or 0 if its next operation is not of such
 * a kind. */
static uint64_t dpor_spin_state(struct vm *vm, uint32_t thread) {
  return stands_before_look(vm_thread(vm, thread)) ? looks_state(vm, thread) : 0;
}

/* Was the transition to n, the current node, read-only? */
static bool dpor_spin_looks(struct explorer *x, node_id n, const struct dpor_step *step) {
  if (step->whole) return false;
  for (uint32_t i = 0; i < step->count; i++)
    if (step->units[i].use != DPOR_READ) return false;
  return looks_only(x->vm, xnode(x, n)->delta, xnode(x, n)->choice.thread);
}

/* ---- levels of the path ---- */

struct dpor_level { /* a state of the path */
  struct dpor_word asleep;
  struct wakeup_tree tree;
  uint64_t before;   /* number of complete executions when the state was entered */
  uint32_t explored; /* steps from the state that were explored completely */
};

struct dpor {
  struct dpor_path path;
  struct footprint print;        /* footprint of the last transition */
  VEC(struct dpor_level) levels; /* one more than there are steps, except at the end of a path */
  struct wakeup_tree next;       /* tree of the state entered next */
  /* `back`: the search goes up. `joins`: only joins are left in the current state. */
  bool back, joins;
};

static struct dpor_level *level_top(struct dpor *d) { return &d->levels.data[d->levels.len - 1]; }

static bool is_asleep(const struct dpor_level *l, uint64_t label) {
  for (size_t i = 0; i < l->asleep.steps.len; i++)
    if (l->asleep.steps.data[i]->label == label) return true;
  return false;
}

/* Adds a level for the current state. A step that sleeps in the state above sleeps in this one too
 * if it is independent of `step`. */
static void level_push(struct dpor *d, const struct dpor_step *step, uint64_t executions) {
  struct dpor_level l = {.tree = d->next, .before = executions};
  const struct dpor_level *above = d->levels.len ? level_top(d) : NULL;
  d->next = (struct wakeup_tree){0};
  for (size_t i = 0; above && i < above->asleep.steps.len; i++)
    if (!dpor_dependent(above->asleep.steps.data[i], step))
      dpor_word_add(&l.asleep, above->asleep.steps.data[i]);
  *vec_push(&d->levels) = l;
}

static void level_pop(struct dpor *d) {
  struct dpor_level *l = &d->levels.data[--d->levels.len];
  dpor_word_release(&l->asleep);
  wakeup_release(&l->tree);
}

/* ---- the end of a path ---- */

static void dpor_reverse(struct search *s, struct dpor *d, const struct dpor_reversal *r) {
  struct dpor_level *l = &d->levels.data[r->at];
  struct dpor_word w = {0};
  bool wanted = !(r->kind == REVERSAL_CHOICE && is_asleep(l, r->step->label)) &&
                dpor_path_word(&d->path, r, &w);
  for (size_t i = 0, at; i < l->asleep.steps.len && wanted; i++)
    wanted = !dpor_word_may_begin(&w, l->asleep.steps.data[i], &at);
  if (wanted && wakeup_insert(&l->tree, &w)) s->report.frontier++;
  dpor_word_release(&w);
}

static void dpor_end(struct search *s, struct dpor *d) {
  dpor_path_blocked(&d->path);
  for (; d->path.known < d->path.reversals.len; d->path.known++) {
    CHECK(d->path.reversals.data[d->path.known].at < d->levels.len,
          "a reversal is at a state of the path: %u", d->path.reversals.data[d->path.known].at);
    dpor_reverse(s, d, &d->path.reversals.data[d->path.known]);
  }
  d->back = true;
}

/* ---- going down ---- */

static const struct dpor_choice *choice_of(const struct dpor *d, const struct dpor_step *step) {
  const struct dpor_choice *found = NULL;
  for (uint32_t i = dpor_path_choice_count(&d->path); i-- > 0;) {
    const struct dpor_choice *c = dpor_path_choice(&d->path, i);
    if (c->label == step->label) return c;
    if (dpor_label_slot(c->label) == step->slot) found = c;
  }
  return found;
}

/* Takes the leftmost branch that can be executed. The tree below it goes to d->next. */
static const struct dpor_choice *dpor_follow(struct search *s, struct dpor *d) {
  struct wakeup_tree *t = &level_top(d)->tree;
  const struct dpor_choice *c = NULL;
  while (!c && t->branches.len) {
    struct dpor_step *step;
    wakeup_release(&d->next);
    wakeup_take(t, &step, &d->next);
    c = choice_of(d, step);
    if (c && awaited_overtakes(s, c->choice)) {
      search_cut(s, CAUSE_CLOCK, "--search dpor: time would pass although a thread can run");
      c = NULL;
    }
    dpor_step_drop(step);
  }
  return c;
}

/* Chooses freely where the wakeup tree is empty: the thread that ran last, else the first one.
 * Avoids a choice that leaves another thread behind. */
static const struct dpor_choice *dpor_first(struct search *s, const struct dpor *d) {
  const struct dpor_level *l = &d->levels.data[d->levels.len - 1];
  size_t n = d->path.events.len;
  const struct dpor_choice *found = NULL;
  for (uint32_t i = dpor_path_choice_count(&d->path); i-- > 0;) {
    const struct dpor_choice *c = dpor_path_choice(&d->path, i);
    bool late = !is_asleep(l, c->label) && awaited_overtakes(s, c->choice);
    if (is_asleep(l, c->label) || (found && late)) continue;
    found = c;
    if (n && !late && dpor_label_slot(c->label) == d->path.events.data[n - 1].step->slot) break;
  }
  return found;
}

/* Does the path end at n although other threads could run? */
static bool stops_others(const struct xnode *n) {
  return n->flags & (NODE_ERROR | NODE_FAILED) && !(n->flags & NODE_BLOCKED);
}

/* Is the thread about to join with a time limit? */
static bool is_timed_join(const struct thread *t) {
  return t->state == THREAD_RUNNABLE && t->op == OPK_JOIN && t->op_off;
}

static struct dpor_step *step_done(struct search *s, struct dpor *d, uint64_t label, bool timed) {
  struct dpor_step *step;
  footprint_end(s->x->vm, &d->print);
  if (stops_others(xnode(s->x, s->x->here))) d->print.whole = true;
  if (d->joins) d->print.units.len = 0;
  if (d->joins) d->print.whole = false;
  step = dpor_names_step(&d->path.names, label, &d->print);
  step->timed = timed;
  return step;
}

static void note_state(struct search *s, struct dpor *d, node_id n) {
  const struct dpor_step *step = d->path.events.data[d->path.events.len - 1].step;
  uint64_t state = dpor_spin_state(s->x->vm, xnode(s->x, n)->choice.thread);
  if (dpor_path_note_state(&d->path, state, dpor_spin_looks(s->x, n, step))) s->report.cycle = true;
}

static void count_bytes(struct search *s, const struct dpor *d) {
  s->own_bytes = dpor_path_bytes(&d->path) + d->levels.cap * sizeof *d->levels.data +
                 s->report.frontier * sizeof(struct wakeup_branch);
}

/* Does a bound end the path? Either the bound on depth, or rounds of a loop that polls the clock,
 * which other searches leave when a state repeats. */
static bool dpor_bounds(struct search *s, const struct dpor *d) {
  bool deep = s->opt.depth && d->path.events.len >= s->opt.depth;
  uint32_t thread = xnode(s->x, s->x->here)->choice.thread;
  bool polls = time_polled_enough(vm_thread(s->x->vm, thread));
  if (deep) search_cut_depth(s);
  if (polls) search_cut(s, CAUSE_CLOCK, "--search dpor: a thread polls the clock");
  return deep || polls;
}

/* Enters the current state, which is new; the path continues below it. */
static int dpor_enter(struct search *s, struct dpor *d) {
  const struct dpor_event *e = &d->path.events.data[d->path.events.len - 1];
  if (dpor_bounds(s, d)) {
    s->report.paths_cut++;
    dpor_end(s, d);
    return SEARCH_RUNNING;
  }
  level_push(d, e->step, s->report.executions);
  d->joins = dpor_path_look(&d->path);
  dpor_path_compare(&d->path, false);
  count_bytes(s, d);
  return SEARCH_RUNNING;
}

static int dpor_take(struct search *s, struct dpor *d, const struct dpor_choice *c,
                     struct error *err) {
  struct vm *vm = s->x->vm;
  uint64_t label = c->label;
  struct choice choice = c->choice;
  struct dpor_names_mark mark = dpor_path_begin(&d->path, label);
  node_id n;
  bool dead, timed = is_timed_join(vm_thread(vm, choice.thread));
  int r;
  footprint_begin(vm, &d->print, choice.thread);
  r = explorer_apply(s->x, choice, &n, err);
  if (r || xnode(s->x, n)->flags & NODE_CUT) footprint_drop(&d->print);
  if (r) return r;
  if (!(xnode(s->x, n)->flags & NODE_CUT)) {
    dpor_path_push(&d->path, mark, step_done(s, d, label, timed), d->joins);
    note_state(s, d, n);
    s->report.states++;
  }
  r = search_met(s, n, &dead, err);
  if (r != SEARCH_RUNNING) return r;
  if (!dead) return dpor_enter(s, d);
  if (xnode(s->x, n)->flags & NODE_FAILED || !search_ends_here(s))
    s->report.paths_cut++;
  else
    s->report.executions++;
  if (xnode(s->x, n)->flags & NODE_BLOCKED) dpor_path_look(&d->path);
  dpor_path_compare(&d->path, !(xnode(s->x, n)->flags & NODE_BLOCKED));
  dpor_end(s, d);
  return SEARCH_RUNNING;
}

static int dpor_forward(struct search *s, struct dpor *d, struct error *err) {
  bool wanted = level_top(d)->tree.branches.len != 0;
  const struct dpor_choice *c = wanted ? dpor_follow(s, d) : NULL;
  CHECK(d->levels.len == d->path.events.len + 1, "each state of the path has a level: %zu, %zu",
        d->levels.len, d->path.events.len);
  if (!c) {
    wakeup_release(&d->next);
    c = dpor_first(s, d);
  }
  if (c) return dpor_take(s, d, c, err);
  if (dpor_path_choice_count(&d->path)) {
    s->report.redundant++;
  } else {
    search_cut(s, CAUSE_STRATEGY,
               "a thread waits in a loop for something that no other thread does any more");
    s->report.paths_cut++;
  }
  level_pop(d);
  dpor_end(s, d);
  return SEARCH_RUNNING;
}

/* ---- going up ---- */

static void dpor_leave(struct search *s) {
  const struct xnode *n = xnode(s->x, s->x->here);
  if (s->keep_tree || n->first_child != NODE_NONE || n->pins)
    explorer_go(s->x, n->parent);
  else
    explorer_pop(s->x);
}

static int dpor_back(struct search *s, struct dpor *d) {
  struct dpor_event *e;
  if (!d->path.events.len) return search_finished(s);
  e = &d->path.events.data[d->path.events.len - 1];
  CHECK(d->levels.len == d->path.events.len || d->levels.len == d->path.events.len + 1,
        "each state above the end of a path has a level: %zu, %zu", d->levels.len,
        d->path.events.len);
  if (d->levels.len > d->path.events.len) level_pop(d);
  dpor_leave(s);
  s->report.backtracks++;
  d->joins = e->late;
  if (!e->late) dpor_word_add(&level_top(d)->asleep, e->step);
  dpor_path_pop(&d->path);
  level_top(d)->explored++;
  if (!level_top(d)->tree.branches.len) return SEARCH_RUNNING;
  d->back = false;
  s->report.frontier--;
  return SEARCH_RUNNING;
}

/* ---- the strategy ---- */

static const char *dpor_misfit(const struct vm *vm) {
  if (vm->opt.por == POR_SYNC) return "--por sync";
  if (vm->opt.spurious) return "--spurious: waiting joins are executed last";
  if (vm->opt.stale_reads) return "--stale-reads";
  if (vm->opt.properties & PROP_CONFLICT)
    return "the property conflict, because it does not visit every state";
  return NULL;
}

static int dpor_open(struct search *s, struct error *err) {
  struct vm *vm = s->x->vm;
  struct dpor *d;
  if (dpor_misfit(vm))
    return error_set(err, ERR_USAGE, "--search dpor cannot be combined with %s", dpor_misfit(vm));
  s->self = d = mem_alloc(sizeof *d);
  s->report.counts_executions = true;
  dpor_path_init(&d->path, vm);
  footprint_listen(vm, &d->print);
  d->print.fine = true;
  level_push(d, NULL, 0);
  d->joins = dpor_path_look(&d->path);
  d->back = !dpor_path_choice_count(&d->path);
  return 0;
}

static void dpor_close(struct search *s) {
  struct dpor *d = s->self;
  s->x->vm->sched.one_each = false;
  while (d->levels.len) level_pop(d);
  vec_free(&d->levels);
  wakeup_release(&d->next);
  dpor_path_release(&d->path);
  footprint_close(s->x->vm, &d->print);
  free(d);
}

static int dpor_step(struct search *s, struct error *err) {
  struct dpor *d = s->self;
  int r;
  CHECK(xnode(s->x, s->x->here)->depth - xnode(s->x, s->start)->depth == d->path.events.len,
        "each step of the path is a transition above here: %zu", d->path.events.len);
  s->x->vm->sched.one_each = true;
  r = d->back ? dpor_back(s, d) : dpor_forward(s, d, err);
  if (s->keep_tree) s->x->vm->sched.one_each = false;
  return r;
}

static void dpor_estimate(struct search *s, struct search_estimate *out) {
  const struct dpor *d = s->self;
  struct estimate_branch *all = mem_alloc((d->levels.len + 1) * sizeof *all);
  for (size_t i = 0; i < d->levels.len; i++) {
    const struct dpor_level *l = &d->levels.data[i];
    all[i] = (struct estimate_branch){l->before, l->explored, (uint32_t)l->tree.branches.len};
  }
  estimate_tree(all, d->levels.len, s->report.executions, out);
  free(all);
}

/* A cut transition is not on the path, so there is nothing to undo. */
static void dpor_release_rest(struct search *s) { (void)s; }

const struct search_ops search_dpor = {
    .name = "dpor",
    .options = "--estimate",
    .walks = true,
    .blind = true,
    .cuts = true,
    .summary = "optimal partial-order reduction: one execution of each class of equivalent ones",
    .open = dpor_open,
    .step = dpor_step,
    .close = dpor_close,
    .estimate = dpor_estimate,
    .release_rest = dpor_release_rest};
