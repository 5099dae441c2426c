/* See components.h. A hash table of the numbers with open addressing. When an entry is removed,
 * later entries move up, so no tombstones are needed. */
#include "engine/search/components.h"

#include <stdlib.h>
#include <string.h>

#include "engine/base/check.h"
#include "engine/base/mem.h"
#include "engine/base/block_file.h"

enum { FIRST = 1 << 10 };

struct components {
  VEC(struct fingerprint) states;
  uint32_t *slots; /* number + 1; 0 free */
  uint32_t mask;
};

struct components *components_new(void) {
  struct components *c = mem_alloc(sizeof *c);
  c->slots = mem_alloc(FIRST * sizeof *c->slots);
  c->mask = FIRST - 1;
  return c;
}

void components_free(struct components *c) {
  if (!c) return;
  vec_free(&c->states);
  free(c->slots);
  free(c);
}

uint32_t components_count(const struct components *c) { return (uint32_t)c->states.len; }
struct fingerprint components_at(const struct components *c, uint32_t number) {
  CHECK(number < c->states.len, "a state of an open component has a number: %u", number);
  return c->states.data[number];
}

uint64_t components_bytes(const struct components *c) {
  return c->states.cap * sizeof *c->states.data + (c->mask + 1ull) * sizeof *c->slots;
}

static uint32_t home_of(const struct components *c, uint32_t slot) {
  return (uint32_t)c->states.data[c->slots[slot] - 1].hi & c->mask;
}

/* Returns the slot that holds f, or the free slot where f belongs. */
static uint32_t components_slot_of(const struct components *c, struct fingerprint f) {
  uint32_t i = (uint32_t)f.hi & c->mask;
  for (; c->slots[i]; i = (i + 1) & c->mask) {
    const struct fingerprint *g = &c->states.data[c->slots[i] - 1];
    if (g->lo == f.lo && g->hi == f.hi) break;
  }
  return i;
}

static void components_grow(struct components *c) {
  uint32_t i, n = (uint32_t)c->states.len;
  c->mask = c->mask * 2 + 1;
  free(c->slots);
  c->slots = mem_alloc((c->mask + 1ull) * sizeof *c->slots);
  for (i = 0; i < n; i++) c->slots[components_slot_of(c, c->states.data[i])] = i + 1;
}

uint32_t components_add(struct components *c, struct fingerprint f) {
  if (c->states.len * 2 > c->mask) components_grow(c);
  uint32_t slot = components_slot_of(c, f);
  CHECK(!c->slots[slot], "a state enters its component once: %zu", c->states.len);
  c->slots[slot] = (uint32_t)c->states.len + 1;
  *vec_push(&c->states) = f;
  return (uint32_t)c->states.len - 1;
}

bool components_find(const struct components *c, struct fingerprint f, uint32_t *number) {
  uint32_t slot = components_slot_of(c, f);
  if (!c->slots[slot]) return false;
  *number = c->slots[slot] - 1;
  return true;
}

/* Frees a slot, and moves up later entries that it had displaced. */
static void vacate(struct components *c, uint32_t hole) {
  uint32_t i = hole;
  for (;;) {
    i = (i + 1) & c->mask;
    if (!c->slots[i]) break;
    if (((i - home_of(c, i)) & c->mask) < ((i - hole) & c->mask)) continue;
    c->slots[hole] = c->slots[i];
    hole = i;
  }
  c->slots[hole] = 0;
}

void components_drop(struct components *c, uint32_t from) {
  while (c->states.len > from) {
    uint32_t slot = components_slot_of(c, c->states.data[c->states.len - 1]);
    CHECK(c->slots[slot] == c->states.len, "the last state is found by its fingerprint: %zu",
          c->states.len);
    vacate(c, slot);
    c->states.len--;
  }
}

void components_save(const struct components *c, struct ckpt_out *o) {
  ckpt_put_number(o, c->states.len);
  ckpt_put(o, c->states.data, c->states.len * sizeof *c->states.data);
}

void components_load(struct components *c, struct ckpt_in *in) {
  uint64_t n = ckpt_number(in);
  uint32_t number;
  struct fingerprint f;
  if (!ckpt_can_hold(in, n, sizeof f))
    ckpt_in_fail(in, ERR_INPUT, "the checkpoint is inconsistent (its components)");
  for (; n && ckpt_good(in); n--) {
    ckpt_get(in, &f, sizeof f);
    if (components_find(c, f, &number))
      ckpt_in_fail(in, ERR_INPUT, "the checkpoint is inconsistent (its components)");
    else
      components_add(c, f);
  }
}
