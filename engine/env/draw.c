/* Draws environments from a component. See component.h. */
#include "engine/base/check.h"
#include "engine/env/component.h"

#include <stdlib.h>
#include <string.h>

static void add_drawn(const struct component *c, const struct component_call *call,
                      struct component_draw *d, uint32_t turn, struct text *out) {
  uint32_t n = component_combinations(call);
  component_call_text(c, call, d->values ? rng_below(&d->rng, n) : turn % n, out);
}

char *component_random(const struct component *c, struct component_draw *d) {
  uint32_t count = (uint32_t)c->calls.len;
  uint32_t *turns = mem_alloc(count * sizeof *turns); /* number of calls of each method */
  struct text t = {0};
  for (uint32_t who = 0; who < d->threads; who++) {
    uint32_t length = 1 + rng_below(&d->rng, 2 * count);
    if (who) text_puts(&t, " || ");
    for (uint32_t i = 0; i < length; i++) {
      uint32_t which = rng_below(&d->rng, count);
      if (i) text_puts(&t, "; ");
      add_drawn(c, &c->calls.data[which], d, turns[which]++, &t);
    }
  }
  free(turns);
  return t.s;
}

/* Adds calls whose values are drawn from each parameter's first two values, or, with d->values,
 * from all. */
static void add_short(const struct component *c, struct component_draw *d, uint32_t count,
                      struct text *out) {
  for (uint32_t i = 0; i < count; i++) {
    const struct component_call *call = &c->calls.data[rng_below(&d->rng, (uint32_t)c->calls.len)];
    uint32_t k = 0, size = 1;
    for (uint32_t a = 0; a < call->argc; a++) {
      uint32_t n = (uint32_t)call->args[a].values.len;
      k += size * rng_below(&d->rng, n < 2 || d->values ? n : 2);
      size *= n;
    }
    if (i) text_puts(out, "; ");
    component_call_text(c, call, k, out);
  }
}

char *component_short(const struct component *c, struct component_draw *d, char **before) {
  enum { BEFORE = 2, CALLS = 3 };
  struct text t = {0}, front = {0};
  text_puts(&front, "");
  add_short(c, d, rng_below(&d->rng, BEFORE + 1), &front);
  for (uint32_t who = 0; who < d->threads; who++) {
    if (who) text_puts(&t, " || ");
    add_short(c, d, 1 + rng_below(&d->rng, CALLS), &t);
  }
  *before = front.s;
  return t.s;
}

static void add_calls(const struct component *c, struct component_draw *d, const uint32_t *order,
                      struct text *t) {
  for (uint32_t i = 0; i < c->calls.len; i++) {
    if (i) text_puts(t, "; ");
    add_drawn(c, &c->calls.data[order ? order[i] : i], d, 0, t);
  }
}

/* ---- all: each method with several values ---- */

static uint32_t arg_values(const struct component_arg *a, uint32_t each) {
  return a->values.len < each ? (uint32_t)a->values.len : each;
}

/* Returns the index of the j-th value to call with. For numbers these are 1, 2, 0, because 0 often
 * equals an object's initial value, which two other numbers do not. */
static uint32_t arg_value(const struct component_arg *a, uint32_t j) {
  return a->ordered && a->values.len > 2 && j && j < 3 ? 3 - j : j;
}

static double call_variants(const struct component_call *call, struct component_each each) {
  double n = 1;
  for (uint32_t i = 0; i < call->argc; i++) {
    uint32_t values = arg_values(&call->args[i], each.values);
    n = each.one_off ? n + values - 1 : n * values;
  }
  return n;
}

/* Returns the index of parameter i's value in combination *v. Sets *v to the number of the
 * combination of the later parameters. */
static uint32_t variant_value(const struct component_call *call, struct component_each each,
                              uint32_t i, uint32_t *v) {
  uint32_t n = arg_values(&call->args[i], each.values), at;
  CHECK(n, "a parameter has a value: %u of %u", i, call->argc);
  at = *v % n;
  if (!each.one_off) {
    *v /= n;
    return arg_value(&call->args[i], at);
  }
  at = *v < n ? *v : 0; /* 0: all values are the first ones, or another parameter differs */
  *v = *v < n ? 0 : *v - (n - 1);
  return arg_value(&call->args[i], at);
}

/* Returns the number of the combination for component_call_text. */
static uint32_t call_variant(const struct component_call *call, struct component_each each,
                             uint32_t v) {
  uint32_t k = 0, size = 1;
  for (uint32_t i = 0; i < call->argc; i++) {
    k += size * variant_value(call, each, i, &v);
    size *= (uint32_t)call->args[i].values.len;
  }
  INVARIANT(!v, "a combination has one value of each parameter: %u left", v);
  return k;
}

struct variants {
  VEC(char *) all;
};

/* Lists the calls. First values come first, and so do short calls and those that find errors
 * soon. */
static void list_variants(const struct component *c, struct component_each each,
                          struct variants *out) {
  bool more = true;
  for (uint32_t v = 0; more; v++) {
    more = false;
    for (size_t i = 0; i < c->calls.len; i++) {
      const struct component_call *call = &c->calls.data[i];
      struct text t = {0};
      if (v >= call_variants(call, each)) continue;
      component_call_text(c, call, call_variant(call, each, v), &t);
      *vec_push(&out->all) = t.s;
      more = true;
    }
  }
}

static void variants_release(struct variants *v) {
  for (size_t i = 0; i < v->all.len; i++) free(v->all.data[i]);
  vec_free(&v->all);
}

static void add_variants(const struct component *c, struct component_each each, struct text *t) {
  struct variants v = {0};
  list_variants(c, each, &v);
  for (size_t i = 0; i < v.all.len; i++) text_printf(t, "%s%s", i ? "; " : "", v.all.data[i]);
  variants_release(&v);
}

/* Returns the number of the call in which "a" and "b" are exchanged, or SIZE_MAX if it is not
 * listed. */
static size_t mirror_of(const struct variants *v, size_t of) {
  char *want = mem_strdup(v->all.data[of]);
  size_t i = 0;
  for (char *at = want; *at; at++)
    if (!strncmp(at, "\"a\"", 3) || !strncmp(at, "\"b\"", 3)) at[1] = at[1] == 'a' ? 'b' : 'a';
  while (i < v->all.len && strcmp(v->all.data[i], want) != 0) i++;
  free(want);
  return i < v->all.len ? i : SIZE_MAX;
}

bool component_mirrors(const struct component *c, struct component_each each, struct text *out,
                       uint32_t *fixed) {
  struct variants v = {0};
  bool all = c->alike;
  *fixed = 0;
  if (all) list_variants(c, each, &v);
  for (size_t i = 0; i < v.all.len && all; i++) {
    size_t mirror = mirror_of(&v, i);
    all = mirror != SIZE_MAX;
    *fixed += mirror == i;
    text_printf(out, "%s%zu", i ? "," : "", mirror);
  }
  all &= *fixed < v.all.len;
  variants_release(&v);
  return all;
}

char *component_all(const struct component *c, struct component_draw *d, uint32_t length,
                    struct component_each each) {
  struct text t = {0};
  text_printf(&t, "%u * all %u of ", d->threads, length);
  if (d->values)
    add_calls(c, d, NULL, &t);
  else
    add_variants(c, each, &t);
  return t.s;
}

double component_all_calls(const struct component *c, struct component_each each) {
  double n = 0;
  for (size_t i = 0; i < c->calls.len; i++) n += call_variants(&c->calls.data[i], each);
  return n;
}

static uint32_t most_values(const struct component *c, uint32_t most) {
  uint32_t all = 1;
  for (size_t i = 0; i < c->calls.len; i++)
    for (uint32_t k = 0; k < c->calls.data[i].argc; k++) {
      uint32_t n = arg_values(&c->calls.data[i].args[k], most);
      if (n > all) all = n;
    }
  return all;
}

struct component_each component_all_each(const struct component *c, uint32_t threads,
                                         uint32_t length) {
  enum { THREE_MOST = 300, WHOLE_MOST = 1000, VALUES = 3 };
  struct component_each each = {.values = most_values(c, VALUES)};
  if (each.values > 2 && component_all_count(c, threads, length, each) > THREE_MOST)
    each.values = 2;
  each.one_off = component_all_count(c, threads, length, each) > WHOLE_MOST;
  if (each.one_off)
    each.one_off = component_all_calls(c, each) <
                   component_all_calls(c, (struct component_each){.values = each.values});
  return each;
}

static double sequences_of(double calls, uint32_t length) {
  double sequences = 1, power = 1;
  for (uint32_t i = 0; i < length; i++) sequences += power *= calls;
  return sequences;
}

/* Returns the number of multisets of k elements from n kinds: (n + k - 1 over k). */
static double multisets(double n, uint32_t k) {
  double count = 1;
  for (uint32_t i = 0; i < k; i++) count = count * (n + i) / (i + 1);
  return count;
}

/* A combination is a multiset of sequences, one for each thread. */
double component_all_count(const struct component *c, uint32_t threads, uint32_t length,
                           struct component_each each) {
  return multisets(sequences_of(component_all_calls(c, each), length), threads);
}

/* Half of the sum of all combinations and those that are their own mirrors. The latter consist of
 * pairs of sequences that mirror each other and of sequences that are their own mirrors. */
double component_mirrored_count(const struct component *c, uint32_t threads, uint32_t length,
                                struct component_each each, uint32_t fixed) {
  double sequences = sequences_of(component_all_calls(c, each), length), own = 0,
         alone = sequences_of(fixed, length);
  for (uint32_t pairs = 0; 2 * pairs <= threads; pairs++)
    own += multisets((sequences - alone) / 2, pairs) * multisets(alone, threads - 2 * pairs);
  return (multisets(sequences, threads) + own) / 2;
}

char *component_universal(const struct component *c, struct component_draw *d) {
  uint32_t count = (uint32_t)c->calls.len, *order = mem_alloc(count * sizeof *order);
  struct text t = {0};
  for (uint32_t i = 0; i < count; i++) {
    uint32_t at = rng_below(&d->rng, i + 1);
    order[i] = order[at];
    order[at] = i;
  }
  for (uint32_t i = 0, sum = 0; INVARIANTS_ON && i < count; i++) {
    sum += order[i];
    INVARIANT(order[i] < count && (i + 1 < count || sum == count * (count - 1) / 2),
              "an order has each call once: %u of %u", order[i], count);
  }
  text_printf(&t, "%u * universal of ", d->threads);
  add_calls(c, d, order, &t);
  free(order);
  return t.s;
}
