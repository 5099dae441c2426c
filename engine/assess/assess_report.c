/* Describes a violation for people: the calls of each thread in the order in which they began and
 * ended, and the orders that come nearest. */
#include "engine/assess/assess_int.h"

#include <stdlib.h>

enum { NEAR_MAX = 4, COLUMN_LEAST = 24, COLUMN_MOST = 60 };

static const char *call_text(const struct vm *vm, const struct assess_case *k, uint32_t thread,
                             uint32_t i) {
  return vm->environment.calls[thread][k->calls[thread][i].number];
}

char *assess_message(const struct vm *vm, const struct assess_case *k, uint32_t property) {
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

/* May the next call of the thread begin? The calls whose end it saw must have ended. */
static bool may_begin(const struct table *t, uint32_t thread) {
  const struct history_read *r = &t->k->read[thread][t->at[thread]];
  if (t->at[thread] == t->k->count[thread] || t->open[thread]) return false;
  for (uint32_t i = 0; i < t->k->threads; i++)
    if (i != thread && r->ended[i] > t->at[i]) return false;
  return true;
}

/* May the present call of the thread end? Not while a call that did not see its end can still
 * begin. */
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

void assess_stopped(void *self, uint32_t state, const uint8_t *order, uint32_t n) {
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

/* Appends the calls as a scenario of their own. */
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

char *assess_detail(struct vm *vm, struct assess_try *t, uint32_t property) {
  struct text out = {0}, near = {0};
  (void)property;
  add_table(vm, t->k, &out);
  t->near = &near;
  assess_try(t);
  if (near.s) text_printf(&out, "the nearest orders:\n%s", near.s);
  if (*vm->environment.again) add_again(vm, t->k, &out);
  text_release(&near);
  t->near = NULL;
  return out.s;
}
