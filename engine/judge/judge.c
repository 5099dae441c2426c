/* See judge.h. Verdicts are remembered by the outcome: they are a function of it and of the
 * program, so that paths that are executed again, in this process or another, meet the same. */
#include "engine/judge/judge_int.h"

#include "engine/vm/interp/interp.h"
#include "engine/vm/machine.h"

#include <stdlib.h>

enum { TRIES = 20000 /* states of an outcome */ };

struct verdict {
  char *key; /* of the outcome */
  uint32_t refused;
  char *message, *detail; /* of the property that it violates; NULL: none */
};

struct judge {
  struct explorer *x;
  struct orders *orders;
  struct verdict *table; /* open addressing */
  size_t cap, used;
  uint64_t outcomes;
};

/* ---- one outcome ---- */

/* The ends in which the call gives what it gave. */
static int next(void *self, uint32_t state, uint32_t thread, uint32_t index, uint32_t *out) {
  struct judge_try *t = self;
  const char *want = t->k->calls[thread][index].shape;
  const char *const *gave;
  const uint32_t *to;
  int n = orders_next(t->orders, state, thread, &to, &gave), kept = 0;
  for (int i = 0; i < n; i++)
    if (!want || !strcmp(gave[i], want)) out[kept++] = to[i];
  return n < 0 ? -1 : kept;
}

static int stays(void *self, uint32_t state, uint32_t thread, uint32_t index) {
  struct judge_try *t = self;
  (void)index;
  return orders_stay(t->orders, state, thread);
}

static int fits(void *self, uint32_t state) {
  struct judge_try *t = self;
  const char *const *all;
  int n = orders_whole(t->orders, state, t->k->behind, &all);
  for (int i = 0; i < n; i++)
    if (!strcmp(all[i], t->k->whole)) return 1;
  return n < 0 ? -1 : 0;
}

enum history_verdict judge_try(struct judge_try *t) {
  struct history h = {.threads = t->k->threads, .stuck = t->k->stuck};
  struct history_orders o = {t, t->first, next, stays, fits, t->near ? judge_stopped : NULL};
  for (uint32_t i = 0; i < h.threads; i++) {
    h.count[i] = t->k->count[i];
    h.of[i] = t->k->history[i];
  }
  return history_judge(&h, &o, TRIES);
}

static void judge_property(struct judge *j, struct judge_case *k, uint32_t first, uint32_t property,
                           struct verdict *v) {
  struct judge_try t = {.orders = j->orders, .k = k, .first = first};
  enum history_verdict verdict;
  judge_case_order(k, property);
  verdict = judge_try(&t);
  if (verdict == HISTORY_UNKNOWN)
    vm_broken(j->x->vm, BROKEN_ORDERS,
              "the orders of the calls: too many, or too long, to know what they give");
  if (verdict != HISTORY_REFUSED) return;
  v->refused = property;
  v->message = judge_message(j->x->vm, k, property);
  v->detail = judge_detail(j->x->vm, &t, property);
}

static void judge_outcome(struct judge *j, struct judge_case *k, struct verdict *v) {
  struct orders_program p = {k->values.data, (uint32_t)k->values.len};
  uint32_t properties = j->x->vm->opt.properties & PROP_JUDGED, first;
  orders_begin(j->orders);
  j->outcomes++;
  first = orders_first(j->orders, &p);
  if (first == UINT32_MAX)
    vm_broken(j->x->vm, BROKEN_ORDERS,
              "the orders of the calls: what comes before them has several ways to go");
  for (uint32_t bit = 1; first != UINT32_MAX && bit <= properties && !v->refused; bit <<= 1)
    if (properties & bit) judge_property(j, k, first, bit, v);
  orders_end(j->orders);
}

/* ---- what was judged ---- */

static size_t verdict_place(const struct judge *j, const char *key) {
  uint64_t h = 14695981039346656037u;
  size_t i;
  for (const char *s = key; *s; s++) h = (h ^ (uint8_t)*s) * 1099511628211u;
  for (i = (size_t)(h ^ h >> 32) & (j->cap - 1); j->table[i].key; i = (i + 1) & (j->cap - 1))
    if (!strcmp(j->table[i].key, key)) break;
  return i;
}

static void verdicts_grow(struct judge *j) {
  struct verdict *old = j->table;
  size_t n = j->cap;
  j->cap = n ? n * 2 : 256;
  j->table = mem_alloc(j->cap * sizeof *j->table);
  for (size_t i = 0; i < n; i++)
    if (old[i].key) j->table[verdict_place(j, old[i].key)] = old[i];
  free(old);
}

static const struct verdict *judge_case_verdict(struct judge *j, struct judge_case *k) {
  struct text key = {0};
  struct verdict *v;
  if (j->used * 2 >= j->cap) verdicts_grow(j);
  text_printf(&key, "%x ", j->x->vm->opt.properties & PROP_JUDGED);
  judge_case_key(k, &key);
  v = &j->table[verdict_place(j, key.s)];
  if (v->key) {
    text_release(&key);
    return v;
  }
  judge_outcome(j, k, v);
  v->key = key.s;
  j->used++;
  return v;
}

/* ---- the end of a path ---- */

static uint32_t last_caller(struct vm *vm, const struct judge_case *k) {
  struct records r;
  if (!records_read(vm, &r)) return 0;
  for (uint32_t i = 0; i < k->threads; i++)
    if (k->count[i] && k->history[i][k->count[i] - 1].pending) return r.of[i].thread;
  return r.of[0].thread;
}

static void violate(struct judge *j, const struct judge_case *k, const struct verdict *v) {
  struct vm *vm = j->x->vm;
  struct violation *to = &vm->violation;
  if (k->stuck && vm->opt.properties & PROP_DEADLOCK && vm_deadlocked(vm, WAY_SHUT)) return;
  vm_violation_clear(vm);
  to->property = (int)v->refused;
  to->kind = k->stuck ? "pending" : "results";
  to->thread = last_caller(vm, k);
  to->message = mem_strdup(v->message);
  to->detail = mem_strdup(v->detail);
  to->location = mem_strdup("the end of the calls");
}

static void judge_look(void *self) {
  struct judge *j = self;
  struct explorer *x = j->x;
  struct judge_case k;
  const struct verdict *v;
  if (!(x->vm->opt.properties & PROP_JUDGED)) return;
  x->ended = NULL;
  judge_case_read(x, &k);
  if (k.threads) {
    v = judge_case_verdict(j, &k);
    if (v->refused) violate(j, &k, v);
  }
  judge_case_release(&k);
  x->ended = judge_look;
}

struct judge *judge_new(struct explorer *x) {
  struct judge *j = mem_alloc(sizeof *j);
  j->x = x;
  j->orders = orders_new(x);
  x->ended = judge_look;
  x->ended_self = j;
  return j;
}

void judge_free(struct judge *j) {
  if (!j) return;
  for (size_t i = 0; i < j->cap; i++) {
    free(j->table[i].key);
    free(j->table[i].message);
    free(j->table[i].detail);
  }
  free(j->table);
  orders_free(j->orders);
  free(j);
}

uint64_t judge_outcomes(const struct judge *j) { return j->outcomes; }
