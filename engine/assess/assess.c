/* See assess.h. Verdicts are stored by outcome. A verdict depends only on the outcome and the
 * program, so paths that are executed again, in this process or another, get the same verdict. */
#include "engine/assess/assess_int.h"

#include "engine/base/hash.h"
#include "engine/vm/interp/interp.h"
#include "engine/vm/machine.h"

#include <stdlib.h>

enum { TRIES = 20000 /* states examined for an outcome */ };

struct verdict {
  char *key; /* text that identifies the outcome */
  uint32_t refused;
  char *message, *detail; /* texts of the violation; NULL: none */
};

struct assess {
  struct explorer *x;
  struct orders *orders;
  struct verdict *table; /* hash table with open addressing */
  size_t cap, used;
  uint64_t outcomes;
  uint64_t *met; /* hashes of the values that main drew; open addressing, 0: free */
  size_t met_cap;
  uint32_t programs;
};

/* ---- one outcome ---- */

/* Stores those states after the call in which it has the result that the history has for it. */
static int next(void *self, uint32_t state, uint32_t thread, uint32_t index, uint32_t *out) {
  struct assess_try *t = self;
  const char *want = t->k->calls[thread][index].shape;
  const char *const *gave;
  const uint32_t *to;
  int n = orders_next(t->orders, state, thread, &to, &gave), kept = 0;
  for (int i = 0; i < n; i++)
    if (!want || !strcmp(gave[i], want)) out[kept++] = to[i];
  return n < 0 ? -1 : kept;
}

static int stays(void *self, uint32_t state, uint32_t thread, uint32_t index) {
  struct assess_try *t = self;
  (void)index;
  return orders_stay(t->orders, state, thread);
}

static int fits(void *self, uint32_t state) {
  struct assess_try *t = self;
  const char *const *all;
  int n = orders_whole(t->orders, state, t->k->behind, &all);
  for (int i = 0; i < n; i++)
    if (!strcmp(all[i], t->k->whole)) return 1;
  return n < 0 ? -1 : 0;
}

enum history_verdict assess_try(struct assess_try *t) {
  struct history h = {.threads = t->k->threads, .stuck = t->k->stuck};
  struct history_orders o = {t, t->first, next, stays, fits, t->near ? assess_stopped : NULL};
  for (uint32_t i = 0; i < h.threads; i++) {
    h.count[i] = t->k->count[i];
    h.of[i] = t->k->history[i];
  }
  return history_assess(&h, &o, TRIES);
}

static void assess_property(struct assess *j, struct assess_case *k, uint32_t first,
                            uint32_t property, struct verdict *v) {
  struct assess_try t = {.orders = j->orders, .k = k, .first = first};
  enum history_verdict verdict;
  assess_case_order(k, property);
  verdict = assess_try(&t);
  if (verdict == HISTORY_UNKNOWN)
    vm_broken(j->x->vm, BROKEN_ORDERS,
              "the orders of the calls: too many or too long to find out their results");
  if (verdict != HISTORY_REFUSED) return;
  v->refused = property;
  v->message = assess_message(j->x->vm, k, property);
  v->detail = assess_detail(j->x->vm, &t, property);
}

static void assess_outcome(struct assess *j, struct assess_case *k, struct verdict *v) {
  struct orders_program p = {k->values.data, (uint32_t)k->values.len};
  uint32_t properties = j->x->vm->opt.properties & PROP_ASSESSED, first;
  orders_begin(j->orders);
  j->outcomes++;
  first = orders_first(j->orders, &p);
  if (first == UINT32_MAX)
    vm_broken(j->x->vm, BROKEN_ORDERS,
              "the orders of the calls: the steps before the calls are not deterministic");
  for (uint32_t bit = 1; first != UINT32_MAX && bit <= properties && !v->refused; bit <<= 1)
    if (properties & bit) assess_property(j, k, first, bit, v);
  orders_end(j->orders);
}

/* ---- assessed outcomes ---- */

static size_t verdict_place(const struct assess *j, const char *key) {
  uint64_t h = 14695981039346656037u;
  size_t i;
  for (const char *s = key; *s; s++) h = (h ^ (uint8_t)*s) * 1099511628211u;
  for (i = (size_t)(h ^ h >> 32) & (j->cap - 1); j->table[i].key; i = (i + 1) & (j->cap - 1))
    if (!strcmp(j->table[i].key, key)) break;
  return i;
}

static void verdicts_grow(struct assess *j) {
  struct verdict *old = j->table;
  size_t n = j->cap;
  j->cap = n ? n * 2 : 256;
  j->table = mem_alloc(j->cap * sizeof *j->table);
  for (size_t i = 0; i < n; i++)
    if (old[i].key) j->table[verdict_place(j, old[i].key)] = old[i];
  free(old);
}

/* Returns the slot that holds the hash, or the free slot where it belongs. */
static uint64_t *met_place(const struct assess *j, uint64_t h) {
  size_t i = (size_t)h & (j->met_cap - 1);
  while (j->met[i] && j->met[i] != h) i = (i + 1) & (j->met_cap - 1);
  return &j->met[i];
}

static void met_grow(struct assess *j) {
  uint64_t *old = j->met;
  size_t n = j->met_cap;
  j->met_cap = n ? n * 2 : 256;
  j->met = mem_alloc(j->met_cap * sizeof *j->met);
  for (size_t i = 0; i < n; i++)
    if (old[i]) *met_place(j, old[i]) = old[i];
  free(old);
}

static void meet_program(struct assess *j, const struct assess_case *k) {
  uint64_t h = 1, *at;
  if (j->programs * 2u >= j->met_cap) met_grow(j);
  for (size_t i = 0; i < k->values.len; i++) h = hash_mix(h + k->values.data[i] + 1);
  h |= h == 0;
  at = met_place(j, h);
  if (*at) return;
  *at = h;
  j->programs++;
}

static const struct verdict *assess_case_verdict(struct assess *j, struct assess_case *k) {
  struct text key = {0};
  struct verdict *v;
  if (j->used * 2 >= j->cap) verdicts_grow(j);
  text_printf(&key, "%x ", j->x->vm->opt.properties & PROP_ASSESSED);
  assess_case_key(k, &key);
  v = &j->table[verdict_place(j, key.s)];
  if (v->key) {
    text_release(&key);
    return v;
  }
  meet_program(j, k);
  assess_outcome(j, k, v);
  v->key = key.s;
  j->used++;
  return v;
}

/* ---- the end of a path ---- */

static uint32_t last_caller(struct vm *vm, const struct assess_case *k) {
  struct records r;
  if (!records_read(vm, &r)) return 0;
  for (uint32_t i = 0; i < k->threads; i++)
    if (k->count[i] && k->history[i][k->count[i] - 1].pending) return r.of[i].thread;
  return r.of[0].thread;
}

static void violate(struct assess *j, const struct assess_case *k, const struct verdict *v) {
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

static void assess_look(void *self) {
  struct assess *j = self;
  struct explorer *x = j->x;
  struct assess_case k;
  const struct verdict *v;
  if (!(x->vm->opt.properties & PROP_ASSESSED)) return;
  x->ended = NULL;
  assess_case_read(x, &k);
  if (k.threads) {
    v = assess_case_verdict(j, &k);
    if (v->refused) violate(j, &k, v);
  }
  assess_case_release(&k);
  x->ended = assess_look;
}

struct assess *assess_new(struct explorer *x) {
  struct assess *j = mem_alloc(sizeof *j);
  j->x = x;
  j->orders = orders_new(x);
  x->ended = assess_look;
  x->ended_self = j;
  return j;
}

void assess_free(struct assess *j) {
  if (!j) return;
  for (size_t i = 0; i < j->cap; i++) {
    free(j->table[i].key);
    free(j->table[i].message);
    free(j->table[i].detail);
  }
  free(j->table);
  free(j->met);
  orders_free(j->orders);
  free(j);
}

uint64_t assess_outcomes(const struct assess *j) { return j->outcomes; }

uint32_t assess_programs(const struct assess *j) { return j ? j->programs : 0; }
