/* Assesses the outcome of each path (assess.h) and describes violations. Verdicts are stored by
 * outcome. A verdict depends only on the outcome and the program, so paths that are executed again,
 * in this process or another, get the same verdict. */
#include "engine/assess/assess.h"

#include <stdlib.h>

#include "engine/assess/history.h"
#include "engine/assess/orders.h"
#include "engine/base/check.h"
#include "engine/base/hash.h"
#include "engine/vm/interp/interp.h"
#include "engine/vm/machine.h"
#include "engine/vm/sched/call_record.h"

struct assess_call {
  uint32_t number;
  char *result, *shape; /* NULL: the call is pending */
};

/* The calls and results of one path. The texts are owned. */
struct assess_case {
  uint32_t threads;
  uint32_t count[HISTORY_THREADS];
  struct assess_call *calls[HISTORY_THREADS];
  struct history_call *history[HISTORY_THREADS];
  struct history_read *read[HISTORY_THREADS];
  char *whole;    /* the text of records_text */
  char *observed; /* calls made after the threads ended, with results; "": none */
  bool stuck;     /* no thread can continue; otherwise the program has ended */
  bool behind;    /* the calls after the threads have all ended, too */
  VEC(uint16_t) values;
};

struct assess_try { /* one check of a property */
  struct orders *orders;
  const struct assess_case *k;
  uint32_t first;
  struct text *near; /* text of the orders that come nearest; NULL: not wanted */
  uint32_t nearest;  /* number of calls in those orders */
};

static enum history_verdict assess_try(struct assess_try *t);

/* ---- calls of a path ---- */

/* The calls and results of a path are read from its last state. */

/* Reads the values that main drew. */
static void read_values(struct explorer *x, struct assess_case *k) {
  struct choice *c;
  uint32_t n = explorer_schedule(x, x->here, &c);
  for (uint32_t i = 0; i < n; i++)
    if (c[i].kind == CHOICE_VALUE && vm_thread(x->vm, c[i].thread)->flags & TF_MAIN)
      *vec_push(&k->values) = c[i].arg;
  free(c);
}

static void read_thread(struct vm *vm, const struct records *r, uint32_t who,
                        struct record_names *names, struct assess_case *k) {
  const struct record_thread *t = &r->of[who];
  uint32_t n = record_begun(vm, t), ended = record_ended(vm, t);
  CHECK(ended <= n && n <= ended + 1, "the last call of a thread alone is pending: %u of %u", ended,
        n);
  k->count[who] = n;
  k->calls[who] = mem_alloc((n + 1) * sizeof *k->calls[who]);
  k->history[who] = mem_alloc((n + 1) * sizeof *k->history[who]);
  k->read[who] = mem_alloc((n + 1) * sizeof *k->read[who]);
  for (uint32_t i = 0; i < n; i++) {
    struct assess_call *c = &k->calls[who][i];
    struct text result = {0}, shape = {0};
    c->number = record_number(vm, t, i);
    k->history[who][i].pending = i >= ended;
    for (uint32_t o = 0; o < r->threads; o++) {
      k->read[who][i].ended[o] = (uint8_t)record_of(record_saw_ended(vm, t, i), o, r->threads);
      k->read[who][i].begun[o] = (uint8_t)record_of(record_saw_begun(vm, t, i), o, r->threads);
    }
    if (i >= ended) continue;
    record_result(vm, t, i, names, &result);
    record_result(vm, t, i, NULL, &shape);
    c->result = result.s;
    c->shape = shape.s;
  }
}

static void read_behind(struct vm *vm, const struct records *r, struct record_names *names,
                        struct assess_case *k) {
  const struct record_thread *t = &r->of[r->threads];
  uint32_t n = record_ended(vm, t);
  struct text out = {0};
  text_puts(&out, "");
  for (uint32_t i = 0; i < n; i++) {
    text_printf(&out, "%s%s -> ", i ? ", " : "",
                vm->environment.calls[r->threads][record_number(vm, t, i)]);
    record_result(vm, t, i, names, &out);
  }
  k->observed = out.s;
  k->behind = !k->stuck && records_done(vm, r);
}

static void assess_case_read(struct explorer *x, struct assess_case *k) {
  struct vm *vm = x->vm;
  struct record_names names = {0};
  struct records r;
  struct text whole = {0};
  memset(k, 0, sizeof *k);
  k->stuck = !vm_ended(vm);
  if (!records_read(vm, &r)) return;
  k->threads = r.threads;
  for (uint32_t i = 0; i < r.threads; i++) read_thread(vm, &r, i, &names, k);
  read_behind(vm, &r, &names, k);
  records_text(vm, &r, &whole);
  k->whole = whole.s;
  read_values(x, k);
  vec_free(&names.all);
}

static void assess_case_release(struct assess_case *k) {
  for (uint32_t i = 0; i < k->threads; i++) {
    for (uint32_t n = 0; n < k->count[i]; n++) {
      free(k->calls[i][n].result);
      free(k->calls[i][n].shape);
    }
    free(k->calls[i]);
    free(k->history[i]);
    free(k->read[i]);
  }
  free(k->whole);
  free(k->observed);
  vec_free(&k->values);
}

/* Sets `before` of all calls for the property. */
static void assess_case_order(struct assess_case *k, uint32_t property) {
  for (uint32_t i = 0; i < k->threads; i++)
    for (uint32_t n = 0; n < k->count[i]; n++) {
      memset(k->history[i][n].before, 0, sizeof k->history[i][n].before);
      if (property == PROP_LINEARIZABLE)
        history_real_time(&k->read[i][n], i, k->threads, &k->history[i][n]);
    }
  if (property == PROP_QUIESCENT)
    history_quiescence((const struct history_read *const *)k->read, k->count, k->threads,
                       k->history);
}

/* Appends a text that is equal for equal outcomes. */
static void assess_case_key(const struct assess_case *k, struct text *out) {
  text_printf(out, "%d%d", k->stuck, k->behind);
  for (size_t i = 0; i < k->values.len; i++) text_printf(out, " %u", k->values.data[i]);
  text_printf(out, "\n%s\n", k->whole);
  for (uint32_t i = 0; i < k->threads; i++)
    for (uint32_t n = 0; n < k->count[i]; n++) {
      text_printf(out, "%u", k->calls[i][n].number);
      for (uint32_t o = 0; o < k->threads; o++)
        text_printf(out, " %u.%u", k->read[i][n].ended[o], k->read[i][n].begun[o]);
    }
}

/* ---- texts of a violation ---- */

/* The texts show the calls of all threads in the order in which they began and ended, and the
 * sequential orders whose results come nearest to the observed ones. */

enum { NEAR_MAX = 4, COLUMN_LEAST = 24, COLUMN_MOST = 60 };

static const char *call_text(const struct vm *vm, const struct assess_case *k, uint32_t thread,
                             uint32_t i) {
  return vm->environment.calls[thread][k->calls[thread][i].number];
}

/* Returns the violation in one line. The caller frees it. */
static char *assess_message(const struct vm *vm, const struct assess_case *k, uint32_t property) {
  const char *of =
      property == PROP_LINEARIZABLE ? "no order of the calls"
      : property == PROP_SEQUENTIAL
          ? "no order of the calls, even one that ignores which calls ended before others began,"
          : "no order of the calls that respects the moments at which no call was running";
  if (k->stuck)
    for (uint32_t i = 0; i < k->threads; i++)
      if (k->count[i] && k->history[i][k->count[i] - 1].pending)
        return mem_printf("%s blocks for ever, and %s produces these results",
                          call_text(vm, k, i, k->count[i] - 1), of);
  return mem_printf("%s produces these results", of);
}

/* ---- the table ---- */

struct table {
  const struct vm *vm;
  const struct assess_case *k;
  uint32_t column, at[HISTORY_THREADS]; /* calls of each thread that have ended */
  bool open[HISTORY_THREADS];           /* its next call has begun */
  struct text *out;
};

static void table_add_row(struct table *t, uint32_t thread, const char *before,
                          const char *behind) {
  const struct assess_call *c = &t->k->calls[thread][t->at[thread]];
  struct text cell = {0};
  text_printf(&cell, "%s%s%s", before, call_text(t->vm, t->k, thread, t->at[thread]), behind);
  if (c->result && !*before) text_printf(&cell, " -> %s", c->result);
  text_printf(t->out, "  %*s%s\n", (int)(thread * t->column), "", cell.s);
  text_release(&cell);
}

/* May the next call of the thread begin? The table must show the end of each call that had ended
 * before it. */
static bool may_begin(const struct table *t, uint32_t thread) {
  const struct history_read *r = &t->k->read[thread][t->at[thread]];
  if (t->at[thread] == t->k->count[thread] || t->open[thread]) return false;
  for (uint32_t i = 0; i < t->k->threads; i++)
    if (i != thread && r->ended[i] > t->at[i]) return false;
  return true;
}

/* May the current call of the thread end? It may not while a call that began before this end can
 * still begin in the table. */
static bool may_end(const struct table *t, uint32_t thread) {
  for (uint32_t i = 0; i < t->k->threads; i++) {
    uint32_t next = t->at[i] + t->open[i];
    if (i != thread && next < t->k->count[i] &&
        t->k->read[i][next].ended[thread] <= t->at[thread] && may_begin(t, i))
      return false;
  }
  return true;
}

static bool is_pending(const struct table *t, uint32_t thread) {
  return t->k->history[thread][t->at[thread]].pending;
}

static void add_end(struct table *t, uint32_t thread, bool at_once) {
  if (at_once)
    table_add_row(t, thread, "", "");
  else
    table_add_row(t, thread, "", " ends");
  t->open[thread] = false;
  t->at[thread]++;
}

static bool step(struct table *t) {
  for (uint32_t i = 0; i < t->k->threads; i++)
    if (t->open[i] && !is_pending(t, i) && may_end(t, i)) {
      add_end(t, i, false);
      return true;
    }
  for (uint32_t i = 0; i < t->k->threads; i++) {
    if (!may_begin(t, i)) continue;
    t->open[i] = true;
    if (!is_pending(t, i) && may_end(t, i)) {
      add_end(t, i, true);
    } else {
      table_add_row(t, i, is_pending(t, i) ? "" : "begin ", is_pending(t, i) ? " blocks" : "");
    }
    return true;
  }
  return false;
}

static uint32_t column_of(const struct vm *vm, const struct assess_case *k) {
  size_t most = COLUMN_LEAST;
  for (uint32_t i = 0; i < k->threads; i++)
    for (uint32_t n = 0; n < k->count[i]; n++) {
      const char *r = k->calls[i][n].result;
      size_t len = strlen(call_text(vm, k, i, n)) + (r ? strlen(r) : 0) + 12;
      if (len > most) most = len;
    }
  return most < COLUMN_MOST ? (uint32_t)most : COLUMN_MOST;
}

static void add_table(const struct vm *vm, const struct assess_case *k, struct text *out) {
  struct table t = {.vm = vm, .k = k, .column = column_of(vm, k), .out = out};
  if (*vm->environment.front) text_printf(out, "  before the threads: %s\n", vm->environment.front);
  text_puts(out, "  ");
  for (uint32_t i = 0; i < k->threads; i++)
    text_printf(out, i + 1 < k->threads ? "T%-*u" : "T%0*u",
                i + 1 < k->threads ? (int)t.column - 1 : 1, i + 1);
  text_puts(out, "\n");
  while (step(&t)) continue;
  if (*k->observed) text_printf(out, "  after the threads: %s\n", k->observed);
}

/* ---- the orders that come nearest ---- */

struct nearest {
  struct vm *vm;
  struct assess_try *t;
};

static void add_order(const struct vm *vm, const struct assess_case *k, const uint8_t *order,
                      uint32_t n, uint32_t *done, struct text *out) {
  for (uint32_t i = 0; i < n; i++) {
    INVARIANT(order[i] < k->threads && done[order[i]] < k->count[order[i]],
              "an order has only calls that were made: T%u", order[i] + 1);
    text_printf(out, "%sT%u %s", i ? ", " : "", order[i] + 1,
                call_text(vm, k, order[i], done[order[i]]));
    done[order[i]]++;
  }
  if (!n) text_puts(out, "at the beginning");
}

/* Appends the results that the possible next calls would have. */
static void add_others(struct nearest *s, uint32_t state, const uint32_t *done, struct text *out) {
  const struct assess_case *k = s->t->k;
  const char *const *gave;
  const uint32_t *to;
  uint32_t said = 0;
  for (uint32_t i = 0; i < k->threads; i++) {
    int n;
    if (done[i] == k->count[i]) continue;
    n = orders_next(s->t->orders, state, i, &to, &gave);
    text_printf(out, "%sT%u %s %s", said++ ? ", " : ": then ", i + 1,
                call_text(s->vm, k, i, done[i]), n > 0 ? "returns " : "blocks");
    if (n > 0) text_puts(out, gave[0]);
  }
  if (!said)
    text_puts(out, *k->observed ? ": the state observed at the end differs"
                                : ": the results share objects in another way");
}

/* The callback `stopped` of struct history_orders. Keeps up to NEAR_MAX of the orders with the most
 * calls. */
static void assess_stopped(void *self, uint32_t state, const uint8_t *order, uint32_t n) {
  struct assess_try *t = self;
  struct nearest s = {t->orders ? orders_vm(t->orders) : NULL, t};
  uint32_t done[HISTORY_THREADS] = {0}, lines = 0;
  if (n < t->nearest) return;
  if (n > t->nearest) text_release(t->near);
  t->nearest = n;
  for (const char *at = t->near->s; at && (at = strchr(at, '\n')); at++) lines++;
  if (lines >= NEAR_MAX) return;
  text_puts(t->near, "  in the order ");
  add_order(s.vm, t->k, order, n, done, t->near);
  add_others(&s, state, done, t->near);
  text_puts(t->near, "\n");
}

/* Appends the command that assesses the same calls again, as a scenario. */
static void add_again(const struct vm *vm, const struct assess_case *k, struct text *out) {
  text_puts(out, "again: heddle env --env scenario '");
  for (uint32_t i = 0; i < k->threads; i++) {
    text_puts(out, i ? " || " : "");
    for (uint32_t n = 0; n < k->count[i]; n++) {
      text_puts(out, n ? "; " : "");
      for (const char *s = call_text(vm, k, i, n); *s; s++)
        text_printf(out, *s == '\'' ? "'\\''" : "%c", *s);
    }
  }
  text_printf(out, "' %s\n", vm->environment.again);
}

/* Returns the details of a violation with a table. The caller frees them. */
static char *assess_detail(struct vm *vm, struct assess_try *t) {
  struct text out = {0}, near = {0};
  add_table(vm, t->k, &out);
  t->near = &near;
  assess_try(t);
  if (near.s) text_printf(&out, "the nearest orders:\n%s", near.s);
  if (*vm->environment.again) add_again(vm, t->k, &out);
  text_release(&near);
  t->near = NULL;
  return out.s;
}

/* ---- data of an assessment ---- */

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

/* The callback `next` of struct history_orders. Stores the states in which the call ends with the
 * result that it has in the history. */
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

static enum history_verdict assess_try(struct assess_try *t) {
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
  v->detail = assess_detail(j->x->vm, &t);
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
  CHECK(j->used < j->cap, "the table of outcomes has a free place: %zu of %zu", j->used, j->cap);
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
