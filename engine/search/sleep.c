/* See sleep.h. */
#include "engine/search/sleep.h"

#include <stdlib.h>
#include <string.h>

#include "engine/base/block_file.h"
#include "engine/base/check.h"

uint64_t sleep_name(struct vm *vm, struct choice c) {
  return (uint64_t)vm_thread(vm, c.thread)->hash_base << 32 | (uint64_t)c.kind << 24 | c.arg;
}

/* ---- sets ---- */

bool sleep_has(const struct sleep_set *s, uint64_t name) {
  for (size_t i = 0; i < s->all.len; i++)
    if (s->all.data[i].name == name) return true;
  return false;
}

void sleep_add(struct sleep_set *s, uint64_t name, const struct footprint *print, node_id origin) {
  if (!print->whole && !sleep_has(s, name))
    *vec_push(&s->all) = (struct sleeper){name, footprint_copy(print), origin};
}

void sleep_take_back(struct sleep_set *s, uint64_t name) {
  if (s->all.len && s->all.data[s->all.len - 1].name == name)
    footprint_free(s->all.data[--s->all.len].print);
}

void sleep_pass(struct sleep_set *to, const struct sleep_set *from, const struct footprint *taken) {
  for (size_t i = 0; i < from->all.len; i++) {
    const struct sleeper *k = &from->all.data[i];
    if (footprint_independent(k->print, taken)) sleep_add(to, k->name, k->print, k->origin);
  }
}

void sleep_release(struct sleep_set *s) {
  for (size_t i = 0; i < s->all.len; i++) footprint_free(s->all.data[i].print);
  vec_free(&s->all);
}

static void sleep_drop(struct sleep_set *s, size_t i) {
  footprint_free(s->all.data[i].print);
  s->all.data[i] = s->all.data[--s->all.len];
}

uint32_t sleep_awake(struct vm *vm, struct choice *c, uint32_t n, const struct sleep_set *asleep,
                     const uint64_t *only, uint32_t only_count) {
  uint32_t i, k, kept = 0;
  for (i = 0; i < n; i++) {
    uint64_t name = sleep_name(vm, c[i]);
    for (k = 0; k < only_count && only[k] != name; k++) continue;
    if (only ? k < only_count : !sleep_has(asleep, name)) c[kept++] = c[i];
  }
  return kept;
}

struct sleep_set sleep_behind(struct vm *vm, struct sleep_set *siblings, uint64_t name,
                              struct footprint *print, node_id origin) {
  struct sleep_set asleep = {0};
  footprint_end(vm, print);
  sleep_pass(&asleep, siblings, print);
  sleep_add(siblings, name, print, origin);
  return asleep;
}

uint64_t sleep_bytes(const struct sleep_set *s) {
  uint64_t n = s->all.cap * sizeof *s->all.data;
  for (size_t i = 0; i < s->all.len; i++)
    n += sizeof *s->all.data[i].print +
         s->all.data[i].print->units.cap * sizeof *s->all.data[i].print->units.data;
  return n;
}

/* ---- the store: open addressing by fingerprint ---- */

struct stored {
  struct fingerprint f;
  uint64_t *names; /* NULL: the slot is free */
  uint32_t count;
  bool waits;
};

struct sleep_store {
  struct stored *slots;
  uint64_t cap, used, names;
};

struct sleep_store *sleep_store_new(void) {
  struct sleep_store *st = mem_alloc(sizeof *st);
  st->cap = 1 << 10;
  st->slots = mem_alloc(st->cap * sizeof *st->slots);
  return st;
}

void sleep_store_free(struct sleep_store *st) {
  if (!st) return;
  for (uint64_t i = 0; i < st->cap; i++) free(st->slots[i].names);
  free(st->slots);
  free(st);
}

uint64_t sleep_store_bytes(const struct sleep_store *st) {
  return st->cap * sizeof *st->slots + st->used * 16 + st->names * sizeof *st->slots[0].names;
}

static struct stored *slot(const struct sleep_store *st, struct fingerprint f) {
  uint64_t i = f.lo & (st->cap - 1);
  while (st->slots[i].names && (st->slots[i].f.lo != f.lo || st->slots[i].f.hi != f.hi))
    i = (i + 1) & (st->cap - 1);
  return &st->slots[i];
}

static void sleep_grow(struct sleep_store *st) {
  struct stored *old = st->slots;
  uint64_t n = st->cap;
  st->cap *= 2;
  st->slots = mem_alloc(st->cap * sizeof *st->slots);
  for (uint64_t i = 0; i < n; i++)
    if (old[i].names) *slot(st, old[i].f) = old[i];
  free(old);
}

void sleep_store_put(struct sleep_store *st, struct fingerprint f, const struct sleep_set *s,
                     bool waits) {
  struct stored *at;
  if (!s->all.len) return;
  if (st->used * 4 >= st->cap * 3) sleep_grow(st);
  at = slot(st, f);
  if (at->names) return;
  CHECK(st->used < st->cap, "the store has room for a sleep set");
  *at = (struct stored){f, mem_alloc(s->all.len * sizeof *at->names), (uint32_t)s->all.len, waits};
  for (size_t i = 0; i < s->all.len; i++) at->names[i] = s->all.data[i].name;
  st->used++;
  st->names += s->all.len;
}

static bool slept(const struct stored *z, uint64_t name) {
  for (uint32_t i = 0; z->names && i < z->count; i++)
    if (z->names[i] == name) return true;
  return false;
}

uint32_t sleep_store_meet(struct sleep_store *st, struct fingerprint f, struct sleep_set *s,
                          uint64_t *wake, uint32_t max) {
  struct stored *z = slot(st, f);
  uint32_t n = 0, kept = 0;
  for (size_t i = s->all.len; i-- > 0;)
    if (!slept(z, s->all.data[i].name)) sleep_drop(s, i);
  for (uint32_t i = 0; z->names && i < z->count; i++) {
    if (sleep_has(s, z->names[i]) || (n == max && !z->waits))
      z->names[kept++] = z->names[i];
    else if (!z->waits)
      wake[n++] = z->names[i];
  }
  CHECK(!z->names || z->waits || kept + n == z->count,
        "a choice that slept sleeps on or is woken: %u, %u of %u", kept, n, z->count);
  if (z->names) z->count = kept;
  return n;
}

void sleep_store_turn(struct sleep_store *st, struct fingerprint f, struct sleep_set *s) {
  struct stored *z = slot(st, f);
  for (size_t i = s->all.len; i-- > 0;)
    if (!slept(z, s->all.data[i].name)) sleep_drop(s, i);
  z->waits = false;
}

/* ---- checkpoints ---- */

void sleep_store_save(const struct sleep_store *st, struct ckpt_out *o) {
  ckpt_put_number(o, st->used);
  for (uint64_t i = 0; i < st->cap; i++) {
    const struct stored *z = &st->slots[i];
    if (!z->names) continue;
    ckpt_put(o, &z->f, sizeof z->f);
    ckpt_put_number(o, z->waits);
    ckpt_put_number(o, z->count);
    ckpt_put(o, z->names, z->count * sizeof *z->names);
  }
}

static void load_stored(struct sleep_store *st, struct ckpt_in *in) {
  struct stored z = {0}, *at;
  ckpt_get(in, &z.f, sizeof z.f);
  z.waits = ckpt_number(in) != 0;
  z.count = (uint32_t)ckpt_number_below(in, UINT32_MAX);
  if (!ckpt_can_hold(in, z.count, sizeof *z.names))
    ckpt_in_fail(in, ERR_INPUT, "the checkpoint is inconsistent (a sleep set)");
  if (!ckpt_good(in)) return;
  if (st->used * 4 >= st->cap * 3) sleep_grow(st);
  at = slot(st, z.f);
  if (at->names) {
    ckpt_in_fail(in, ERR_INPUT, "the checkpoint is inconsistent (a state occurs twice)");
    return;
  }
  *at = z;
  at->names = mem_alloc((z.count + 1u) * sizeof *at->names);
  ckpt_get(in, at->names, z.count * sizeof *at->names);
  st->used++;
  st->names += z.count;
}

void sleep_store_load(struct sleep_store *st, struct ckpt_in *in) {
  for (uint64_t n = ckpt_number(in); n && ckpt_good(in); n--) load_stored(st, in);
}
