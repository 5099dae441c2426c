/* See orders.h. */
#include "engine/assess/orders_int.h"

#include "engine/vm/machine.h"

#include <stdlib.h>

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

bool orders_take(struct orders *o, struct choice c) {
  struct error err = {0};
  node_id n;
  if (explorer_apply(o->x, c, &n, &err)) return false;
  if (!(xnode(o->x, n)->flags & (NODE_FAILED | NODE_CUT))) return true;
  error_clear(&o->x->vm->err);
  return false;
}

bool orders_regain(struct orders *o, uint32_t state) {
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
  vec_reserve(&s->way, n + 1);
  s->way.len = n;
  for (uint32_t i = n; i-- > 0; at = xnode(x, at)->parent) s->way.data[i] = xnode(x, at)->choice;
}

uint32_t orders_state(struct orders *o, uint32_t parent, uint32_t from_depth) {
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
        !memcmp(o->programs.data[i].values, p->values, p->count * sizeof *p->values))
      return o->programs.data[i].first;
  first = make_first(o, p);
  new = vec_push(&o->programs);
  *new = (struct order_program){p->count, first, mem_alloc((p->count + 1) * sizeof *p->values)};
  memcpy(new->values, p->values, p->count * sizeof *p->values);
  return first;
}

/* ---- queries ---- */

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
