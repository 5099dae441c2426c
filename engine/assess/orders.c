/* Executes the calls of an environment one after another (orders.h). Each call is executed once in
 * each state, and its results are kept. */
#include "engine/assess/orders.h"

#include <stdlib.h>

#include "engine/base/check.h"
#include "engine/vm/machine.h"
#include "engine/vm/sched/aside.h"

enum {
  STEPS_MAX = 20000,      /* transitions of one call, in all its interleavings */
  STEPS_PATH = 4000,      /* transitions on one path of a call */
  ENDS_MAX = 64,          /* states to which one call leads */
  STATES_MAX = 200000,    /* states stored before all are forgotten */
  ALONE = RECORD_THREADS, /* index for the calls after the threads */
};

struct order_call { /* the effect of a thread's next call in a state */
  bool known, unsure, stays;
  uint32_t count, *ends;
  char **gave; /* result for each end; kept here because other calls may lead to the same state */
};

struct order_state {
  node_id node; /* pinned; NODE_NONE: it was dropped */
  /* `first`: the first state found for the program; UINT32_MAX: this is that state */
  uint32_t parent, first;
  /* The previous state found for the program; in the first state, the last one found. */
  uint32_t before;
  VEC(struct choice) way; /* choices from the parent, or from the root */
  struct fingerprint fp;
  struct order_call of[RECORD_THREADS + 1];
  VEC(char *) whole; /* for ALONE: the results of all calls */
  char *text;        /* the results in this state */
};

struct order_program {
  uint32_t count, first;
  uint16_t *values;
};

struct orders {
  struct explorer *x;
  VEC(struct order_state) all;
  VEC(struct order_program) programs;
  VEC(uint32_t) held; /* states that have nodes */
  struct aside aside;
  struct vm_listeners listen;
  struct vm_sched sched;
  struct vm_run run;
  struct vm_section section;
  bool (*arrived)(void *self);
  node_id from, newest;
  uint64_t transitions, patience;
  uint32_t properties, generation;
  bool keep_events, match_h;
};

static bool orders_take(struct orders *o, struct choice c);
static bool orders_regain(struct orders *o, uint32_t state);
static uint32_t orders_state(struct orders *o, uint32_t parent, uint32_t from_depth);

/* ---- walks through one call ---- */

/* A walk executes one call after others, in every interleaving of its thread with the component's
 * own threads. */

struct walk { /* all interleavings of one call */
  struct orders *o;
  uint32_t who; /* index of the record; ALONE: main, with all threads */
  uint32_t state, from_depth, goal, steps;
  struct records r;
  bool unsure, stays;
  VEC(uint32_t) ends;
  VEC(char *) gave, whole;
};

/* Is the thread one of those that make the recorded calls? */
static bool orders_is_caller(const struct records *r, uint32_t thread) {
  for (uint32_t i = 0; i < r->threads; i++)
    if (r->of[i].thread == thread) return true;
  return false;
}

static bool may_run(struct vm *vm, const struct walk *w, uint32_t thread) {
  if (w->who == ALONE) return true;
  if (thread == w->r.of[w->who].thread) return true;
  return !orders_is_caller(&w->r, thread) && !(vm_thread(vm, thread)->flags & TF_MAIN);
}

/* Threads without further calls only have to end, so they go first. */
static uint32_t keep_callers(const struct walk *w, struct choice *c, uint32_t n) {
  for (uint32_t i = 0; w->who == ALONE && i < n; i++)
    if (orders_is_caller(&w->r, c[i].thread)) {
      c[0] = c[i];
      return 1;
    }
  return n;
}

static uint32_t walk_choices(const struct walk *w, struct choice *out) {
  struct vm *vm = w->o->x->vm;
  uint32_t n = vm_ended(vm) ? 0 : vm_choices(vm, out, CHOICES_MAX), kept = 0;
  if (n > CHOICES_MAX) n = CHOICES_MAX;
  for (uint32_t i = 0; i < n; i++)
    if (may_run(vm, w, out[i].thread)) out[kept++] = out[i];
  return keep_callers(w, out, kept);
}

static bool walk_is_there(const struct walk *w) {
  struct vm *vm = w->o->x->vm;
  return w->who == ALONE ? records_done(vm, &w->r) : record_ended(vm, &w->r.of[w->who]) >= w->goal;
}

static void add_end(struct walk *w, uint32_t state) {
  struct text t = {0};
  for (size_t i = 0; i < w->ends.len; i++)
    if (w->ends.data[i] == state) return;
  w->unsure |= w->ends.len == ENDS_MAX;
  if (w->ends.len == ENDS_MAX) return;
  record_result(w->o->x->vm, &w->r.of[w->who], w->goal - 1, NULL, &t);
  *vec_push(&w->ends) = state;
  *vec_push(&w->gave) = t.s;
}

static void add_whole(struct walk *w) {
  struct text t = {0};
  records_text(w->o->x->vm, &w->r, &t);
  for (size_t i = 0; i < w->whole.len; i++)
    if (!strcmp(w->whole.data[i], t.s)) {
      text_release(&t);
      return;
    }
  *vec_push(&w->whole) = t.s;
}

static void arrive(struct walk *w) {
  if (w->who == ALONE)
    add_whole(w);
  else
    add_end(w, orders_state(w->o, w->state, w->from_depth));
}

/* Does the path repeat a state, because a thread spins? Then the call blocks for ever. */
static bool spins(struct walk *w, uint32_t on_path, struct fingerprint *mark) {
  struct explorer *x = w->o->x;
  if (on_path < STEPS_PATH / 2) return false;
  explorer_fingerprint(x, x->here);
  if (on_path == STEPS_PATH / 2) {
    *mark = xnode(x, x->here)->fp;
    return false;
  }
  w->unsure |= on_path >= STEPS_PATH;
  return on_path >= STEPS_PATH ||
         (xnode(x, x->here)->fp.lo == mark->lo && xnode(x, x->here)->fp.hi == mark->hi);
}

static void walk_on(struct walk *w, uint32_t on_path, struct fingerprint mark);

/* Takes the choice, explores what follows and returns. */
static void walk_aside(struct walk *w, struct choice c, uint32_t on_path, struct fingerprint mark) {
  struct explorer *x = w->o->x;
  node_id here = x->here, deep;
  if (!orders_take(w->o, c))
    w->unsure = true;
  else
    walk_on(w, on_path + 1, mark);
  deep = x->here;
  explorer_go(x, here);
  if (deep != here) explorer_drop(x, deep);
}

/* Explores every choice from here to the ends of the call. */
static void walk_on(struct walk *w, uint32_t on_path, struct fingerprint mark) {
  struct choice c[CHOICES_MAX];
  uint32_t n;
  for (;; on_path++) {
    if (walk_is_there(w)) {
      arrive(w);
      return;
    }
    n = walk_choices(w, c);
    if (!n || spins(w, on_path, &mark)) {
      w->stays = true;
      return;
    }
    if (++w->steps > STEPS_MAX) {
      w->unsure = true;
      return;
    }
    if (n > 1) break;
    if (!orders_take(w->o, c[0])) {
      w->unsure = true;
      return;
    }
  }
  for (uint32_t i = 0; i < n && !w->unsure; i++) walk_aside(w, c[i], on_path, mark);
}

/* Finds the effect of the next call of `who` in the state. */
static struct order_call *orders_perform(struct orders *o, uint32_t state, uint32_t who) {
  struct walk w = {.o = o, .who = who, .state = state};
  struct order_call *c = &o->all.data[state].of[who];
  node_id start, deep;
  CHECK(state < o->all.len && who <= ALONE, "a call is of a thread in a known state: %u, %u", state,
        who);
  if (c->known) return c;
  if (!orders_regain(o, state) || !records_read(o->x->vm, &w.r)) {
    w.unsure = true;
  } else {
    start = o->x->here;
    w.from_depth = xnode(o->x, start)->depth;
    w.goal = who == ALONE ? 0 : record_ended(o->x->vm, &w.r.of[who]) + 1;
    walk_on(&w, 0, (struct fingerprint){0});
    deep = o->x->here;
    explorer_go(o->x, start);
    if (deep != start) explorer_drop(o->x, deep);
  }
  c = &o->all.data[state].of[who];
  CHECK(!c->known, "a call is executed once in a state: %u, T%u", state, who + 1);
  CHECK(w.ends.len == w.gave.len, "each end of a call has its result: %zu, %zu", w.ends.len,
        w.gave.len);
  *c = (struct order_call){true, w.unsure, w.stays, (uint32_t)w.ends.len, w.ends.data, w.gave.data};
  if (who == ALONE) {
    o->all.data[state].whole.data = w.whole.data;
    o->all.data[state].whole.len = o->all.data[state].whole.cap = w.whole.len;
  }
  return c;
}

/* ---- making and releasing ---- */

struct orders *orders_new(struct explorer *x) {
  struct orders *o = mem_alloc(sizeof *o);
  o->x = x;
  return o;
}

struct vm *orders_vm(const struct orders *o) {
  return o->x->vm;
}

static void state_release(struct order_state *s) {
  for (size_t i = 0; i < COUNT(s->of); i++) {
    for (uint32_t n = 0; n < s->of[i].count; n++) free(s->of[i].gave[n]);
    free(s->of[i].ends);
    free(s->of[i].gave);
  }
  for (size_t i = 0; i < s->whole.len; i++) free(s->whole.data[i]);
  vec_free(&s->whole);
  vec_free(&s->way);
  free(s->text);
}

static void forget_all(struct orders *o) {
  for (size_t i = 0; i < o->all.len; i++) state_release(&o->all.data[i]);
  for (size_t i = 0; i < o->programs.len; i++) free(o->programs.data[i].values);
  o->all.len = o->programs.len = 0;
}

void orders_free(struct orders *o) {
  if (!o) return;
  forget_all(o);
  vec_free(&o->all);
  vec_free(&o->programs);
  vec_free(&o->held);
  free(o);
}

/* ---- leaving the search and returning ---- */

void orders_begin(struct orders *o) {
  struct explorer *x = o->x;
  struct vm *vm = x->vm;
  if (o->all.len > STATES_MAX) forget_all(o);
  aside_begin(vm, &o->aside);
  o->listen = vm->listen;
  o->sched = vm->sched;
  o->run = vm->run;
  o->section = vm->section;
  vm->sched.cut = NULL; /* these replay the steps of a recorded schedule */
  vm->sched.one_each = vm->sched.given = vm->sched.notes = false;
  vm->listen = (struct vm_listeners){0};
  o->properties = vm->opt.properties;
  vm->opt.properties = 0;
  o->patience = vm->opt.patience;
  vm->opt.patience = 0; /* patience depends on all threads, but only some are chosen */
  o->keep_events = x->keep_events;
  o->match_h = x->match_h;
  o->generation = x->generation;
  o->transitions = x->transitions;
  o->from = x->here;
  o->newest = x->newest;
  o->arrived = x->arrived;
  x->arrived = NULL;
  x->keep_events = x->match_h = false;
  x->generation |= 1u << 30; /* these nodes do not belong to the session */
  vm->environment.in_order = true;
  vm_update_slow(vm);
}

void orders_end(struct orders *o) {
  struct explorer *x = o->x;
  struct vm *vm = x->vm;
  explorer_go(x, o->from);
  while (o->held.len) {
    struct order_state *s = &o->all.data[o->held.data[--o->held.len]];
    CHECK(s->node != NODE_NONE && xnode(x, s->node)->pins,
          "a state that is held is pinned: node %u", s->node);
    xnode(x, s->node)->pins--;
    explorer_drop(x, s->node);
    s->node = NODE_NONE;
  }
  vm->environment.in_order = false;
  x->keep_events = o->keep_events;
  x->match_h = o->match_h;
  x->generation = o->generation;
  x->transitions = o->transitions;
  x->arrived = o->arrived;
  x->newest = o->newest;
  vm->opt.properties = o->properties;
  vm->opt.patience = o->patience;
  vm->listen = o->listen;
  vm->sched = o->sched;
  vm->run = o->run;
  vm->section = o->section;
  aside_end(vm, &o->aside);
  vm_update_slow(vm);
}

static void hold(struct orders *o, uint32_t state, node_id n) {
  CHECK(o->all.data[state].node == NODE_NONE, "a state is held once: %u", state);
  o->all.data[state].node = n;
  xnode(o->x, n)->pins++;
  *vec_push(&o->held) = state;
}

/* Takes a choice. Returns false if the step failed or was cut. */
static bool orders_take(struct orders *o, struct choice c) {
  struct error err = {0};
  node_id n;
  if (explorer_apply(o->x, c, &n, &err)) return false;
  if (!(xnode(o->x, n)->flags & (NODE_FAILED | NODE_CUT))) return true;
  error_clear(&o->x->vm->err);
  return false;
}

/* Moves the explorer to the state, executing its choices again if needed. Returns false on
 * failure. */
static bool orders_regain(struct orders *o, uint32_t state) {
  struct order_state *s = &o->all.data[state];
  if (s->node != NODE_NONE) {
    explorer_go(o->x, s->node);
    return true;
  }
  if (s->parent == UINT32_MAX)
    explorer_go(o->x, NODE_ROOT);
  else if (!orders_regain(o, s->parent))
    return false;
  s = &o->all.data[state];
  for (size_t i = 0; i < s->way.len; i++)
    if (!orders_take(o, s->way.data[i])) return false;
  hold(o, state, o->x->here);
  return true;
}

/* ---- a new state ---- */

static void keep_way(struct orders *o, struct order_state *s, uint32_t from_depth) {
  struct explorer *x = o->x;
  uint32_t depth = xnode(x, x->here)->depth, n = depth - from_depth;
  node_id at = x->here;
  CHECK(depth >= from_depth, "a call does not lead up the tree: %u, %u", from_depth, depth);
  vec_reserve(&s->way, n + 1);
  s->way.len = n;
  for (uint32_t i = n; i-- > 0; at = xnode(x, at)->parent) s->way.data[i] = xnode(x, at)->choice;
}

/* Returns the state for the current node, reached from the parent. If the same state is known,
 * returns that one. */
static uint32_t orders_state(struct orders *o, uint32_t parent, uint32_t from_depth) {
  uint32_t first = parent == UINT32_MAX ? UINT32_MAX : o->all.data[parent].first, i;
  struct fingerprint fp;
  struct order_state *s;
  if (parent != UINT32_MAX && first == UINT32_MAX) first = parent;
  explorer_fingerprint(o->x, o->x->here);
  fp = xnode(o->x, o->x->here)->fp;
  for (i = first == UINT32_MAX ? UINT32_MAX : o->all.data[first].before; i != UINT32_MAX;
       i = o->all.data[i].before)
    if (o->all.data[i].fp.lo == fp.lo && o->all.data[i].fp.hi == fp.hi) return i;
  i = (uint32_t)o->all.len;
  s = vec_push(&o->all);
  *s = (struct order_state){.node = NODE_NONE, .parent = parent, .first = first, .fp = fp};
  s->before = UINT32_MAX;
  if (first != UINT32_MAX) { /* the first state links to the newest */
    s->before = o->all.data[first].before;
    o->all.data[first].before = i;
  }
  keep_way(o, s, from_depth);
  hold(o, i, o->x->here);
  return i;
}

/* ---- the first state ---- */

/* main runs alone until it waits for the threads that it has started, and draws the values of the
 * program. If there are several ways to continue, the result is unknown. */
static bool first_choice(struct orders *o, const struct orders_program *p, uint32_t *used,
                         struct choice *out, bool *there) {
  struct vm *vm = o->x->vm;
  struct choice all[CHOICES_MAX];
  struct records r = {0};
  bool made = records_read(vm, &r), found = false;
  uint32_t n = vm_choices(vm, all, CHOICES_MAX);
  for (uint32_t i = 0; i < n && i < CHOICES_MAX; i++) {
    bool main = vm_thread(vm, all[i].thread)->flags & TF_MAIN;
    if (made && orders_is_caller(&r, all[i].thread)) continue;
    if (main && all[i].kind == CHOICE_VALUE) {
      if (*used == p->count || all[i].arg != p->values[*used]) continue;
      ++*used;
      *out = all[i];
      return true;
    }
    if (found && !main) continue;
    *out = all[i];
    found = true;
    if (main) return true;
  }
  *there = made && !found;
  return found;
}

static uint32_t make_first(struct orders *o, const struct orders_program *p) {
  struct choice c;
  uint32_t used = 0, steps = 0;
  bool there = false;
  explorer_go(o->x, NODE_ROOT);
  while (first_choice(o, p, &used, &c, &there))
    if (++steps > STEPS_MAX || !orders_take(o, c)) return UINT32_MAX;
  return there ? orders_state(o, UINT32_MAX, 0) : UINT32_MAX;
}

uint32_t orders_first(struct orders *o, const struct orders_program *p) {
  struct order_program *new;
  uint32_t first;
  for (size_t i = 0; i < o->programs.len; i++)
    if (o->programs.data[i].count == p->count &&
        (!p->count || !memcmp(o->programs.data[i].values, p->values, p->count * sizeof *p->values)))
      return o->programs.data[i].first;
  first = make_first(o, p);
  new = vec_push(&o->programs);
  *new = (struct order_program){p->count, first, mem_alloc((p->count + 1) * sizeof *p->values)};
  if (p->count) memcpy(new->values, p->values, p->count * sizeof *p->values);
  return first;
}

/* ---- answers ---- */

int orders_next(struct orders *o, uint32_t state, uint32_t thread, const uint32_t **out,
                const char *const **gave) {
  const struct order_call *c = orders_perform(o, state, thread);
  *out = c->ends;
  *gave = (const char *const *)c->gave;
  return c->unsure ? -1 : (int)c->count;
}

int orders_stay(struct orders *o, uint32_t state, uint32_t thread) {
  const struct order_call *c = orders_perform(o, state, thread);
  return c->stays ? 1 : c->unsure ? -1 : 0;
}

static void read_text(struct orders *o, uint32_t state) {
  struct records r;
  struct text t = {0};
  if (o->all.data[state].text || !orders_regain(o, state) || !records_read(o->x->vm, &r)) return;
  records_text(o->x->vm, &r, &t);
  o->all.data[state].text = t.s;
}

int orders_whole(struct orders *o, uint32_t state, bool behind, const char *const **out) {
  const struct order_call *c;
  if (!behind) {
    read_text(o, state);
    *out = (const char *const *)&o->all.data[state].text;
    return o->all.data[state].text ? 1 : -1;
  }
  c = orders_perform(o, state, ALONE);
  *out = (const char *const *)o->all.data[state].whole.data;
  return c->unsure ? -1 : (int)o->all.data[state].whole.len;
}
