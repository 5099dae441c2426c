/* See explorer.h. */
#include "engine/state/explorer.h"
#include "engine/base/number.h"

#include <stdlib.h>

#include "engine/property/property.h"
#include "engine/state/idle.h"
#include "engine/state/node.h"
#include "engine/state/xlog.h"
#include "engine/vm/sched/aside.h"

/* Returns a free node, which the caller initialises. */
static node_id node_place(struct explorer *x) {
  if (x->free.len) return x->free.data[--x->free.len];
  (void)vec_push(&x->nodes);
  return (node_id)x->nodes.len - 1;
}

static node_id node_new(struct explorer *x) {
  node_id n = node_place(x);
  *xnode(x, n) = (struct xnode){.parent = NODE_NONE,
                                .first_child = NODE_NONE,
                                .last_child = NODE_NONE,
                                .next = NODE_NONE,
                                .prev = NODE_NONE,
                                .forward = NODE_NONE,
                                .mark = -1,
                                .h_value = UINT32_MAX};
  return n;
}

static void link_child(struct explorer *x, node_id p, node_id n) {
  struct xnode *pp = xnode(x, p), *nn = xnode(x, n);
  INVARIANT(!(pp->flags & NODE_FREE), "a parent is in use: node %u", p);
  nn->parent = p;
  nn->depth = pp->depth + 1;
  nn->prev = pp->last_child;
  if (pp->last_child != NODE_NONE)
    xnode(x, pp->last_child)->next = n;
  else
    pp->first_child = n;
  pp->last_child = n;
}

/* Each neighbour of n points back to n, and n is one deeper than its parent. */
static void check_links(struct explorer *x, node_id n) {
  const struct xnode *nn = xnode(x, n), *pp;
  if (!INVARIANTS_ON) return;
  INVARIANT(nn->parent != NODE_NONE, "a node that is linked has a parent: %u", n);
  pp = xnode(x, nn->parent);
  INVARIANT(nn->depth == pp->depth + 1, "a child is one deeper than its parent: node %u", n);
  INVARIANT((nn->prev == NODE_NONE ? pp->first_child : xnode(x, nn->prev)->next) == n,
            "the previous sibling links to the node: %u", n);
  INVARIANT((nn->next == NODE_NONE ? pp->last_child : xnode(x, nn->next)->prev) == n,
            "the next sibling links to the node: %u", n);
}

static void unlink_child(struct explorer *x, node_id n) {
  struct xnode *nn = xnode(x, n), *pp = xnode(x, nn->parent);
  check_links(x, n);
  if (nn->prev != NODE_NONE)
    xnode(x, nn->prev)->next = nn->next;
  else
    pp->first_child = nn->next;
  if (nn->next != NODE_NONE)
    xnode(x, nn->next)->prev = nn->prev;
  else
    pp->last_child = nn->prev;
  if (pp->forward == n) pp->forward = NODE_NONE;
}

static void node_free(struct explorer *x, node_id n) {
  CHECK(!(xnode(x, n)->flags & NODE_FREE), "a node is freed once: %u", n);
  CHECK(n != x->here, "the current node is in use: %u", n);
  INVARIANT(xnode(x, n)->first_child == NODE_NONE, "a node that is freed has no child: %u", n);
  unlink_child(x, n);
  node_release(x, xnode(x, n));
  xnode(x, n)->flags = NODE_FREE;
  *vec_push(&x->free) = n;
}

/* The path as runs of one thread: "T0*12 T1 T0*3". */
static void report_path(struct explorer *x, FILE *out) {
  struct choice *path;
  uint32_t n = explorer_schedule(x, x->here, &path), i, run;
  for (i = 0; i < n; i += run) {
    for (run = 1; i + run < n && choice_is(path[i + run], path[i]);) run++;
    fprintf(out, " T%u", path[i].thread);
    if (path[i].kind != CHOICE_RUN) fprintf(out, ".%u:%u", path[i].kind, path[i].arg);
    if (run > 1) fprintf(out, "*%u", run);
  }
  free(path);
}

static void report_state(void *self, FILE *out) {
  struct explorer *x = self;
  fprintf(out,
          "  state: node %u, depth %u, %s a transition, after %llu transitions\n  path:", x->here,
          xnode(x, x->here)->depth, x->vm->arena.open ? "inside" : "outside",
          (unsigned long long)x->transitions);
  report_path(x, out);
  fputc('\n', out);
}

/* Are there races that do not end a path? */
static bool races_go_on(const struct vm *vm) {
  const struct engine_options *o = &vm->opt;
  return o->stale_reads || o->benign || (o->trust && !vm_trusts_none(vm));
}

int explorer_init(struct explorer *x, struct vm *vm, struct error *err) {
  memset(x, 0, sizeof *x);
  x->vm = vm;
  x->match_h = true;
  x->canon = canon_new(vm);
  if (!x->canon) return error_set(err, ERR_MEMORY, "cannot reserve memory for the canonical form");
  vm->sched.idle = idle_state;
  vm->sched.idle_self = x;
  vm->sched.scheduling = true;
  vm->sched.apart = races_go_on(vm) || vm_needs_apart(vm->opt.properties);
  vm_update_slow(vm);
  x->here = node_new(x);
  x->reporter = (struct check_reporter){.report = report_state, .self = x};
  check_register(&x->reporter);
  xnode(x, x->here)->flags = NODE_ON_PATH;
#ifdef HEDDLE_STRESS
  arena_stress_start(&vm->arena);
#endif
#ifdef HEDDLE_READS
  reads_open(vm, &x->reads);
#endif
  return 0;
}

void explorer_release(struct explorer *x) {
  size_t i;
  check_unregister(&x->reporter);
#ifdef HEDDLE_READS
  if (x->canon) reads_close(x->vm, &x->reads);
#endif
  free(x->before_anew);
  x->before_anew = NULL;
  for (i = 0; i < x->nodes.len; i++)
    if (!(x->nodes.data[i].flags & NODE_FREE)) node_release(x, &x->nodes.data[i]);
  vec_free(&x->nodes);
  vec_free(&x->free);
  vec_free(&x->kept);
  canon_free(x->canon);
  x->canon = NULL;
}

/* ---- executing ---- */

static void keep_violation(struct vm *vm, struct xnode *n) {
  if (!vm->violation.property && !vm->noted.property) return;
  n->flags |= vm->violation.property ? NODE_ERROR : NODE_NOTED;
  n->violation = mem_alloc(sizeof *n->violation);
  vm_violation_move(n->violation, vm->violation.property ? &vm->violation : &vm->noted);
}

/* Evaluates the properties in the state to which a transition led. */
static void explorer_evaluate(struct explorer *x, struct xnode *n) {
  struct vm *vm = x->vm;
  int stop = n->stop;
  if (stop == STOP_BUDGET && ((vm->sched.stop && *vm->sched.stop) || vm_over_limit(vm)))
    n->flags |= NODE_CUT;
  if (stop == STOP_FAILED) n->flags |= NODE_FAILED;
  if (stop != STOP_ERROR && stop != STOP_FAILED) {
    enum way_on way = vm_way_on(vm);
    if (way == WAY_ENDED) n->flags |= NODE_ENDED;
    if (way == WAY_SHUT && !vm_any_choice(vm)) n->flags |= NODE_BLOCKED;
    properties_state(vm, way);
  }
  keep_violation(vm, n);
}

static void observe(struct explorer *x, struct xnode *n, const struct xnode *parent) {
  struct vm *vm = x->vm;
  n->observed = parent->observed;
  n->generation = x->generation;
  n->mark = -1;
  if (vm->marks.hit >= 0) n->mark = (int16_t)vm->marks.list.data[vm->marks.hit].id;
}

/* Runs the transition inside an open delta. Returns true if the caller will discard the new state
 * unexamined. */
static bool explorer_run(struct explorer *x, struct choice c, struct xnode *n, bool peeks) {
  struct vm *vm = x->vm;
  const struct thread *t = vm_thread(vm, c.thread);
  uint64_t before = vm->insn_total, allocated = vm->heap.allocated;
  bool notes = vm->sched.notes;
  int stop;
  if (vm->err.code != ERR_INTERNAL) error_clear(&vm->err); /* an error of another node */
  n->choice = c;
  n->op = (uint8_t)t->op;
  if (x->keep_events) xlog_begin(x, t);
#ifdef HEDDLE_READS
  reads_begin(vm, &x->reads, c.thread);
#endif
  vm->sched.notes |= xnode(x, x->here)->depth < x->listen_from;
  stop = vm_step(vm, c);
  vm->sched.notes = notes;
#ifdef HEDDLE_READS
  reads_end(vm, &x->reads);
#endif
  n->log = x->keep_events ? xlog_end(x) : NULL;
  n->stop = (uint8_t)stop;
  n->thread_insns = (uint32_t)(vm->insn_total - before);
  if (vm->heap.allocated != allocated || x->here == 0) n->flags |= NODE_MAKES;
  x->transitions++;
  return x->arrived && !peeks && stop != STOP_FAILED && stop != STOP_ERROR && stop != STOP_BUDGET &&
         x->arrived(x->arrived_self) && !x->ended && !x->listen_from && !x->keep_events &&
         !vm->noted.property;
}

/* Evaluates the properties in the new state and notes an observed mark. */
static void explorer_look(struct explorer *x, struct xnode *n, const struct xnode *parent) {
  bool notes = x->vm->sched.notes;
  x->vm->sched.notes |= parent->depth < x->listen_from;
  x->vm->run.had_no_cycle = parent->flags & NODE_NO_CYCLE;
  x->vm->run.has_no_cycle = false;
  explorer_evaluate(x, n);
  if (x->vm->run.has_no_cycle) n->flags |= NODE_NO_CYCLE;
  x->vm->sched.notes = notes;
  if (x->listen_anew && parent->depth + 1 == x->listen_from) properties_anew(x->vm);
  observe(x, n, parent);
}

/* Saves the part of the fingerprint that the step below changes. */
static void keep_step(struct explorer *x, struct canon_kept k) {
  uint32_t depth = xnode(x, x->here)->depth;
  while (x->kept.len <= depth) *vec_push(&x->kept) = (struct canon_kept){0};
  x->kept.data[depth] = k;
}

static int out_of_memory(const struct explorer *x, struct error *err) {
  char *bound = number_size_text(x->memory_limit);
  error_set(err, ERR_MEMORY, "memory: more than %s of states", bound);
  free(bound);
  return err->code;
}

/* Calls `ended`, which may move the session and make nodes, but must return to this node. */
static void look_at_end(struct explorer *x) {
  node_id n = x->here;
  x->ended(x->ended_self);
  CHECK(x->here == n, "the callback `ended` returns to its node: %u", n);
  keep_violation(x->vm, xnode(x, n));
}

/* Closes the delta of a transition and makes a node for its new state. */
static node_id explorer_advance(struct explorer *x, struct xnode *fresh) {
  node_id p = x->here, n;
  struct delta *d = vm_delta_close(x->vm, true);
#ifdef HEDDLE_STRESS
  arena_stress_check(&x->vm->arena, d);
#endif
  n = node_place(x);
  fresh->first_child = fresh->last_child = fresh->next = fresh->prev = fresh->forward = NODE_NONE;
  fresh->flags |= NODE_ON_PATH;
  fresh->delta = d;
  *xnode(x, n) = *fresh;
  link_child(x, p, n);
  xnode(x, p)->forward = n;
  x->here = x->newest = n;
  node_count(x, xnode(x, n));
  if (x->ended && (fresh->flags & (NODE_ENDED | NODE_ERROR | NODE_NOTED)) == NODE_ENDED)
    look_at_end(x);
  return n;
}

static void take_back(struct explorer *x, struct xnode *fresh) {
  vm_delta_take_back(x->vm);
#ifdef HEDDLE_STRESS
  arena_stress_check(&x->vm->arena, &(struct delta){0});
#endif
  canon_back(x->canon, &x->kept.data[xnode(x, x->here)->depth]);
  node_violation_free(fresh->violation);
  xlog_free(fresh->log);
}

int explorer_try(struct explorer *x, struct choice c, bool (*leaves)(void *self, bool plain),
                 void *self, node_id *out, struct error *err) {
  struct xnode fresh = {.h_value = UINT32_MAX};
  bool seen, plain;
  if (x->memory_limit && x->held_bytes > x->memory_limit) return out_of_memory(x, err);
  keep_step(x, canon_keep(x->canon, c.thread));
  vm_delta_open(x->vm, c.thread);
  seen = !explorer_run(x, c, &fresh, false) || !leaves;
  if (seen) explorer_look(x, &fresh, xnode(x, x->here));
  *out = NODE_NONE;
  plain = !(fresh.flags & (uint16_t) ~(NODE_MAKES | NODE_NO_CYCLE)) && !fresh.log;
  if (leaves && (leaves(self, plain) || !seen))
    take_back(x, &fresh);
  else
    *out = explorer_advance(x, &fresh);
  return 0;
}

int explorer_apply(struct explorer *x, struct choice c, node_id *out, struct error *err) {
  return explorer_try(x, c, NULL, NULL, out, err);
}

void explorer_peek(struct explorer *x, struct choice c,
                   void (*look)(void *self, struct explorer *x, const struct xnode *n),
                   void *self) {
  struct xnode n = {.h_value = UINT32_MAX};
  uint64_t transitions = x->transitions;
  struct aside aside;
  aside_begin(x->vm, &aside);
  vm_delta_open(x->vm, c.thread);
  explorer_run(x, c, &n, true);
  explorer_look(x, &n, xnode(x, x->here));
  n.parent = x->here;
  n.depth = xnode(x, x->here)->depth + 1;
  look(self, x, &n);
  CHECK(x->here == n.parent && x->vm->arena.open, "a peek stays where it began: node %u", n.parent);
  vm_delta_abort(x->vm);
  aside_end(x->vm, &aside);
  x->transitions = transitions;
  node_violation_free(n.violation);
  xlog_free(n.log);
  if (n.flags & NODE_FAILED) error_clear(&x->vm->err);
}

/* ---- moving ---- */

static void step_up(struct explorer *x) {
  struct xnode *n = xnode(x, x->here);
  CHECK(n->delta, "a node on the path has a delta: %u", x->here);
  arena_delta_swap(&x->vm->arena, n->delta);
  xnode(x, n->parent)->forward = x->here;
  n->flags &= (uint16_t)~NODE_ON_PATH;
  x->here = n->parent;
}

static void step_down(struct explorer *x, node_id n) {
  CHECK(xnode(x, n)->parent == x->here, "a step down leads to a child: %u", n);
  INVARIANT(!(xnode(x, n)->flags & NODE_ON_PATH), "a step down enters the path: %u", n);
  keep_step(x, (struct canon_kept){0});
  arena_delta_swap(&x->vm->arena, xnode(x, n)->delta);
  xnode(x, n)->flags |= NODE_ON_PATH;
  x->here = n;
}

void explorer_go(struct explorer *x, node_id n) {
  VEC(node_id) down = {0};
  node_id a = n, b = x->here;
  CHECK(n < x->nodes.len && !(xnode(x, n)->flags & NODE_FREE), "a node to go to is in use: %u", n);
  while (xnode(x, a)->depth > xnode(x, b)->depth) {
    *vec_push(&down) = a;
    a = xnode(x, a)->parent;
  }
  while (xnode(x, x->here)->depth > xnode(x, a)->depth) step_up(x);
  while (a != x->here) {
    *vec_push(&down) = a;
    a = xnode(x, a)->parent;
    step_up(x);
  }
  while (down.len) step_down(x, down.data[--down.len]);
  vec_free(&down);
  CHECK(x->here == n, "the path leads to the requested node: %u", n);
}

void explorer_pop(struct explorer *x) {
  node_id n = x->here;
  CHECK(n != 0, "the root is never popped");
  INVARIANT(xnode(x, n)->first_child == NODE_NONE, "a node that is popped has no child: %u", n);
  arena_delta_restore(&x->vm->arena, xnode(x, n)->delta);
  x->here = xnode(x, n)->parent;
  canon_back(x->canon, &x->kept.data[xnode(x, x->here)->depth]);
  node_free(x, n);
}

void explorer_drop(struct explorer *x, node_id n) {
  while (n != 0 && xnode(x, n)->first_child == NODE_NONE && !xnode(x, n)->pins &&
         !(xnode(x, n)->flags & NODE_ON_PATH)) {
    node_id p = xnode(x, n)->parent;
    if (xnode(x, p)->pins == 0 && x->here == p) {
      node_free(x, n);
      return;
    }
    node_free(x, n);
    n = p;
  }
}

void explorer_prune(struct explorer *x, node_id n) {
  node_id a = n, up;
  for (;; a = up) {
    while (xnode(x, a)->first_child != NODE_NONE) a = xnode(x, a)->first_child;
    if (a == n) return;
    up = xnode(x, a)->parent;
    node_free(x, a);
  }
}

void explorer_listen_anew(struct explorer *x) {
  struct arena *a = &x->vm->arena;
  x->generation++;
  x->anew_at = x->here;
  arena_delta_open(a);
  properties_anew(x->vm);
  x->before_anew = arena_delta_close(a, true);
#ifdef HEDDLE_STRESS
  arena_stress_check(a, x->before_anew);
#endif
}

void explorer_listen_back(struct explorer *x) {
  if (!x->before_anew) return;
  explorer_go(x, x->anew_at);
  arena_delta_swap(&x->vm->arena, x->before_anew);
  free(x->before_anew);
  x->before_anew = NULL;
  x->generation++;
}

node_id explorer_child(struct explorer *x, struct choice c) {
  node_id n;
  for (n = xnode(x, x->here)->first_child; n != NODE_NONE; n = xnode(x, n)->next) {
    const struct xnode *k = xnode(x, n);
    if (k->generation == x->generation && choice_is(k->choice, c)) return n;
  }
  return NODE_NONE;
}

void explorer_fingerprint(struct explorer *x, node_id n) {
  xnode(x, n)->fp = canon_fingerprint(x->canon, x->match_h);
}

uint32_t explorer_schedule(struct explorer *x, node_id n, struct choice **out) {
  uint32_t depth = xnode(x, n)->depth, i = depth;
  *out = mem_alloc((depth + 1) * sizeof **out);
  for (; i > 0; n = xnode(x, n)->parent) (*out)[--i] = xnode(x, n)->choice;
  return depth;
}
