/* See orders.h. */
#include "engine/judge/orders.h"

#include "engine/vm/machine.h"
#include "engine/vm/sched/aside.h"

#include <stdlib.h>

enum {
  STEPS_MAX = 20000,      /* transitions of one call, over all its interleavings */
  STEPS_PATH = 4000,      /* ... on one path */
  ENDS_MAX = 64,          /* states that one call leads to */
  STATES_MAX = 200000,    /* remembered: then all is forgotten */
  ALONE = RECORD_THREADS, /* who performs what is behind the threads */
};

struct order_call { /* what the next call of a thread does in a state */
  bool known, unsure, stays;
  uint32_t count, *ends;
  char **gave; /* of each end; not of the state, which another call may lead to as well */
};

struct order_state {
  node_id node;           /* pinned; NODE_NONE: it is gone */
  uint32_t parent, first; /* first: of its program; UINT32_MAX: it is that */
  uint32_t before; /* the one of the program that was found before; of `first` the last one */
  VEC(struct choice) way; /* from the parent, or from the root */
  struct fingerprint fp;
  struct order_call of[RECORD_THREADS + 1];
  VEC(char *) whole; /* of ALONE: what all gave */
  char *text;        /* of this state */
};

struct order_program {
  uint32_t count, first;
  uint16_t *values;
};

struct orders {
  struct explorer *x;
  VEC(struct order_state) all;
  VEC(struct order_program) programs;
  VEC(uint32_t) held; /* states with nodes */
  struct aside aside;
  struct vm_listeners listen;
  struct vm_sched sched;
  struct vm_run run;
  struct vm_section section;
  void (*arrived)(void *self);
  node_id from, newest;
  uint64_t transitions, patience;
  uint32_t properties, generation;
  bool keep_events, match_h;
};

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

/* ---- away from the search, and back ---- */

void orders_begin(struct orders *o) {
  struct explorer *x = o->x;
  struct vm *vm = x->vm;
  if (o->all.len > STATES_MAX) forget_all(o);
  aside_begin(vm, &o->aside);
  o->listen = vm->listen;
  o->sched = vm->sched;
  o->run = vm->run;
  o->section = vm->section;
  vm->sched.cut = NULL; /* steps of a given schedule */
  vm->sched.one_each = vm->sched.given = vm->sched.notes = false;
  vm->listen = (struct vm_listeners){0};
  o->properties = vm->opt.properties;
  vm->opt.properties = 0;
  o->patience = vm->opt.patience;
  vm->opt.patience = 0; /* threads that are not chosen could go on */
  o->keep_events = x->keep_events;
  o->match_h = x->match_h;
  o->generation = x->generation;
  o->transitions = x->transitions;
  o->from = x->here;
  o->newest = x->newest;
  o->arrived = x->arrived;
  x->arrived = NULL;
  x->keep_events = x->match_h = false;
  x->generation |= 1u << 30; /* none of these nodes is one of the session's */
  vm->environment.in_order = true;
  vm_update_slow(vm);
}

void orders_end(struct orders *o) {
  struct explorer *x = o->x;
  struct vm *vm = x->vm;
  explorer_go(x, o->from);
  while (o->held.len) {
    struct order_state *s = &o->all.data[o->held.data[--o->held.len]];
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
  o->all.data[state].node = n;
  xnode(o->x, n)->pins++;
  *vec_push(&o->held) = state;
}

/* False: a step could not be taken. */
static bool take(struct orders *o, struct choice c) {
  struct error err = {0};
  node_id n;
  if (explorer_apply(o->x, c, &n, &err)) return false;
  if (!(xnode(o->x, n)->flags & (NODE_FAILED | NODE_CUT))) return true;
  error_clear(&o->x->vm->err);
  return false;
}

/* Leads the explorer to the state. */
static bool regain(struct orders *o, uint32_t state) {
  struct order_state *s = &o->all.data[state];
  if (s->node != NODE_NONE) {
    explorer_go(o->x, s->node);
    return true;
  }
  if (s->parent == UINT32_MAX)
    explorer_go(o->x, NODE_ROOT);
  else if (!regain(o, s->parent))
    return false;
  s = &o->all.data[state];
  for (size_t i = 0; i < s->way.len; i++)
    if (!take(o, s->way.data[i])) return false;
  hold(o, state, o->x->here);
  return true;
}

/* ---- a new state ---- */

static void keep_way(struct orders *o, struct order_state *s, uint32_t from_depth) {
  struct explorer *x = o->x;
  uint32_t depth = xnode(x, x->here)->depth, n = depth - from_depth;
  node_id at = x->here;
  vec_reserve(&s->way, n + 1);
  s->way.len = n;
  for (uint32_t i = n; i-- > 0; at = xnode(x, at)->parent) s->way.data[i] = xnode(x, at)->choice;
}

/* What is here, behind the parent's; one that is known already is that one. */
static uint32_t state_here(struct orders *o, uint32_t parent, uint32_t from_depth) {
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
  if (first != UINT32_MAX) { /* the first one has the newest */
    s->before = o->all.data[first].before;
    o->all.data[first].before = i;
  }
  keep_way(o, s, from_depth);
  hold(o, i, o->x->here);
  return i;
}

/* ---- performing ---- */

struct walk { /* of one call: all interleavings of its thread with those of the component */
  struct orders *o;
  uint32_t who; /* of the records; ALONE: main and all others */
  uint32_t state, from_depth, goal, steps;
  struct records r;
  bool unsure, stays;
  VEC(uint32_t) ends;
  VEC(char *) gave, whole;
};

static bool is_caller(const struct records *r, uint32_t thread) {
  for (uint32_t i = 0; i < r->threads; i++)
    if (r->of[i].thread == thread) return true;
  return false;
}

static bool may_run(struct vm *vm, const struct walk *w, uint32_t thread) {
  if (w->who == ALONE) return true;
  if (thread == w->r.of[w->who].thread) return true;
  return !is_caller(&w->r, thread) && !(vm_thread(vm, thread)->flags & TF_MAIN);
}

/* Threads that have no call any more only end: they go first. */
static uint32_t keep_callers(const struct walk *w, struct choice *c, uint32_t n) {
  for (uint32_t i = 0; w->who == ALONE && i < n; i++)
    if (is_caller(&w->r, c[i].thread)) {
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

static bool is_there(const struct walk *w) {
  struct vm *vm = w->o->x->vm;
  return record_ended(vm, &w->r.of[w->who == ALONE ? w->r.threads : w->who]) >= w->goal;
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
    add_end(w, state_here(w->o, w->state, w->from_depth));
}

/* A path that comes back to itself, a thread that spins, is one that stays. */
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

/* Takes the choice and what comes behind it, and comes back. */
static void walk_aside(struct walk *w, struct choice c, uint32_t on_path, struct fingerprint mark) {
  struct explorer *x = w->o->x;
  node_id here = x->here, deep;
  if (!take(w->o, c))
    w->unsure = true;
  else
    walk_on(w, on_path + 1, mark);
  deep = x->here;
  explorer_go(x, here);
  if (deep != here) explorer_drop(x, deep);
}

/* From here to where the call ends, by every choice. */
static void walk_on(struct walk *w, uint32_t on_path, struct fingerprint mark) {
  struct choice c[CHOICES_MAX];
  uint32_t n;
  for (;; on_path++) {
    if (is_there(w)) {
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
    if (!take(w->o, c[0])) {
      w->unsure = true;
      return;
    }
  }
  for (uint32_t i = 0; i < n && !w->unsure; i++) walk_aside(w, c[i], on_path, mark);
}

/* Fills what `who` does from the state. */
static struct order_call *perform(struct orders *o, uint32_t state, uint32_t who) {
  struct walk w = {.o = o, .who = who, .state = state};
  struct order_call *c = &o->all.data[state].of[who];
  node_id start, deep;
  if (c->known) return c;
  if (!regain(o, state) || !records_read(o->x->vm, &w.r)) {
    w.unsure = true;
  } else {
    const struct record_thread *t = &w.r.of[who == ALONE ? w.r.threads : who];
    start = o->x->here;
    w.from_depth = xnode(o->x, start)->depth;
    w.goal = who == ALONE ? array_length(o->x->vm, t->gave) : record_ended(o->x->vm, t) + 1;
    walk_on(&w, 0, (struct fingerprint){0});
    deep = o->x->here;
    explorer_go(o->x, start);
    if (deep != start) explorer_drop(o->x, deep);
  }
  c = &o->all.data[state].of[who];
  *c = (struct order_call){true, w.unsure, w.stays, (uint32_t)w.ends.len, w.ends.data, w.gave.data};
  if (who == ALONE) {
    o->all.data[state].whole.data = w.whole.data;
    o->all.data[state].whole.len = o->all.data[state].whole.cap = w.whole.len;
  }
  return c;
}

/* ---- the first state ---- */

/* main goes on alone until it waits for the threads that it has started; the values that it asks
 * for are those of the program. More than one way there is: nobody knows. */
static bool first_choice(struct orders *o, const struct orders_program *p, uint32_t *used,
                         struct choice *out, bool *there) {
  struct vm *vm = o->x->vm;
  struct choice all[CHOICES_MAX];
  struct records r = {0};
  bool made = records_read(vm, &r), found = false;
  uint32_t n = vm_choices(vm, all, CHOICES_MAX);
  for (uint32_t i = 0; i < n && i < CHOICES_MAX; i++) {
    bool main = vm_thread(vm, all[i].thread)->flags & TF_MAIN;
    if (made && is_caller(&r, all[i].thread)) continue;
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
    if (++steps > STEPS_MAX || !take(o, c)) return UINT32_MAX;
  return there ? state_here(o, UINT32_MAX, 0) : UINT32_MAX;
}

uint32_t orders_first(struct orders *o, const struct orders_program *p) {
  struct order_program *new;
  uint32_t first;
  for (size_t i = 0; i < o->programs.len; i++)
    if (o->programs.data[i].count == p->count &&
        !memcmp(o->programs.data[i].values, p->values, p->count * sizeof *p->values))
      return o->programs.data[i].first;
  first = make_first(o, p);
  new = vec_push(&o->programs);
  *new = (struct order_program){p->count, first, mem_alloc((p->count + 1) * sizeof *p->values)};
  memcpy(new->values, p->values, p->count * sizeof *p->values);
  return first;
}

/* ---- what is asked ---- */

int orders_next(struct orders *o, uint32_t state, uint32_t thread, const uint32_t **out,
                const char *const **gave) {
  const struct order_call *c = perform(o, state, thread);
  *out = c->ends;
  *gave = (const char *const *)c->gave;
  return c->unsure ? -1 : (int)c->count;
}

int orders_stay(struct orders *o, uint32_t state, uint32_t thread) {
  const struct order_call *c = perform(o, state, thread);
  return c->stays ? 1 : c->unsure ? -1 : 0;
}

static void read_text(struct orders *o, uint32_t state) {
  struct records r;
  struct text t = {0};
  if (o->all.data[state].text || !regain(o, state) || !records_read(o->x->vm, &r)) return;
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
  c = perform(o, state, ALONE);
  *out = (const char *const *)o->all.data[state].whole.data;
  return c->unsure ? -1 : (int)o->all.data[state].whole.len;
}
