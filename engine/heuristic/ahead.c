/* See ahead.h. Searches over calls, nearest call first. For each analysed method, computes the
 * distances to the calls ahead of the start node and the receivers of these calls
 * (ahead_values.c). */
#include <stdlib.h>

#include "engine/classfile/insn.h"
#include "engine/flow/distance.h"
#include "engine/flow/shortest.h"
#include "engine/heuristic/ahead_int.h"
#include "engine/vm/machine.h"

static uint32_t less(uint32_t a, uint32_t b) { return a < b ? a : b; }

/* ---- distances within a method ---- */

static uint32_t ahead_one(void *arg, uint32_t node) {
  (void)arg;
  (void)node;
  return 1;
}

static uint32_t *distances_from(const struct look *l, uint32_t node) {
  uint32_t *dist = mem_alloc((l->g->count + 1u) * sizeof *dist);
  const struct ahead *a = l->w->a;
  memset(dist, 0xff, (l->g->count + 1u) * sizeof *dist);
  if (a->reach && l->rm) {
    a->reach(a->self, l->rm, node, dist);
  } else {
    const struct shortest s = {.g = l->g, .cost = ahead_one, .dist = dist};
    dist[node] = 0;
    shortest_forward(&s, UINT32_MAX);
  }
  return dist;
}

/* ---- one call ---- */

/* Returns the least distance over the callees at a node by the tables. `proper`: RTA_CALL calls
 * only; otherwise only the other kinds. */
static uint32_t ahead_by_tables(const struct look *l, uint32_t node, bool proper) {
  const struct ahead *a = l->w->a;
  uint32_t best = HEURISTIC_INFINITE;
  for (size_t i = 0; l->rm && i < l->rm->calls.len; i++) {
    const struct rta_call *c = &l->rm->calls.data[i];
    struct rta_method *const *to;
    uint32_t n = c->node == node && (c->kind == RTA_CALL) == proper ? rta_targets(c, &to) : 0;
    for (uint32_t j = 0; j < n; j++)
      best = less(
          best, distance_add(a->calling(a->self, c->kind), a->entry(a->self, to[j], l->w->target)));
  }
  return best;
}

static uint32_t enter(struct walk *w, struct method *m, struct value *slots) {
  uint32_t value = distance_add(1, walk_method(w, m, 0, slots, 0));
  free(slots);
  return value;
}

/* Returns how much longer the way to a node becomes if it passes the instruction that loads the
 * item. */
static uint32_t detour(const struct look *l, uint32_t node, struct value_item item) {
  uint32_t *after, way;
  if (item.kind != VALUE_GIVEN) return 0;
  after = distances_from(l, item.id);
  way = distance_add(l->dist[item.id], after[node]);
  free(after);
  return way == HEURISTIC_INFINITE ? way : way - l->dist[node];
}

/* Returns the distance through a call on one of its possible receivers. */
static uint32_t call_on(struct look *l, uint32_t node, const struct method *callee,
                        struct value_item item) {
  uint32_t late = detour(l, node, item), best = HEURISTIC_INFINITE;
  struct value on = look_resolve(l, item);
  bool unknown = on.other;
  for (uint32_t i = 0; i < on.count; i++) {
    struct value *slots;
    struct method *m = look_select(l, node, callee, on.item[i], &slots);
    if (m) best = less(best, enter(l->w, m, slots));
    unknown |= !m;
  }
  if (unknown) best = less(best, ahead_by_tables(l, node, true));
  return distance_add(late, best);
}

static uint32_t virtual_call(struct look *l, uint32_t node, const struct method *callee) {
  const struct value *v = values_operand(l->values, node, callee->arg_slots - 1u);
  uint32_t best = !v || v->other ? ahead_by_tables(l, node, true) : HEURISTIC_INFINITE;
  for (uint32_t i = 0; v && i < v->count; i++)
    best = less(best, call_on(l, node, callee, v->item[i]));
  return best;
}

/* ---- starting threads ---- */

static struct method *runnable_run(struct vm *vm) {
  struct error ignored = {0};
  struct klass *k = vm_class(vm, "java/lang/Runnable", &ignored);
  return k ? klass_method(k, "run", "()V") : NULL;
}

/* Returns the distance through the run() of a Thread, or of the Runnables that it was created
 * with. */
static uint32_t start_on(struct look *l, uint32_t node, struct value_item item) {
  struct vm *vm = l->w->a->vm;
  struct value *slots, tasks;
  uint32_t best = HEURISTIC_INFINITE;
  struct method *run = look_select(l, node, vm->wk.m_thread_run, item, &slots);
  if (!run) return ahead_by_tables(l, node, false);
  if (item.kind == VALUE_OBJECT || run->owner != vm->wk.thread) return enter(l->w, run, slots);
  free(slots);
  tasks = look_runnables(l->w, item);
  for (uint32_t i = 0; i < tasks.count; i++)
    if ((run = look_select(l, node, runnable_run(vm), tasks.item[i], &slots)))
      best = less(best, enter(l->w, run, slots));
    else
      tasks.other = true;
  return tasks.other ? less(best, ahead_by_tables(l, node, false)) : best;
}

/* Returns the distance through Thread.start(), using what is known about the receivers. */
static uint32_t start_call(struct look *l, uint32_t node) {
  const struct ahead *a = l->w->a;
  const struct value *v = values_operand(l->values, node, 0);
  uint32_t best = HEURISTIC_INFINITE;
  if (!v || v->other) return ahead_by_tables(l, node, false);
  for (uint32_t i = 0; i < v->count; i++) {
    struct value on = look_resolve(l, v->item[i]);
    if (on.other) return ahead_by_tables(l, node, false);
    for (uint32_t k = 0; k < on.count; k++) best = less(best, start_on(l, node, on.item[k]));
  }
  return distance_add(a->calling(a->self, RTA_START) - 1, best);
}

static bool is_start(const struct look *l, const struct method *callee) {
  const struct vm *vm = l->w->a->vm;
  return callee->owner == vm->wk.thread && vm->wk.m_thread_run && callee->arg_slots == 1 &&
         !strcmp(callee->name->s, "start");
}

/* Returns the distance from the call at a site to the target. */
static uint32_t call_value(struct look *l, const struct cfg_site *s) {
  struct method *callee = look_callee(l, s);
  uint32_t best, beside = ahead_by_tables(l, s->node, false);
  if (!callee) return less(ahead_by_tables(l, s->node, true), beside);
  if (beside != HEURISTIC_INFINITE && is_start(l, callee)) beside = start_call(l, s->node);
  if (l->rm && ahead_by_tables(l, s->node, true) == HEURISTIC_INFINITE) return beside;
  if (s->op == OP_INVOKESTATIC || s->op == OP_INVOKESPECIAL)
    best = enter(l->w, callee, look_arguments(l, s->node, callee));
  else
    best = virtual_call(l, s->node, callee);
  return less(best, beside);
}

/* ---- one method ---- */

struct call_ahead {
  uint32_t dist, site;
};

static int nearer(const void *a, const void *b) {
  const struct call_ahead *x = a, *y = b;
  if (x->dist != y->dist) return x->dist < y->dist ? -1 : 1;
  return x->site < y->site ? -1 : x->site > y->site;
}

static uint32_t look_into(struct look *l) {
  uint32_t best = HEURISTIC_INFINITE;
  VEC(struct call_ahead) calls = {0};
  if (l->m == l->w->target->method) {
    uint32_t at = cfg_node(l->g, l->w->target->bci);
    if (at != UINT32_MAX) best = l->dist[at];
  }
  for (uint32_t i = 0; i < l->g->site_count; i++)
    if (l->dist[l->g->sites[i].node] != HEURISTIC_INFINITE)
      *vec_push(&calls) = (struct call_ahead){l->dist[l->g->sites[i].node], i};
  if (calls.len) qsort(calls.data, calls.len, sizeof *calls.data, nearer);
  for (size_t i = 0; i < calls.len && calls.data[i].dist < best; i++)
    best = less(best,
                distance_add(calls.data[i].dist, call_value(l, &l->g->sites[calls.data[i].site])));
  vec_free(&calls);
  return best;
}

/* The tables do not contain methods that heddle generated. */
static bool is_made(const struct method *m) { return (m->vm_flags & METHOD_SYNTHETIC) != 0; }

bool walk_looks_into(const struct walk *w, const struct method *m, const struct rta_method *rm) {
  if (w->methods >= AHEAD_METHODS || w->nested >= AHEAD_NESTED) return false;
  return is_made(m) || (rm && rm->cfg && w->a->ambiguous(w->a->self, rm, w->target));
}

uint32_t walk_method(struct walk *w, struct method *m, uint32_t node, const struct value *slots,
                     uint32_t depth) {
  const struct rta_method *rm = rta_method(w->a->rta(w->a->self), m);
  const struct cfg *g = cfg_of(w->a->vm, m);
  struct look *l;
  uint32_t value;
  if (!g) return HEURISTIC_INFINITE;
  if (!walk_looks_into(w, m, rm))
    return is_made(m) ? HEURISTIC_INFINITE : w->a->forward(w->a->self, m, g->bci[node], w->target);
  l = look_new(w, m, node, slots, depth);
  l->dist = distances_from(l, node);
  w->nested++;
  value = look_into(l);
  w->nested--;
  return value;
}
