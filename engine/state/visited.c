/* See visited.h. */
#include "engine/state/visited.h"

#include <stdlib.h>

struct visited {
  struct fingerprint *slots;
  uint32_t *values;
  uint64_t cap, count;
};

enum { FIRST = 1 << 12 };

static void alloc(struct visited *v, uint64_t cap) {
  v->cap = cap;
  v->count = 0;
  v->slots = mem_alloc(cap * sizeof *v->slots);
}

struct visited *visited_new(bool with_values) {
  struct visited *v = mem_alloc(sizeof *v);
  alloc(v, FIRST);
  if (with_values) v->values = mem_alloc(FIRST * sizeof *v->values);
  return v;
}

void visited_free(struct visited *v) {
  if (!v) return;
  free(v->slots);
  free(v->values);
  free(v);
}

void visited_clear(struct visited *v) {
  memset(v->slots, 0, v->cap * sizeof *v->slots);
  v->count = 0;
}

/* 0,0 marks an empty slot; a state that hashes so (2^-128) is stored as 0,1. */
static struct fingerprint avoid_zero(struct fingerprint f) {
  if (!f.lo && !f.hi) f.lo = 1;
  return f;
}

static uint64_t find(const struct visited *v, struct fingerprint f) {
  uint64_t i = f.lo & (v->cap - 1);
  while ((v->slots[i].lo || v->slots[i].hi) && (v->slots[i].lo != f.lo || v->slots[i].hi != f.hi)) i = (i + 1) & (v->cap - 1);
  return i;
}

static void grow(struct visited *v) {
  struct visited old = *v;
  uint64_t i;
  alloc(v, old.cap * 2);
  if (old.values) v->values = mem_alloc(v->cap * sizeof *v->values);
  for (i = 0; i < old.cap; i++) {
    uint64_t to;
    if (!old.slots[i].lo && !old.slots[i].hi) continue;
    to = find(v, old.slots[i]);
    v->slots[to] = old.slots[i];
    if (old.values) v->values[to] = old.values[i];
  }
  v->count = old.count;
  free(old.slots);
  free(old.values);
}

bool visited_add_max(struct visited *v, struct fingerprint f, uint32_t value, bool *is_new) {
  uint64_t i;
  if (v->count * 4 >= v->cap * 3) grow(v);
  f = avoid_zero(f);
  i = find(v, f);
  *is_new = !v->slots[i].lo && !v->slots[i].hi;
  if (*is_new) {
    v->slots[i] = f;
    v->count++;
  } else if (!v->values || v->values[i] >= value) {
    return false;
  }
  if (v->values) v->values[i] = value;
  return true;
}

bool visited_add(struct visited *v, struct fingerprint f) {
  bool is_new;
  visited_add_max(v, f, 0, &is_new);
  return is_new;
}

bool visited_has(const struct visited *v, struct fingerprint f) {
  uint64_t i = find(v, avoid_zero(f));
  return v->slots[i].lo || v->slots[i].hi;
}

uint64_t visited_count(const struct visited *v) { return v->count; }
uint64_t visited_bytes(const struct visited *v) { return v->cap * (sizeof *v->slots + (v->values ? 4 : 0)); }
