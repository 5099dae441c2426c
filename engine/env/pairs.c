/* Pairs of calls that touch the same fields. See component.h. */
#include <stdlib.h>
#include <string.h>

#include "engine/env/component.h"

enum { WRITTEN = 4, READ = 1 };

static const struct component_touch *touch_of(const struct component_call *call, uint64_t field) {
  for (size_t i = 0; i < call->touches.len; i++)
    if (call->touches.data[i].field == field) return &call->touches.data[i];
  return NULL;
}

uint32_t component_shared(const struct component_call *a, const struct component_call *b) {
  uint32_t sum = 0;
  for (size_t i = 0; i < a->touches.len; i++) {
    const struct component_touch *x = &a->touches.data[i], *y = touch_of(b, x->field);
    if (!y) continue;
    if (x->writes || y->writes)
      sum += WRITTEN;
    else if (x->refers)
      sum += READ;
  }
  return sum;
}

static int by_shared(const void *a, const void *b) {
  const struct component_pair *x = a, *y = b;
  if (x->shared != y->shared) return x->shared < y->shared ? 1 : -1;
  if (x->one != y->one) return x->one < y->one ? -1 : 1;
  return x->other < y->other ? -1 : x->other > y->other;
}

size_t component_pairs(const struct component *c, struct component_pair **out) {
  uint32_t count = (uint32_t)c->calls.len;
  VEC(struct component_pair) all = {0};
  for (uint32_t i = 0; i < count; i++)
    for (uint32_t k = i; k < count; k++) {
      uint32_t shared = component_shared(&c->calls.data[i], &c->calls.data[k]);
      if (shared) *vec_push(&all) = (struct component_pair){i, k, shared};
    }
  if (all.len) qsort(all.data, all.len, sizeof *all.data, by_shared);
  *out = all.data;
  return all.len;
}

/* Appends "put(1, 2)", a call on the component as written in a scenario. */
static void add_bare(const struct component *c, uint32_t which, struct text *out) {
  struct text t = {0};
  component_call_text(c, &c->calls.data[which], 0, &t);
  text_puts(out, t.s + strlen(c->receiver) + 1);
  text_release(&t);
}

char *component_pair_text(const struct component *c, const struct component_pair *p,
                          uint32_t threads) {
  struct text t = {0};
  for (uint32_t i = 0; i < threads; i++) {
    uint32_t first = i % 2 ? p->other : p->one, second = i % 2 ? p->one : p->other;
    if (i) text_puts(&t, " || ");
    add_bare(c, first, &t);
    if (first == second) continue;
    text_puts(&t, "; ");
    add_bare(c, second, &t);
  }
  return t.s;
}
