/* Environments that are drawn from a component. See component.h. */
#include "engine/env/component.h"

#include <stdlib.h>

static void add_drawn(const struct component *c, const struct component_call *call,
                      struct component_draw *d, uint32_t turn, struct text *out) {
  uint32_t n = component_combinations(call);
  component_call_text(c, call, d->values ? rng_below(&d->rng, n) : turn % n, out);
}

char *component_random(const struct component *c, struct component_draw *d) {
  uint32_t count = (uint32_t)c->calls.len;
  uint32_t *turns = mem_alloc(count * sizeof *turns); /* of each method */
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

/* Of the values of each parameter one of the first two, or any. */
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

char *component_all(const struct component *c, struct component_draw *d, uint32_t length) {
  struct text t = {0};
  text_printf(&t, "%u * all %u of ", d->threads, length);
  add_calls(c, d, NULL, &t);
  return t.s;
}

/* Of s sequences, t threads take a multiset: (s + t - 1 over t). */
double component_all_count(const struct component *c, uint32_t threads, uint32_t length) {
  double sequences = 1, power = 1, count = 1;
  for (uint32_t i = 0; i < length; i++) sequences += power *= (double)c->calls.len;
  for (uint32_t i = 0; i < threads; i++) count = count * (sequences + i) / (i + 1);
  return count;
}

char *component_universal(const struct component *c, struct component_draw *d) {
  uint32_t count = (uint32_t)c->calls.len, *order = mem_alloc(count * sizeof *order);
  struct text t = {0};
  for (uint32_t i = 0; i < count; i++) {
    uint32_t at = rng_below(&d->rng, i + 1);
    order[i] = order[at];
    order[at] = i;
  }
  text_printf(&t, "%u * universal of ", d->threads);
  add_calls(c, d, order, &t);
  free(order);
  return t.s;
}
